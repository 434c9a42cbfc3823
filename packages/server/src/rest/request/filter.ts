// Filters: one column, an operator, and what it is compared with; and trees of them.
import {
  attempt,
  isAtEnd,
  match,
  peek,
  refuse,
  separated,
  skip,
  skipBlanks,
  cursorOf,
  expect,
  inside,
  type Cursor,
} from "./cursor.ts";
import { quotedValue, readField, type Field } from "./names.ts";

export type Filter = { readonly field: Field; readonly negated: boolean; readonly test: Test };

export type Test =
  | { readonly kind: "compare"; readonly operator: Operator; readonly value: string }
  /** `any` or `all` of the items of an array. */
  | { readonly kind: "quantified"; readonly operator: Operator; readonly of: "any" | "all"; readonly value: string }
  | { readonly kind: "in"; readonly values: readonly string[] }
  | { readonly kind: "is"; readonly what: "null" | "not_null" | "true" | "false" | "unknown" }
  | { readonly kind: "distinct"; readonly value: string }
  | {
      readonly kind: "search";
      readonly operator: Search;
      readonly language: string | undefined;
      readonly value: string;
    };

/** What each stands for in PostgreSQL. */
export const operators = {
  eq: "=",
  gte: ">=",
  gt: ">",
  lte: "<=",
  lt: "<",
  like: "LIKE",
  ilike: "ILIKE",
  match: "~",
  imatch: "~*",
  neq: "<>",
  cs: "@>",
  cd: "<@",
  ov: "&&",
  sl: "<<",
  sr: ">>",
  nxr: "&<",
  nxl: "&>",
  adj: "-|-",
} as const;
export type Operator = keyof typeof operators;

/** Those that may be asked of any or all items. */
const quantifiable = new Set<string>(["eq", "gte", "gt", "lte", "lt", "like", "ilike", "match", "imatch"]);

export const searches = {
  fts: "to_tsquery",
  plfts: "plainto_tsquery",
  phfts: "phraseto_tsquery",
  wfts: "websearch_to_tsquery",
} as const;
export type Search = keyof typeof searches;

export type Logic =
  | { readonly kind: "filter"; readonly filter: Filter }
  | { readonly kind: "and" | "or"; readonly negated: boolean; readonly parts: readonly Logic[] };

type Condition = Pick<Filter, "negated" | "test">;

/** The value of a filter: `not.eq.3`. */
export function readCondition(text: string): Condition {
  const cursor = cursorOf(text, "filter");
  return conditionAt(cursor, restOf);
}

/** Undefined where the text is no filter: an argument of a function. */
export function optionalCondition(text: string): Condition | undefined {
  if (!/^(?:not\.)?(?:[a-z]+)(?:\([^)]*\))?\./.test(text)) return undefined;
  try {
    return readCondition(text);
  } catch {
    return undefined;
  }
}

const restOf = (cursor: Cursor): string => {
  const rest = cursor.text.slice(cursor.at);
  cursor.at = cursor.text.length;
  return rest;
};

function conditionAt(cursor: Cursor, value: (cursor: Cursor) => string): Condition {
  const start = cursor.at;
  const negated = skip(cursor, "not.");
  const test = testAt(cursor, value);
  if (test !== undefined) return { negated, test };
  if (!negated) cursor.at = start;
  return refuse(cursor, negated ? "operator (eq, gt, ...)" : '"not" or operator (eq, gt, ...)');
}

function testAt(cursor: Cursor, value: (cursor: Cursor) => string): Test | undefined {
  if (skip(cursor, "in.")) return { kind: "in", values: readList(cursor) };
  if (skip(cursor, "isdistinct.")) return { kind: "distinct", value: value(cursor) };
  if (skip(cursor, "is.")) return { kind: "is", what: readIs(cursor) };
  return attempt(cursor, (here) => searchAt(here, value)) ?? attempt(cursor, (here) => comparisonAt(here, value));
}

function searchAt(cursor: Cursor, value: (cursor: Cursor) => string): Test | undefined {
  const operator = match(cursor, /(?:pl|ph|w)?fts/y);
  if (operator === undefined || !(operator in searches)) return undefined;
  const language = match(cursor, /\([\p{L}\p{N}_ $]+\)/uy)
    ?.slice(1, -1)
    .trim();
  if (!skip(cursor, ".")) return undefined;
  return { kind: "search", operator: operator as Search, language, value: value(cursor) };
}

function comparisonAt(cursor: Cursor, value: (cursor: Cursor) => string): Test | undefined {
  const operator = match(cursor, /[a-z]+/y);
  if (operator === undefined || !Object.hasOwn(operators, operator)) return undefined;
  const of = quantifiable.has(operator) ? match(cursor, /\((?:any|all)\)/y)?.slice(1, -1) : undefined;
  if (!skip(cursor, ".")) return undefined;
  const given = value(cursor);
  if (of === "any" || of === "all") return { kind: "quantified", operator: operator as Operator, of, value: given };
  return { kind: "compare", operator: operator as Operator, value: given };
}

function readIs(cursor: Cursor): Extract<Test, { kind: "is" }>["what"] {
  const found = match(cursor, /not_null|null|true|false|unknown/iy)?.toLowerCase();
  if (found === "null" || found === "not_null" || found === "true" || found === "false" || found === "unknown")
    return found;
  return refuse(cursor, "isVal: (null, not_null, true, false, unknown)");
}

/** `(a,"b,c",d)`. */
function readList(cursor: Cursor): readonly string[] {
  skipBlanks(cursor);
  expect(cursor, "(");
  skipBlanks(cursor);
  // Nothing between the parentheses is no value, not an empty one, which stands in quotes.
  if (skip(cursor, ")")) return [];
  const items: string[] = [];
  do items.push(itemAt(cursor));
  while (skip(cursor, ","));
  expect(cursor, ")");
  skipBlanks(cursor);
  return items;
}

/** Quoted only where the quotes go all the way; else they are letters like others. */
function itemAt(cursor: Cursor): string {
  const quoted = attempt(cursor, (here) => {
    const value = quotedValue(here);
    return isAtEnd(here) || peek(here) === "," || peek(here) === ")" ? value : undefined;
  });
  return quoted ?? match(cursor, /[^,)]*/y) ?? "";
}

/** In a tree a value ends at a comma or parenthesis. */
const valueInTree = (cursor: Cursor): string => {
  const quoted = attempt(cursor, (here) => {
    const value = quotedValue(here);
    return isAtEnd(here) || peek(here) === "," || peek(here) === ")" ? value : undefined;
  });
  return quoted ?? match(cursor, /\{[^{}]*\}/y) ?? match(cursor, /[^,)]*/y) ?? "";
};

/** `operator`: `and`, `or`, with or without `not.` in front; it stands in the parameter's name. */
export function readLogic(operator: string, text: string): Logic {
  const cursor: Cursor = { text: operator + text, what: `failed to parse logic tree (${text})`, at: 0, depth: 0 };
  const tree = logicAt(cursor);
  // Text after the last parenthesis is ignored.
  return tree;
}

function logicAt(cursor: Cursor): Logic {
  const filter = attempt(cursor, filterAt);
  if (filter !== undefined) return { kind: "filter", filter };
  const negated = skip(cursor, "not.");
  const kind = match(cursor, /and|or/y);
  if (kind !== "and" && kind !== "or") {
    return refuse(
      cursor,
      negated
        ? "logic operator (and, or)"
        : "field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)",
    );
  }
  skipBlanks(cursor);
  expect(cursor, "(");
  skipBlanks(cursor);
  const parts = inside(cursor, () => separated(cursor, logicAt));
  skipBlanks(cursor);
  expect(cursor, ")");
  skipBlanks(cursor);
  return { kind, negated, parts };
}

function filterAt(cursor: Cursor): Filter | undefined {
  try {
    const field = readField(cursor);
    if (!skip(cursor, ".")) return undefined;
    return { field, ...conditionAt(cursor, valueInTree) };
  } catch {
    return undefined;
  }
}
