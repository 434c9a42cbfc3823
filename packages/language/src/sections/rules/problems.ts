// Every code of section 5 and its words.
import { suggested } from "../../text/suggestion.ts";
import { problemClass, type Span } from "../../problem.ts";

export const contradictoryRules = problemClass({
  code: "N502",
  severity: "error",
  title: "contradictory rules",
  explanation:
    "No value of a field satisfies both rules, or no value satisfies one rule, so no row of the entity could ever be saved. Writ reports this only if the field, its type, its choices and the constants make it certain.",
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
          message: `contradictory rules: "${other.name}" and "${rule}" exclude every ${entity}`,
          hint: `No value of ${field} satisfies both.`,
          related: [{ span: other.span, message: `"${other.name}" is here` }],
        }
      : {
          message: `contradictory rule: "${rule}" excludes every ${entity}`,
          hint: `No value of ${field} satisfies it.`,
        },
});

export const alwaysHolds = problemClass({
  code: "N503",
  severity: "warning",
  title: "rule that always holds",
  explanation:
    "A rule is not needed if the type of a field, its choices or the constants already guarantee it. Often the bound of the rule is wrong.",
  wrong: "| Amount | money 0 to 500 | …\n| Positive | Fine | `fine.amount >= money(0)` | NEGATIVE |",
  right: "| Amount | money 0 to 500 |",
  words: (rule: string, why: string) => ({
    message: `rule "${rule}" always holds${why === "" ? "" : `: ${why}`}`,
    hint: "Delete it, or correct its bound.",
  }),
});

export const cellMissing = problemClass({
  code: "N505",
  severity: "error",
  title: "rule that is not complete",
  explanation:
    "A rule needs the entity that it applies to, a condition that must hold, and an error of section 8. Write not shown for a part that is not known yet.",
  wrong: "| Ends after it starts | Reservation | `reservation.ends_on >= reservation.starts_on` | |",
  right: "| Ends after it starts | Reservation | `reservation.ends_on >= reservation.starts_on` | WRONG_DATES |",
  words: (rule: string, column: string) => ({
    message: `rule "${rule}" has no "${column}"`,
    hint: column === "Otherwise" ? "Name an error of section 8." : "Fill in the cell, or write: not shown.",
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
  isFixable: true,
  title: "unknown moment of a rule",
  explanation:
    "A rule is checked on create, update, delete, or on transitions of its own entity. An empty cell means create and update.",
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
    "`unique` needs stored fields. `no overlap` needs two dates or two datetimes, and stored fields after per. `no circle` needs a reference from an entity to itself. `while` can only read stored fields of the row itself, and neither today nor now, because it becomes part of a constraint.",
  wrong: "no circle: Title",
  right: "no circle: Parent",
  words: (field: string, needed: string) => ({ message: `"${field}" does not fit here: ${needed}` }),
});
