// Where things live in a database: given to the SQL printer, which decides nothing about it.

/**
 * Every other text is SQL, quoted and qualified already. Columns are read as they come:
 *
 * - whole numbers are `bigint` or any other integer, other numbers and money `numeric`;
 * - a duration is a `bigint` of milliseconds: exact like every other number, ordered and indexed by leakproof
 *   operators, and multiplied or averaged without the floating point that `interval` goes through;
 * - a datetime is `timestamptz(3)`, a date `date`, a yes/no `boolean`; a text, choice or state is `text` in the
 *   database's own collation;
 * - a reference holds the id of the row that it names; several choices and files are arrays that are never null.
 */
export type SqlTarget = {
  /** What rows of an entity are selected from. */
  readonly table: (entity: string) => string;
  /** The id of a row; `row` is a table's alias, or a record such as `NEW`. */
  readonly id: (row: string, entity: string) => string;
  /** The type of ids: `uuid`. */
  readonly idType: string;
  /** A value of a row, be it a column or worked out: a function of the row, or an expression in its place. */
  readonly field: (row: string, entity: string, field: string) => string;
  readonly list: (entity: string, field: string, row: string | undefined) => SqlList;
  /** What a name of the scope stands for: `ticket`, `old`, `me`, `now`, `today`, `route.item`, `input.membership`. */
  readonly name: (name: string) => SqlName;
  /** Whether a person has a role; `person` is undefined for the caller, who needs no look-up. */
  readonly hasRole: (person: string | undefined, role: string, within: string | undefined) => string;
  /** The document's time zone, as people write it: `Europe/Paris`. */
  readonly timeZone: string;
  /** Minor units of the document's currency. */
  readonly moneyScale: number;
  /** The schema that the functions of `plan/foundation/arithmetic.sql` are in. */
  readonly runtime: string;
};

export type SqlList =
  /** The rows whose column `via` holds this row's id. */
  | {
      readonly kind: "reverse";
      readonly entity: string;
      readonly via: string;
      /** Those alone of which this is so. */
      readonly if?: (row: string) => string;
    }
  /** The rows that a table of pairs joins to this one: `own` holds this row's id, `other` theirs. */
  | {
      readonly kind: "pairs";
      readonly entity: string;
      readonly table: string;
      readonly own: string;
      readonly other: string;
      /** None of them unless this is so of the row with the id. */
      readonly if?: (id: string) => string;
      /** The ids as the row itself has them, where it is no row of the table yet, or no longer. */
      readonly array?: string;
    }
  /** An array column of this row. */
  | { readonly kind: "array" };

export type SqlName =
  /** A row whose columns are at hand under this alias, or as this record. */
  | { readonly kind: "row"; readonly row: string }
  /** A value; of a row, its id. A list is an array. What asks a function stands inside `(SELECT …)`. */
  | { readonly kind: "value"; readonly value: string };
