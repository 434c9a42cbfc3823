// What a field type is to every screen: its values on the wire, in expressions and as texts. No type is known anywhere else.
import type { OfKind } from "@writ/language/model";
import type { Application, ApplicationType, Row, Value } from "@writ/language/product";
import type { Product } from "../product/product.tsx";
import type { WireRow } from "../values/row.ts";

export type Kind = ApplicationType["kind"];

/** A type with its limits, choices or entity. */
export type TypeOf<Asked extends Kind> = OfKind<ApplicationType, Asked>;

export type Speaking = Pick<Product, "locale" | "timeZone" | "say" | "word"> & {
  readonly application: Pick<Application, "currency">;
};

export type FieldType<Type = ApplicationType> = {
  /**
   * How the wire has it: not at all; as a number, which is asked for as a text, because JavaScript's own cannot hold all of
   * them, and given to a call as one; or as a value.
   */
  readonly wire: "nothing" | "number" | "value";
  /** What an expression reads where nothing stands. */
  emptyValue(type: Type): Value;
  /** What an expression reads. */
  valueOf(given: unknown, type: Type, behind: Behind): Value;
  /** A day, a moment or a number of an expression, as the wire takes it. */
  wireOf(value: number | bigint, type: Type): string;
  /** For anything but rows, which need more than a text. */
  format(value: unknown, type: Type, speaking: Speaking): string;
  /** The number that a dashboard compares and adds up. */
  measureOf(given: unknown): number;
  /** A number of a dashboard that is made of such values. */
  formatMeasure(value: number, speaking: Speaking): string;
  /** In a file of a list, where it is no text of a screen. */
  readonly exported: "as it is" | "as shown";
  readonly filter: FilterType<Type>;
  /** Where its values lie in time; undefined for what a calendar has no place for. */
  readonly days: Days | undefined;
  /** Where a document does not say what a row is called, the first such field does. */
  readonly namesRows?: true;
  /** Rows are found by it while a user types. */
  readonly isSearched?: true;
  /** It has room of its own, and is written in more than a line. */
  readonly isLong?: true;
  /** A tick: nothing is no, and is never missing. */
  readonly isTick?: true;
  readonly isFigure?: true;
};

/** What a reference leads to. */
export type Behind = {
  readonly field: string;
  readonly embedded: unknown;
  readonly rowFor: (entity: string, wire: WireRow) => Row;
};

/** A filter of a list; what is chosen stands in the address as one text. */
export type FilterType<Type = ApplicationType> = {
  /** As the data API writes it. */
  conditions(column: string, chosen: string): readonly string[];
  /** Undefined where words or a range are given; `named`: rows by their names, and what stands for none. */
  options(type: Type, speaking: Pick<Product, "say" | "word">, named: Named): readonly FilterOption[] | undefined;
  readonly input: "words" | "date" | "time" | "number";
};

export type FilterOption = { readonly id: string; readonly name: string };

type Named = { readonly rows: readonly FilterOption[] | undefined; readonly empty: readonly FilterOption[] };

/** Days are numbers since 1970, of the reader's time zone. */
export type Days = {
  /** Whether it is a moment of its day, and not the day itself. */
  readonly hasTime: boolean;
  first(value: string, timeZone: string): number;
  /** A moment ends a span and is no longer in it, so that midnight belongs to the day before. */
  last(value: string, timeZone: string): number;
  /** Where a day begins, as the wire has it. */
  start(day: number, timeZone: string): string;
};
