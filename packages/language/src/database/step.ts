// One step from the existing database to the one that a document describes.

export type Step = {
  /** `data`: rows are filled or rewritten; `tell`: nothing is done, and people should know it. */
  readonly kind: "add" | "change" | "remove" | "data" | "tell";
  /** For people: `column phone of public.ticket`. */
  readonly what: string;
  /** The clause that the step comes from; of what goes, the clause that there was. */
  readonly address: string;
  readonly sql: readonly string[];
  readonly risk?: Risk;
  /** A new index of a table that is there: it can be built before anything else changes. */
  readonly ahead?: AheadIndex;
};

/**
 * `sql` builds it while rows are written, where it stands alone; `{schema}` is that of the extension pg_trgm. `comment`
 * names its clause, once that is applied.
 */
export type AheadIndex = {
  readonly table: string;
  readonly name: string;
  readonly sql: string;
  readonly comment: string;
};

/**
 * What a step may do to rows that are there, and the question that tells how many: a query of one row with `count`, and
 * `examples`, texts that name a few of them.
 *
 * - `loses`: values or rows are gone for good, so the operator has to name it;
 * - `breaks`: rows are not what the document says, so the step cannot be done;
 * - `rewrites`: rows get another value;
 * - `outlives`: rows stay that are not what the document says; it applies to later writes.
 */
export type Risk = {
  readonly kind: "loses" | "breaks" | "rewrites" | "outlives";
  readonly question: string;
  /** `n` stands for the number of rows: `n rows have a phone number`. */
  readonly words: string;
  /** What to write in the document so that nothing is lost, without its full stop. */
  readonly hint?: string;
  /** What to rename, as `OLD=NEW`, so that nothing is lost. */
  readonly rename?: string;
};

const ofOne: Readonly<Record<string, string>> = {
  have: "has",
  are: "is",
  get: "gets",
  share: "shares",
  break: "breaks",
};

/** What becomes of so many rows. */
export const countedWords = ({ words }: Pick<Risk, "words">, count: number): string =>
  count === 1
    ? words.replace(/\bn rows\b(.*?) (have|are|get|share|break)\b/, (_, of, verb) => `1 row${of} ${ofOne[verb]}`)
    : words.replace(/\bn rows\b/, `${count} rows`);
