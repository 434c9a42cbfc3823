// Every code of section 5 and its words.
import { suggested } from "../../text/suggestion.ts";
import { problemClass, type Span } from "../../problem.ts";

export const contradictoryRules = problemClass({
  code: "N502",
  severity: "error",
  title: "contradictory rules",
  explanation:
    "Two rules about one field that no value satisfies at once, or one rule that no value of the field satisfies: nothing of that entity could ever be written. Writ says so only where one field, its type, its choices and the constants make it certain.",
  wrong:
    "| At least 10 days | Reservation | `reservation.days >= 10` | TOO_SHORT |\n| At most 7 days | Reservation | `reservation.days <= 7` | TOO_LONG |",
  right:
    "| At least 10 days | Reservation | `reservation.days >= 10` | TOO_SHORT |\n| At most 70 days | Reservation | `reservation.days <= 70` | TOO_LONG |",
  words: (
    rule: string,
    other: { readonly name: string; readonly span: Span } | undefined,
    entity: string,
    field: string,
  ) =>
    other
      ? {
          message: `contradictory rules: "${other.name}" and "${rule}" leave no possible ${entity}`,
          hint: `No value of ${field} satisfies both.`,
          related: [{ span: other.span, message: `"${other.name}" is here` }],
        }
      : {
          message: `contradictory rule: "${rule}" leaves no possible ${entity}`,
          hint: `No value of ${field} satisfies it.`,
        },
});

export const alwaysHolds = problemClass({
  code: "N503",
  severity: "warning",
  title: "rule that always holds",
  explanation:
    "What a field's type, choices or constants already make certain need not be a rule; often it shows a wrong bound.",
  wrong: "| Amount | money 0 to 500 | …\n| Positive | Fine | `fine.amount >= money(0)` | NEGATIVE |",
  right: "| Amount | money 0 to 500 |",
  words: (rule: string, why: string) => ({
    message: `rule "${rule}" always holds${why === "" ? "" : `: ${why}`}`,
    hint: "Delete it, or write the bound that you meant.",
  }),
});

export const cellMissing = problemClass({
  code: "N505",
  severity: "error",
  title: "rule that is not complete",
  explanation:
    "A rule says what it is about, what must hold, and which error is given otherwise. What is not known yet is written as not shown.",
  wrong: "| Ends after it starts | Reservation | `reservation.ends_on >= reservation.starts_on` | |",
  right: "| Ends after it starts | Reservation | `reservation.ends_on >= reservation.starts_on` | WRONG_DATES |",
  words: (rule: string, column: string) => ({
    message: `rule "${rule}" has no "${column}"`,
    hint: column === "Otherwise" ? "Name an error of section 8." : "Fill the cell in, or write: not shown.",
  }),
});

export const unknownMust = problemClass({
  code: "N506",
  severity: "error",
  title: "unreadable form of a rule",
  explanation:
    "What must hold is an expression in backticks, or one of three forms: `unique: F, G`; ``no overlap: F to G, per H, while `…` ``; `no circle: F`.",
  wrong: "no overlap: Starts on, Ends on",
  right: "no overlap: Starts on to Ends on, per Item",
  words: (found: string) => ({
    message: `"${found}" is not a form of rule`,
    hint: "Write: unique: F, G; or no overlap: F to G, per H, while `…`; or no circle: F; or an expression in backticks.",
  }),
});

export const unknownMoment = problemClass({
  code: "N507",
  severity: "error",
  isUnknownName: true,
  isMended: true,
  title: "unknown moment of a rule",
  explanation:
    "A rule is checked On create, update, delete or on transitions of its own entity; blank means create and update.",
  wrong: "| Not in the past | Reservation | creation | `reservation.starts_on >= today` | IN_THE_PAST |",
  right: "| Not in the past | Reservation | create | `reservation.starts_on >= today` | IN_THE_PAST |",
  words: (entity: string, found: string, known: readonly string[]) => ({
    message: `a rule for ${entity} cannot be checked on "${found}".`,
    ...suggested(found, known),
  }),
});

export const unfitField = problemClass({
  code: "N508",
  severity: "error",
  title: "field that does not fit the rule",
  explanation:
    "`unique` needs stored fields; `no overlap` two dates or two datetimes, and stored fields under per; `no circle` a reference from an entity to itself. `while` reads the row's own stored fields only, neither today nor now, because it becomes part of a constraint.",
  wrong: "no circle: Title",
  right: "no circle: Parent",
  words: (field: string, needed: string) => ({ message: `"${field}" does not fit here: ${needed}` }),
});
