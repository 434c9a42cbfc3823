// What is read for a request, once every name in it is known: from where, which values, which rows, what is embedded.
import type { Name, Table, Way } from "../catalogue/catalogue.ts";
import type { Test } from "../request/filter.ts";
import type { Field } from "../request/names.ts";
import type { Range } from "../request/request.ts";
import type { Aggregate } from "../request/select.ts";

export type ReadPlan = {
  /** `source`: what a write gave back, or a function answered, under this name. */
  readonly from: { readonly kind: "table"; readonly name: Name } | { readonly kind: "source"; readonly name: string };
  /** Of the table's rows; the name of no other in the whole request. */
  readonly alias: string;
  /** Undefined where the rows are of a type that no table has. */
  readonly table: Table | undefined;
  readonly fields: readonly PlannedField[];
  readonly where: readonly PlannedLogic[];
  readonly order: readonly PlannedOrder[];
  readonly range: Range;
  readonly embeds: readonly Embed[];
};

export type PlannedField = {
  /** Undefined: every column. */
  readonly value: PlannedValue | undefined;
  readonly cast: string | undefined;
  readonly aggregate: Aggregate | undefined;
  readonly aggregateCast: string | undefined;
  /** What it is called in the answer. */
  readonly name: string;
};

/** `isJson`: arrows may follow; any other value is turned into JSON first. */
export type PlannedValue = {
  readonly field: Field;
  readonly isJson: boolean;
  /** The column's, where there is one. */
  readonly type: string | undefined;
};

export type PlannedLogic =
  | { readonly kind: "filter"; readonly value: PlannedValue; readonly negated: boolean; readonly test: Test }
  /** Whether anything is embedded there. */
  | { readonly kind: "embedded"; readonly alias: string; readonly isThere: boolean }
  | { readonly kind: "and" | "or"; readonly negated: boolean; readonly parts: readonly PlannedLogic[] };

export type PlannedOrder = {
  readonly value: PlannedValue;
  /** The embedded row whose value it is. */
  readonly embed: Embed | undefined;
  readonly direction: "asc" | "desc" | undefined;
  readonly nulls: "first" | "last" | undefined;
};

export type Embed = {
  readonly way: Way;
  readonly plan: ReadPlan;
  /** What it is called in the answer. */
  readonly name: string;
  readonly inner: boolean;
  readonly spread: boolean;
  /** Nothing was selected: it only decides which rows there are. */
  readonly isHidden: boolean;
  /** Of what is joined. */
  readonly alias: string;
  /** The table of the rows that it hangs on, where they were written or answered by a function. */
  readonly ofSource: Table | undefined;
};
