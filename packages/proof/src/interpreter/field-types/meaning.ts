// What a field type means: what is stored of a value, what is refused, and what a cell that writes one out says.
import type { Amount, FieldType, OfKind } from "@writ/language/model";
import type { NumberValue, Value } from "../values/value.ts";

export type Kind = FieldType["kind"];

/** A type with its bounds, choices or entity. */
export type TypeOf<Asked extends Kind> = OfKind<FieldType, Asked>;

/** What a document says of all types together. */
export type Terms = {
  readonly amount: (amount: Amount | undefined) => NumberValue | undefined;
  readonly moneyScale: () => number;
  readonly momentFrom: (text: string) => number;
};

export type Meaning<Type = FieldType> = {
  /** The value where none was given. */
  readonly nothing: null | false | readonly Value[];
  /** How many decimals it keeps; undefined for what is no number. */
  decimals(terms: Terms): number | undefined;
  /** A number as one of the type; others have none. */
  number(digits: bigint, scale: number): Value;
  /** Why a value may not be stored. */
  refusal(value: Value, type: Type, terms: Terms): "TOO_LONG" | "INVALID" | undefined;
  /** A value written out in a cell: `normal`, `no`, `12.5 %`, `1.50 EUR`, `14 days`. */
  literal(text: string, type: Type, terms: Terms): Value;
  /** A text as it is kept. */
  kept(text: string): string;
  /** Tells rows apart where no Shown as does. */
  readonly namesRows?: true;
};
