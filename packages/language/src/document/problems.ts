// The words for what can be wrong within a section: tables, properties, code.
import { meantBy, nearest, suggested } from "../text/suggestion.ts";
import { type Proposal, type Span, problemClass, reworded } from "../problem.ts";
import { shorten, shortenList } from "../text/shorten.ts";

export const unknownTable = problemClass({
  code: "N010",
  severity: "error",
  unread: "table",
  isFixable: true,
  title: "table with an unknown header",
  explanation:
    "Writ executes every table outside a blockquote, and recognises it by its header row. An unknown column is an error. Write tables that only illustrate something in a blockquote.",
  wrong: "| Rule | Entity | Must hold |",
  right: "| Rule | For | Must hold | Otherwise |",
  words: (section: number, headers: readonly string[], hint: string) => ({
    message: `unknown table in section ${section}: ${shortenList(headers)}.`,
    hint,
    proposal: headerProposed(headers, hint),
  }),
});

export const rowTooLong = problemClass({
  code: "N011",
  severity: "error",
  unread: "cells",
  isFixable: true,
  title: "row does not fit its header",
  explanation:
    "Each row has as many cells as the header. GitHub splits cells at every pipe, even inside code, so an expression with `||` would lose its second half: write `or`.",
  wrong: "| Solve | `ticket.late || ticket.open` |",
  right: "| Solve | `ticket.late or ticket.open` |",
  words: (found: number, expected: number) => ({
    message: `this row has ${found} cells, but the header has ${expected}: a pipe is not escaped, or a blank line is missing after the table`,
    hint: "Inside a table write `or` instead of `||`, and `\\|` for the character.",
    // Each of them ends a cell and begins another one behind an empty one.
    proposal: (found - expected) % 2 === 0 ? { kind: "or", count: (found - expected) / 2 } : undefined,
  }),
});

const countOf = (cells: number) => (cells === 1 ? "1 cell" : `${cells} cells`);

/** The same code as `rowTooLong`: cells are missing instead. */
export const rowTooShort = reworded(rowTooLong, (found: number, expected: number) => ({
  message: `this row has ${countOf(found)}, but the header has ${expected}: cells are missing, or a blank line is missing after the table`,
  hint: "Write an empty cell as `| |`.",
}));

export const unknownProperty = problemClass({
  code: "N013",
  severity: "error",
  unread: "line",
  isFixable: true,
  title: "unknown property",
  explanation:
    "Writ executes the list directly under a `###` heading: each item is one `Property: value`, with a property that this heading can have. Write other lists under a paragraph.",
  wrong: "### My tickets\n- Were: `ticket.requester == me`",
  right: "### My tickets\n- Where: `ticket.requester == me`",
  words: (found: string, known: readonly string[]) => ({
    message: `unknown property "${found}".`,
    ...suggested(found, known, "This heading has no properties. Write a paragraph."),
  }),
});

export const propertyTwice = problemClass({
  code: "N018",
  severity: "error",
  title: "property given twice",
  explanation: "A property may be given only once under its heading.",
  wrong: "### Ticket\n- Owner: Requester\n- Owner: Assignee",
  right: "### Ticket\n- Owner: Requester",
  words: (name: string, first: Span) => ({
    message: `"${name}" is given twice`,
    hint: "Delete one of them.",
    related: [{ span: first, message: "the first one is here" }],
  }),
});

export const notAProperty = problemClass({
  code: "N008",
  severity: "error",
  unread: "line",
  title: "list item that is not a property",
  explanation:
    "Writ executes the list directly under a `###` heading: each item is one `Property: value`, on one line. Write a list that only explains something under a paragraph.",
  wrong: "### Ticket\n- Written by customers",
  right: "### Ticket\n- Owner: Requester",
  words: (found: "no name" | "more than a line") => ({
    message:
      found === "no name"
        ? "this item is not `Property: value`"
        : "a property must be on one line, with nothing below it",
    hint:
      found === "no name"
        ? "If the list only explains something, write a paragraph before it."
        : "Write it on one line, without a nested list.",
  }),
});

export const listTooFar = problemClass({
  code: "N023",
  severity: "warning",
  title: "properties that are not directly under their heading",
  explanation:
    "Writ executes only the list directly under a `###` heading. A list after a paragraph or a table is an explanation. This list looks like properties in the wrong place.",
  wrong: "### Ticket\nWritten by customers.\n\n- Owner: Requester",
  right: "### Ticket\n- Owner: Requester\n\nWritten by customers.",
  words: (heading: string) => ({
    message: "this list is not executed, because it is not directly under its heading",
    hint: `Move it directly under "### ${shorten(heading)}".`,
  }),
});

export const brokenTable = problemClass({
  code: "N012",
  severity: "error",
  unread: "table",
  title: "broken table",
  explanation:
    "Lines with pipes are a table only if they are not indented and the header is directly followed by a line of dashes with as many cells. Otherwise they are text in Markdown, and Writ does not execute them.",
  wrong: "| Role | Given by |\n| --- |\n| Agent | assigned by Lead |",
  right: "| Role | Given by |\n| --- | --- |\n| Agent | assigned by Lead |",
  words: (why: string) => ({ message: "this looks like a table, but is not one", hint: why }),
});

export const tableInList = problemClass({
  code: "N019",
  severity: "error",
  title: "table inside a list",
  explanation: "Writ does not read tables inside list items.",
  wrong: "- Roles:\n\n  | Role | Given by |\n  | --- | --- |",
  right: "| Role | Given by |\n| --- | --- |",
  words: () => ({
    message: "a table inside a list is not read",
    hint: "Move it out of the list. If it only illustrates something, write it in a blockquote.",
  }),
});

export const backtickInCode = problemClass({
  code: "N021",
  severity: "error",
  title: "backtick inside code",
  explanation: "Code is between single backticks and cannot contain one. Texts in expressions are in straight quotes.",
  wrong: "| Quoted | Ticket | `` ticket.subject != '`' `` | QUOTED |",
  right: "| Quoted | Ticket | `ticket.subject != ''` | QUOTED |",
  words: () => ({ message: "code cannot contain a backtick", hint: "Use straight quotes, or delete the backtick." }),
});

export const loneBacktick = problemClass({
  code: "N022",
  severity: "error",
  title: "unmatched backtick",
  explanation:
    "Backticks come in pairs within a cell, an item or a heading, with code between them. An unescaped pipe ends the cell, and so separates them.",
  wrong: "| Urgent needs a phone | Ticket | `ticket.phone != null | PHONE_NEEDED |",
  right: "| Urgent needs a phone | Ticket | `ticket.phone != null` | PHONE_NEEDED |",
  words: () => ({
    message: "this backtick has no closing backtick",
    hint: "Add the closing backtick, or delete this one.",
  }),
});

// The words of the frame are beside it.
export * from "./frame/problems.ts";

export const zeroCharacter = problemClass({
  code: "N025",
  severity: "error",
  title: "NUL character",
  explanation:
    "Editors do not show the NUL character and databases cannot store it, so a document that contains one cannot be applied. It comes from a damaged file, or from a file in UTF-16.",
  wrong: "Keeps the␀tasks of a team.",
  right: "Keeps the tasks of a team.",
  words: () => ({
    message: "there is a NUL character here, which is invisible and cannot be stored",
    hint: "Delete it.",
  }),
});

export const sectionNotShown = problemClass({
  code: "G001",
  severity: "gap",
  title: "section not shown",
  explanation:
    "A gap: the content of this section is not known yet. Writ builds nothing for it, shows the gap where it matters, and does not start in production unless you allow gaps.",
  wrong: "## 4. States and transitions\n\nnot shown.",
  right: "## 4. States and transitions\n\nnone.",
  words: (section: number, title: string, explanation: string) => ({
    message: `section ${section} "${title}": not shown`,
    hint: explanation,
  }),
});

/** The only header that is near to what was probably meant. */
function headerProposed(headers: readonly string[], hint: string): Proposal | undefined {
  const meant = meantBy(hint);
  if (meant === "") return undefined;
  const [found, other] = headers.filter((header) => header !== meant && nearest(header, [meant]) !== undefined);
  return found === undefined || other !== undefined ? undefined : { kind: "words", found, text: meant };
}
