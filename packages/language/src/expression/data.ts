// What JavaScript evaluates an expression on: the shape of values, rows and everything around them.

/**
 * - a number is a `bigint` counting units of its type's scale (12.5 at scale 2 is 1250n), money its minor units;
 * - a date is a `number` of days since 1970-01-01, a datetime one of milliseconds since then, a time of day one of
 *   milliseconds since midnight, and a duration a `bigint` of milliseconds;
 * - a text, choice or state is a `string`, in normalization form C; a yes/no a `boolean`;
 * - a row is an object, a list an array, a stored file any string; an empty value is `null`, never `undefined`.
 */
export type Value = null | boolean | string | number | bigint | Row | readonly Value[];

/**
 * A row by its fields' identifiers: a reference gives the row that it names, a list its rows, a computed field its value
 * at the scale of its type. All but `id` may be getters, so that rows may lead to each other in circles. Two objects
 * with one `id` are the same row; an id is a lower-case UUID, whose texts are in the order of its bytes.
 */
export type Row = { readonly id: string; readonly [field: string]: Value };

export type Context = {
  /** By name: the clause's own row under its entity's identifier, `old`, `my_membership`, `route.item`, `input.ticket`. */
  readonly scope: Readonly<Record<string, Value>>;
  /** The account that asks; null for a caller who is not signed in. */
  readonly me: Row | null;
  readonly now: number;
  /** The day that `now` lies on in the document's time zone, as `dateOf` in runtime.ts gives it. */
  readonly today: number;
  /** The document's time zone: `Europe/Paris`. */
  readonly timeZone: string;
  readonly rows: (entity: string) => readonly Row[];
  readonly hasRole: (person: Row, role: string, within: Row | null) => boolean;
};
