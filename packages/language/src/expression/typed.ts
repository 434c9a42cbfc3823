// A typed expression: every accepted tree is one of these, never fails and never yields "unknown". The printers read it.
import type { Span } from "../problem.ts";
import type { Pattern } from "./regex/regex.ts";
import type { Type } from "./type.ts";

export type Typed = Span & { readonly type: Type } & Node;

export type Comparison = "<" | "<=" | ">" | ">=";

export type Node =
  | { readonly node: "null" }
  | { readonly node: "yes/no"; readonly value: boolean }
  /** A number or money: `digits` × 10^-`scale`. */
  | { readonly node: "number"; readonly digits: bigint; readonly scale: number }
  /** A text, or the code of a choice or state. */
  | { readonly node: "text"; readonly value: string }
  /** `2026-01-31`. */
  | { readonly node: "date"; readonly value: string }
  /** Milliseconds since 1970. */
  | { readonly node: "datetime"; readonly value: number }
  /** Milliseconds since midnight. */
  | { readonly node: "time"; readonly milliseconds: number }
  | { readonly node: "duration"; readonly milliseconds: bigint }
  /** A constant by name: printers may inline its value; `reads` names it. */
  | { readonly node: "constant"; readonly id: string; readonly value: Typed }
  /** A name of the scope: the clause's own row, `old`, `me`, `now`, `today`, `route.x`, `input.x`. */
  | {
      readonly node: "scope";
      readonly name: string;
      readonly source: "row" | "old" | "me" | "now" | "today" | "route" | "input";
    }
  /** The item of a list function; `name` is unique within the whole expression. */
  | { readonly node: "item"; readonly name: string }
  /** A step to a field; `of` is a row that is not empty here. */
  | { readonly node: "field"; readonly of: Typed; readonly entity: string; readonly field: string }
  | { readonly node: "not"; readonly of: Typed }
  | { readonly node: "and" | "or"; readonly left: Typed; readonly right: Typed }
  | { readonly node: "conditional"; readonly test: Typed; readonly then: Typed; readonly otherwise: Typed }
  /** `x == null`. */
  | { readonly node: "is empty"; readonly of: Typed }
  /** Null equals null. Rows compare by id. */
  | { readonly node: "equal"; readonly left: Typed; readonly right: Typed }
  | { readonly node: "compare"; readonly operator: Comparison; readonly left: Typed; readonly right: Typed }
  /** `x in ['a', 'b']`: items are constants. */
  | { readonly node: "one of"; readonly of: Typed; readonly items: readonly Typed[] }
  /** `x in list`. */
  | { readonly node: "in list"; readonly of: Typed; readonly list: Typed }
  | { readonly node: "negate"; readonly of: Typed }
  /** Numbers, money × number; money results are rounded half away from zero to minor units. */
  | { readonly node: "arithmetic"; readonly operator: "+" | "-" | "*"; readonly left: Typed; readonly right: Typed }
  /** Whole numbers; truncates; empty when the divisor is zero (unless guarded, which the type says). */
  | { readonly node: "divide"; readonly operator: "/" | "%"; readonly left: Typed; readonly right: Typed }
  /** `div(a, b, places)`, `div(money, n)`: rounded half away from zero; `right` is not zero or the type may be empty. */
  | { readonly node: "divide exactly"; readonly left: Typed; readonly right: Typed; readonly places: number }
  | { readonly node: "round"; readonly of: Typed; readonly places: number }
  /** Two-argument `min` and `max`. */
  | { readonly node: "lesser" | "greater"; readonly left: Typed; readonly right: Typed }
  | { readonly node: "concatenate"; readonly left: Typed; readonly right: Typed }
  /** date ± whole-day duration, datetime ± duration, duration ± duration, date − date, datetime − datetime, duration × whole number. */
  | {
      readonly node: "time arithmetic";
      readonly operator: "+" | "-" | "*";
      readonly left: Typed;
      readonly right: Typed;
    }
  /** `days(n)`, `hours(n)`, `minutes(n)` of something that is not a literal. */
  | { readonly node: "duration of"; readonly unit: "days" | "hours" | "minutes"; readonly of: Typed }
  | { readonly node: "days between"; readonly left: Typed; readonly right: Typed }
  /** Monday is 1. */
  | { readonly node: "weekday"; readonly of: Typed }
  /** `date(datetime)` in the document's time zone. */
  | { readonly node: "date of"; readonly of: Typed }
  /** `time(datetime)` in the document's time zone. */
  | { readonly node: "time of"; readonly of: Typed }
  /** `date + time`: the moment in the document's time zone. `left` is the date. */
  | { readonly node: "moment of"; readonly left: Typed; readonly right: Typed }
  /** `money(n)`: a number as money. */
  | { readonly node: "money of"; readonly of: Typed }
  /** `string(n)` of a whole number, choice or text. */
  | { readonly node: "text of"; readonly of: Typed }
  /** Length in code points. */
  | { readonly node: "length"; readonly of: Typed }
  | {
      readonly node: "text test";
      readonly test: "startsWith" | "endsWith" | "contains";
      readonly of: Typed;
      readonly part: Typed;
    }
  | { readonly node: "matches"; readonly of: Typed; readonly pattern: Pattern }
  | { readonly node: "lower" | "slug"; readonly of: Typed }
  /** A text with each number in it at one length, so that its order is that of the numbers; only ever compared. */
  | { readonly node: "in number order"; readonly of: Typed }
  /** A table of constants at a choice: total over the choice's codes. */
  | {
      readonly node: "lookup";
      readonly id: string;
      readonly key: Typed;
      readonly entries: readonly (readonly [string, Typed])[];
    }
  /** `user.has_role('Agent')`, with the row that a role is held in where it has one. */
  | { readonly node: "has role"; readonly of: Typed; readonly role: string; readonly within: Typed | undefined }
  /** Lists. */
  | { readonly node: "all rows"; readonly entity: string }
  /** The row of a `One row` entity. */
  | { readonly node: "the row"; readonly entity: string }
  | { readonly node: "list"; readonly items: readonly Typed[] }
  | { readonly node: "filter" | "map"; readonly list: Typed; readonly item: string; readonly body: Typed }
  | {
      readonly node: "quantifier";
      readonly quantifier: "exists" | "all" | "exists_one";
      readonly list: Typed;
      readonly item: string;
      readonly body: Typed;
    }
  | { readonly node: "count"; readonly of: Typed }
  /** `sum` of nothing is 0; the others of nothing are empty. Empty items do not count. */
  | { readonly node: "aggregate"; readonly aggregate: "sum" | "min" | "max" | "average" | "median"; readonly of: Typed }
  /** The row that comes first in the order of `by` (then by id). */
  | {
      readonly node: "first";
      readonly list: Typed;
      readonly item: string;
      readonly by: Typed;
      readonly descending: boolean;
    }
  /** The one item of a list that has exactly one; else empty. */
  | { readonly node: "only"; readonly list: Typed };

/** What functions of single values make; `functions/` says what each becomes. */
export type FunctionNode =
  | "round"
  | "divide exactly"
  | "lesser"
  | "greater"
  | "money of"
  | "duration of"
  | "weekday"
  | "days between"
  | "date of"
  | "time of"
  | "moment of"
  | "length"
  | "slug"
  | "text of"
  | "text test"
  | "lower"
  | "matches"
  | "in number order";

/** What the printers of `sql/`, `javascript/` and `english/` know. */
export type CoreNode = Exclude<Node["node"], FunctionNode>;

/** The typed expressions of one node: `TypedOf<"field">`. */
export type TypedOf<Name extends Node["node"]> = Typed extends infer Each
  ? Each extends { readonly node: infer Own }
    ? Name extends Own
      ? Each
      : never
    : never
  : never;

/** What an expression reads; it decides where a rule may live. */
export type Reads = {
  /** Stored fields of the clause's own row. */
  readonly own: ReadonlySet<string>;
  /** `entity.field` of every other row that may be read, through steps, lists and "all rows". */
  readonly others: ReadonlySet<string>;
  /** Entities read as a whole (`Ticket.exists(…)`). */
  readonly wholes: ReadonlySet<string>;
  readonly constants: ReadonlySet<string>;
  readonly roles: ReadonlySet<string>;
  readonly old: boolean;
  readonly me: boolean;
  /** now or today. */
  readonly clock: boolean;
  readonly route: boolean;
  readonly input: boolean;
};
