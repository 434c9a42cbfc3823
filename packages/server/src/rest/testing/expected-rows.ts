// What a random request must answer, worked out in JavaScript from the rows alone.
import type { Draw } from "../../../../language/src/testing/draw.ts";

export type Row = {
  readonly id: number;
  readonly amount: number | null;
  readonly words: string | null;
  readonly flag: boolean | null;
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly up: number | null;
  readonly owner: "open" | "hidden";
};

/** Of three values, as SQL has them. */
type Truth = boolean | null;

export type Condition =
  | { readonly kind: "compare"; readonly column: Column; readonly operator: Compare; readonly value: string }
  | { readonly kind: "in"; readonly column: Column; readonly values: readonly string[] }
  | { readonly kind: "is"; readonly column: Column; readonly what: "null" | "not_null" | "true" | "false" | "unknown" }
  | { readonly kind: "distinct"; readonly column: Column; readonly value: string }
  | { readonly kind: "like"; readonly column: "words"; readonly value: string; readonly ignoresCase: boolean }
  | {
      readonly kind: "any";
      readonly column: Column;
      readonly operator: Compare;
      readonly of: "any" | "all";
      readonly values: readonly string[];
    }
  | { readonly kind: "json"; readonly key: string; readonly value: string }
  | { readonly kind: "not"; readonly of: Condition }
  | { readonly kind: "and" | "or"; readonly of: readonly Condition[] };

export type Column = "id" | "amount" | "words" | "flag";
export type Compare = "eq" | "neq" | "gt" | "gte" | "lt" | "lte";

export type Request = {
  readonly address: string;
  readonly conditions: readonly Condition[];
  readonly select: readonly { readonly column: Column | "data"; readonly alias: string | undefined }[];
  /** `id` comes last, so that the order is one. */
  readonly order: readonly { readonly column: Column; readonly down: boolean; readonly nullsFirst: boolean }[];
  readonly limit: number | undefined;
  readonly offset: number;
  readonly embeds: boolean;
  /** What must not stand in a statement, and would not by chance. */
  readonly values: readonly string[];
};

export function rowsFor(draw: Draw, count: number): readonly Row[] {
  return Array.from({ length: count }, (_, index): Row => ({
    id: index + 1,
    amount: draw.once(5) ? null : draw.number(-3, 12),
    words: draw.once(5) ? null : draw.text(),
    flag: draw.once(4) ? null : draw.once(2),
    data: draw.once(4) ? null : { a: draw.number(0, 3), "b c": draw.text(), list: [1, draw.number(0, 2)] },
    up: index > 3 && draw.once(2) ? draw.number(1, index) : null,
    owner: index % 4 === 3 ? "hidden" : "open",
  }));
}

/** By code point, as the database compares. */
const bytes = (text: string): Buffer => Buffer.from(text, "utf8");

function compareValues(a: unknown, b: unknown): number {
  if (typeof a === "string" && typeof b === "string") return Buffer.compare(bytes(a), bytes(b));
  return Number(a) - Number(b);
}

const readValue = (column: Column, text: string): unknown =>
  column === "words" ? text : column === "flag" ? text === "true" : Number(text);

const holds: Readonly<Record<Compare, (order: number) => boolean>> = {
  eq: (order) => order === 0,
  neq: (order) => order !== 0,
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};

const compared = (value: unknown, operator: Compare, other: unknown): Truth =>
  value === null ? null : holds[operator](compareValues(value, other));

const every = (truths: readonly Truth[]): Truth =>
  truths.includes(false) ? false : truths.includes(null) ? null : true;
const some = (truths: readonly Truth[]): Truth => (truths.includes(true) ? true : truths.includes(null) ? null : false);
const not = (truth: Truth): Truth => (truth === null ? null : !truth);

function truthOf(condition: Condition, row: Row): Truth {
  switch (condition.kind) {
    case "compare":
      return compared(row[condition.column], condition.operator, readValue(condition.column, condition.value));
    case "in":
      return some(
        condition.values.map((one) => compared(row[condition.column], "eq", readValue(condition.column, one))),
      );
    case "any": {
      const truths = condition.values.map((one) =>
        compared(row[condition.column], condition.operator, readValue(condition.column, one)),
      );
      return condition.of === "any" ? some(truths) : every(truths);
    }
    case "is": {
      const value = row[condition.column];
      if (condition.what === "null" || condition.what === "unknown") return value === null;
      if (condition.what === "not_null") return value !== null;
      return value === (condition.what === "true");
    }
    case "distinct": {
      const value = row[condition.column];
      return value === null || compareValues(value, readValue(condition.column, condition.value)) !== 0;
    }
    case "like":
      return row.words === null ? null : isLike(row.words, condition.value, condition.ignoresCase);
    case "json": {
      const found = row.data?.[condition.key];
      return found === undefined ? null : String(found) === condition.value;
    }
    case "not":
      return not(truthOf(condition.of, row));
    case "and":
      return every(condition.of.map((one) => truthOf(one, row)));
    case "or":
      return some(condition.of.map((one) => truthOf(one, row)));
  }
}

/** The values are plain letters with asterisks, so that case is what both languages say it is. */
function isLike(words: string, pattern: string, ignoresCase: boolean): boolean {
  const source = pattern.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", "[^]*");
  return new RegExp(`^${source}$`, ignoresCase ? "iu" : "u").test(words);
}

export function evaluate(request: Request, rows: readonly Row[]): unknown {
  const chosen = rows.filter((row) => request.conditions.every((condition) => truthOf(condition, row) === true));
  const sorted = chosen.toSorted((a, b) => {
    for (const { column, down, nullsFirst } of request.order) {
      const [left, right] = [a[column], b[column]];
      if (left === null && right === null) continue;
      if (left === null || right === null) return (left === null) === nullsFirst ? -1 : 1;
      const order = compareValues(left, right);
      if (order !== 0) return down ? -order : order;
    }
    return a.id - b.id;
  });
  const end = request.limit === undefined ? undefined : request.offset + request.limit;
  return sorted.slice(request.offset, end).map((row) => ({
    ...Object.fromEntries(request.select.map(({ column, alias }) => [alias ?? column, row[column]])),
    ...(request.embeds ? { note: row.id % 2 === 0 ? [{ id: row.id }] : [] } : {}),
  }));
}
