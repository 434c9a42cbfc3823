// The words for what can be wrong with the rows of a Seed or a Sample.
import { problemClass, reworded, type Span } from "../../../problem.ts";
import { didYouMeanOrKnown, insteadOf, suggested } from "../../../text/suggestion.ts";

export const brokenRule = problemClass({
  code: "N307",
  severity: "error",
  title: "row that breaks a rule",
  explanation:
    "The rules of section 5 also apply to the rows of Seeds and Samples. A row that breaks a rule cannot be stored. A row with moments relative to `now` or `today` must keep the rules whenever it is stored.",
  wrong: "### Sample: Ticket\n| Key | Priority | Phone |\n| --- | --- | --- |\n| t1 | urgent | |",
  right: "### Sample: Ticket\n| Key | Priority | Phone |\n| --- | --- | --- |\n| t1 | urgent | +33 1 23 45 67 89 |",
  words: (kind: string, key: string, rule: string, defined: Span, when?: string) => ({
    message: `${kind} ${key} breaks rule "${rule}"${when === undefined ? "" : ` if it is stored on ${when}`}`,
    hint: "Change the row, or the rule.",
    related: [{ span: defined, message: `"${rule}" is defined here` }],
  }),
});

export const wrongColumn = problemClass({
  code: "N330",
  severity: "error",
  title: "column that a Seed or Sample cannot have",
  explanation:
    "The columns of a Seed or Sample are Key and stored fields. They do not include calculated values and values that the system sets.",
  wrong: "| Key | Name | Tickets |",
  right: "| Key | Name |",
  words: (field: string, why: string) => ({ message: `"${field}" ${why}`, hint: "Delete the column." }),
});

export const wrongKey = problemClass({
  code: "N331",
  severity: "error",
  title: "missing or duplicate key",
  explanation:
    "The key names a row in the cells that refer to it, and identifies the rows of a Seed that are stored already. Each row of an entity has its own key, across Seeds and Samples.",
  wrong: "| Key | Name |\n| --- | --- |\n| hw | Hardware |\n| hw | Accounts |",
  right: "| Key | Name |\n| --- | --- |\n| hw | Hardware |\n| acc | Accounts |",
  words: (entity: string, found: { readonly key: string; readonly first: Span | undefined } | undefined) => {
    if (found === undefined)
      return { message: `this row of ${entity} has no key`, hint: "Write a short word that names it." };
    if (found.first === undefined)
      return {
        message: `"${found.key}" is not a key`,
        hint: "Write a key without commas and backticks: cells hold lists of keys.",
      };
    return {
      message: `${entity} has two rows with the key "${found.key}"`,
      hint: "Give each row its own key.",
      related: [{ span: found.first, message: "the first one is here" }],
    };
  },
});

export const valueMissing = problemClass({
  code: "N332",
  severity: "error",
  title: "row without a value that is required",
  explanation: "A row of a Seed or Sample needs a value for each required field without a default.",
  wrong: "| Key | Name |\n| --- | --- |\n| hw | |",
  right: "| Key | Name |\n| --- | --- |\n| hw | Hardware |",
  words: (field: string, key: string | undefined) => ({
    message:
      key === undefined
        ? `"${field}" is required, but this table has no such column`
        : `"${field}" is required, but ${key === "" ? "this row" : key} has no value for it`,
    hint: key === undefined ? "Add the column." : "Write a value.",
  }),
});

/** Of a cell that says that there is no value. */
export const neverEmpty = reworded(valueMissing, (field: string, key: string, isGiven: boolean) => ({
  message: `"${field}" is never empty, but ${key === "" ? "this row" : key} has \`null\` for it`,
  hint: isGiven ? "Write a value, or leave the cell blank for the default." : "Write a value.",
}));

export const mustBeFixed = problemClass({
  code: "N342",
  severity: "error",
  title: "row whose moment depends on what it must not",
  explanation:
    "In a cell of a Sample, an expression in backticks gives a date, datetime or time relative to `now` or `today`: the day on which the row is stored. It does not read other rows. A Seed is the same in every installation, so its expressions do not use `now` and `today`.",
  wrong: "### Seed: Holiday\n| Key | Day |\n| --- | --- |\n| h1 | `today + days(3)` |",
  right: "### Sample: Holiday\n| Key | Day |\n| --- | --- |\n| h1 | `today + days(3)` |",
  words: (kind: string, why: "rows" | "clock") =>
    why === "rows"
      ? {
          message: `a cell of a ${kind} cannot read rows`,
          hint: "Use only `now`, `today`, constants and functions, as in `today + days(3)`.",
        }
      : {
          message: "a Seed is the same in every installation, whenever it is stored, so it cannot use `now` or `today`",
          hint: "Write the date out, as 2026-01-31, or make the row a Sample.",
        },
});

export const wrongRole = problemClass({
  code: "N343",
  severity: "error",
  isUnknownName: true,
  isFixable: true,
  title: "role that a sample person cannot be given",
  explanation:
    "The column Roles of `### Sample: User` names roles that are named at installation or assigned by other users. All other roles follow from something else: from signing in, or from rows.",
  wrong: "### Sample: User\n| Key | Name | Roles |\n| --- | --- | --- |\n| ann | Ann | Agnet |",
  right: "### Sample: User\n| Key | Name | Roles |\n| --- | --- | --- |\n| ann | Ann | Agent |",
  words: (found: string, known: readonly string[], why: string | undefined) =>
    why === undefined
      ? { message: `unknown role "${found}".`, ...suggested(found, known) }
      : { message: `"${found}" is not a role to give: ${why}`, hint: "Delete it." },
});

/** Of a Seed and a field that is the user who writes the row. */
export const personMissing = reworded(valueMissing, (field: string, key: string | undefined) => ({
  message: `"${field}" is the user who writes the row, and no user writes ${key === undefined ? "the rows of a Seed" : key === "" ? "this row" : key}`,
  hint: `A Seed cannot name a user: write no under Required of "${field}".`,
}));

export const sameValue = problemClass({
  code: "N333",
  severity: "error",
  title: "two rows with the same unique value",
  explanation: "Unique fields must also be unique across the rows of Seeds and Samples.",
  wrong: "| Key | Name |\n| --- | --- |\n| hw | Hardware |\n| pc | Hardware |",
  right: "| Key | Name |\n| --- | --- |\n| hw | Hardware |\n| pc | Computers |",
  words: (fields: readonly string[], key: string, first: string, span: Span) => ({
    message: `${key} and ${first} have the same ${fields.join(" and ")}, which must be unique`,
    hint: "Change one of them.",
    related: [{ span, message: `${first} is here` }],
  }),
});

export const noRows = problemClass({
  code: "N334",
  severity: "error",
  title: "Seed or Sample without one table",
  explanation: "A heading `### Seed: E` or `### Sample: E` is followed by one table with Key and fields of E.",
  wrong: "### Seed: Category\n\nHardware and accounts.",
  right: "### Seed: Category\n| Key | Name |\n| --- | --- |\n| hw | Hardware |",
  words: (kind: string, entity: string, second = false) => ({
    message: second ? `${kind}: ${entity} has a second table` : `${kind}: ${entity} has no table`,
    hint: second
      ? "Give the second table its own heading."
      : `Write the table (Key and fields of ${entity}), "not shown." or "none.".`,
  }),
});

export const unknownKey = problemClass({
  code: "N338",
  severity: "error",
  isUnknownName: true,
  isFixable: true,
  title: "cell that names no row",
  explanation:
    "The cell of a reference holds the key of a Seed or Sample of that entity. Seeds also exist without Samples, so they refer to Seeds only.",
  wrong: "| Key | Category |\n| --- | --- |\n| t1 | hardwre |",
  right: "| Key | Category |\n| --- | --- |\n| t1 | hw |",
  words: (
    entity: string,
    found: string,
    known: readonly string[],
    sample?: { readonly span: Span },
    hint?: string,
  ) => ({
    message: sample
      ? `"${found}" is a Sample of ${entity}, and a Seed can refer to Seeds only.`
      : `${entity} has no row "${found}".`,
    hint: sample
      ? `Write it under "### Seed: ${entity}".`
      : hint || didYouMeanOrKnown(found, known) || `Write it under "### Seed: ${entity}" or "### Sample: ${entity}".`,
    proposal: sample ? undefined : insteadOf(found, known),
    related: sample ? [{ span: sample.span, message: `"${found}" is here` }] : [],
  }),
});

export const unknownRows = problemClass({
  code: "N339",
  severity: "error",
  unread: "part",
  isFixable: true,
  title: "heading with a colon that is not a set of rows",
  explanation:
    "A `###` heading of section 3 names an entity, or the rows that come with the product: `Seed: E` for those that are always there, `Sample: E` for those of the preview and the tests. The name of an entity has no colon.",
  wrong: "### Seeds: Category",
  right: "### Seed: Category",
  words: (found: string, entity: string) => ({
    message: `"${found}" is neither an entity nor a set of rows.`,
    hint: `Write "Seed: ${entity}" or "Sample: ${entity}".`,
    proposal: insteadOf(found, [`Seed: ${entity}`, `Sample: ${entity}`]),
  }),
});
