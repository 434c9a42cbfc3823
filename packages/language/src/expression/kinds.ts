// What there is to know of each kind of value, besides how its literals are written and printed.
import type { Kind, Type } from "./type.ts";

export type KindName = Kind["kind"];

type KindTraits = {
  /** With its article, for messages. */
  readonly words: string;
  /** Several of them. */
  readonly plural: string;
  /** The type of a column that holds what an expression gives. */
  readonly sqlType: string;
  /** Values stand on a line: they are compared, and the least is picked out of many. Texts are only compared. */
  readonly order?: "line" | "text";
  /** Said of them: "before" and "earlier", not "less than". */
  readonly isTime?: true;
  /** They are added up. */
  readonly isSum?: true;
  /** Screens filter by it. */
  readonly isFilter?: true;
};

/** Whole numbers are `numeric` too: a product of two may be longer than any integer type, and working out a value never fails. */
const kinds: { readonly [Name in KindName]: KindTraits } = {
  null: { words: "empty", plural: "nothing", sqlType: "text" },
  "yes/no": { words: "yes/no", plural: "yes/no", sqlType: "boolean", isFilter: true },
  text: { words: "text", plural: "text", sqlType: "text", order: "text" },
  number: { words: "a decimal", plural: "decimals", sqlType: "numeric", order: "line", isSum: true, isFilter: true },
  money: {
    words: "an amount of money",
    plural: "amounts of money",
    sqlType: "numeric",
    order: "line",
    isSum: true,
    isFilter: true,
  },
  date: { words: "a date", plural: "dates", sqlType: "date", order: "line", isTime: true, isFilter: true },
  datetime: {
    words: "a date and time",
    plural: "dates and times",
    sqlType: "timestamptz(3)",
    order: "line",
    isTime: true,
    isFilter: true,
  },
  time: {
    words: "a time of day",
    plural: "times of day",
    sqlType: "time(3)",
    order: "line",
    isTime: true,
    isFilter: true,
  },
  duration: {
    words: "a duration",
    plural: "durations",
    sqlType: "numeric",
    order: "line",
    isSum: true,
    isFilter: true,
  },
  choice: { words: "a choice", plural: "choices", sqlType: "text", isFilter: true },
  row: { words: "a row", plural: "rows", sqlType: "uuid", isFilter: true },
  list: { words: "a list", plural: "lists", sqlType: "text" },
  table: { words: "a table of constants", plural: "tables of constants", sqlType: "text" },
  file: { words: "a file", plural: "files", sqlType: "text" },
};

export const traitsOf = ({ kind }: Kind): KindTraits => kinds[kind];

/** Compared by `<`. */
export const isOrdered = (kind: Kind): boolean => traitsOf(kind).order !== undefined;

/** Kinds whose values lie on a line: they have a least and a greatest one. */
export const isScalar = (kind: Kind): boolean => traitsOf(kind).order === "line";

export const isTime = (kind: Kind): boolean => traitsOf(kind).isTime === true;

export const isSum = (kind: Kind): boolean => traitsOf(kind).isSum === true;

/** Decides something: what a condition gives. */
export const decision: Type & { readonly kind: "yes/no" } = { kind: "yes/no", empty: false };

export const isDecision = <Given extends Kind>(kind: Given): kind is Given & { readonly kind: "yes/no" } =>
  kind.kind === "yes/no";
