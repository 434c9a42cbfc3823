// What is read for a request, once every name in it is known: from where, which values, which rows, what is embedded.
import type { Column, Name, Table, Relationship } from "../catalogue/catalogue.ts";
import type { Test } from "../request/filter.ts";
import type { Field } from "../request/names.ts";
import type { Range } from "../request/request.ts";
import type { Aggregate } from "../request/select.ts";

export type ReadPlan = {
  /** `source`: what a write gave back, or a function answered, under this name. */
  readonly from: { readonly kind: "table"; readonly name: Name } | { readonly kind: "source"; readonly name: string };
  /** Only the rows of the table that this request has written. */
  readonly isOfWritten?: true;
  /** Of the table's rows; the name of no other in the whole request. */
  readonly alias: string;
  /** Undefined where the rows are of a type that no table has. */
  readonly table: Table | undefined;
  /** Every column and nothing else. */
  readonly isWhole: boolean;
  readonly fields: readonly PlannedField[];
  readonly where: readonly PlannedLogic[];
  readonly order: readonly PlannedOrder[];
  /** Its rows become columns of the row around it, which is where their aggregates are worked out. */
  readonly handsUp: boolean;
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
  /** Of an aggregate that is worked out further up: under which name its values come there. */
  readonly handedAs: string | undefined;
};

/** An aggregate over what an embedded row hands up. */
export type Handed = Pick<PlannedField, "name" | "aggregateCast"> & {
  readonly aggregate: Aggregate;
  readonly column: string;
};

/** `isJson`: arrows may follow; any other value is turned into JSON first. */
export type PlannedValue = {
  readonly field: Field;
  readonly isJson: boolean;
  /** The column's, where there is one. */
  readonly type: string | undefined;
  readonly casts: Column["casts"];
  readonly spelling: Column["spelling"];
  /** The table of whose row, put together again, it is asked: a function that is named like a column. */
  readonly ofRow: Table | undefined;
};

export type PlannedLogic =
  | { readonly kind: "filter"; readonly value: PlannedValue; readonly negated: boolean; readonly test: Test }
  /** Whether anything is embedded there. */
  | { readonly kind: "embedded"; readonly embed: Embed; readonly isThere: boolean }
  | { readonly kind: "and" | "or"; readonly negated: boolean; readonly parts: readonly PlannedLogic[] };

export type PlannedOrder = {
  readonly value: PlannedValue;
  /** The embedded row whose value it is. */
  readonly embed: Embed | undefined;
  readonly direction: "asc" | "desc" | undefined;
  readonly nulls: "first" | "last" | undefined;
};

export type Embed = {
  readonly way: Relationship;
  readonly plan: ReadPlan;
  /** What it is called in the answer. */
  readonly name: string;
  readonly inner: boolean;
  readonly spread: boolean;
  /** Nothing was selected: it only decides which rows there are. */
  readonly isHidden: boolean;
  readonly handed: readonly Handed[];
  /** Of what is joined. */
  readonly alias: string;
  /** The table of the rows that it hangs on, where they were written or answered by a function. */
  readonly ofSource: Table | undefined;
};
