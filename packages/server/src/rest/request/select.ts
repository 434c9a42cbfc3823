// The parameter `select`: what of a row is answered, and what is embedded in it.
import {
  attempt,
  expect,
  inside,
  isAtEnd,
  match,
  peek,
  refuse,
  separated,
  skip,
  skipBlanks,
  cursorOf,
  type Cursor,
} from "./cursor.ts";
import { optionalName, readField, readName, type Field } from "./names.ts";

export type SelectItem = SelectField | SelectRelation;

export type SelectField = {
  readonly kind: "field";
  /** `*` is every column. */
  readonly field: Field;
  readonly alias: string | undefined;
  readonly cast: string | undefined;
  readonly aggregate: Aggregate | undefined;
  readonly aggregateCast: string | undefined;
};

export type SelectRelation = {
  readonly kind: "relation";
  readonly name: string;
  readonly alias: string | undefined;
  readonly hint: string | undefined;
  readonly join: "inner" | "left" | undefined;
  /** Its columns become columns of the row around it. */
  readonly spread: boolean;
  readonly select: readonly SelectItem[];
};

export const aggregates = ["sum", "avg", "count", "max", "min"] as const;
export type Aggregate = (typeof aggregates)[number];

export function readSelect(text: string): readonly SelectItem[] {
  const cursor = cursorOf(text, "select parameter");
  const items = readItems(cursor);
  if (!isAtEnd(cursor)) refuse(cursor, '"," or end of input');
  return items;
}

function readItems(cursor: Cursor): readonly SelectItem[] {
  skipBlanks(cursor);
  if (isAtEnd(cursor) || peek(cursor) === ")") return [];
  return separated(cursor, readItem);
}

function readItem(cursor: Cursor): SelectItem {
  skipBlanks(cursor);
  const relation = attempt(cursor, readRelationHead);
  if (relation === undefined) return readSelected(cursor);
  expect(cursor, "(");
  const select = inside(cursor, () => readItems(cursor));
  skipBlanks(cursor);
  expect(cursor, ")");
  skipBlanks(cursor);
  return { ...relation, select };
}

/** `...name!hint!inner` in front of a parenthesis; undefined where it is a column after all. */
function readRelationHead(cursor: Cursor): Omit<SelectRelation, "select"> | undefined {
  const spread = skip(cursor, "...");
  const alias = spread ? undefined : attempt(cursor, readAlias);
  const name = optionalName(cursor);
  // How many there are has nothing in its parentheses; a way that is called so says what is wanted of its rows.
  const isCount = name === "count" && !spread && cursor.text.startsWith("()", cursor.at);
  if (name === undefined || isCount) return undefined;
  let hint: string | undefined;
  let join: SelectRelation["join"];
  for (let count = 0; count < 2 && skip(cursor, "!"); count++) {
    const given = optionalName(cursor);
    if (given === undefined) return undefined;
    if (given === "inner" || given === "left") join ??= given;
    else hint ??= given;
  }
  skipBlanks(cursor);
  if (peek(cursor) !== "(") return undefined;
  return { kind: "relation", name, alias, hint, join, spread };
}

function readAlias(cursor: Cursor): string | undefined {
  const alias = optionalName(cursor);
  if (alias === undefined || cursor.text.startsWith("::", cursor.at) || !skip(cursor, ":")) return undefined;
  return alias;
}

function readSelected(cursor: Cursor): SelectField {
  const nothing = { alias: undefined, cast: undefined, aggregate: undefined, aggregateCast: undefined } as const;
  if (skip(cursor, "*")) {
    endOfItem(cursor, '")", "," or end of input');
    return { kind: "field", field: { name: "*", path: [] }, ...nothing };
  }
  const alias = attempt(cursor, readAlias);
  skipBlanks(cursor);
  if (skip(cursor, "count()")) {
    const aggregateCast = readCast(cursor);
    endOfItem(cursor, '"::", ")", "," or end of input');
    return { kind: "field", field: { name: "*", path: [] }, ...nothing, alias, aggregate: "count", aggregateCast };
  }
  const field = readField(cursor);
  const cast = readCast(cursor);
  const aggregate = attempt(cursor, readAggregate);
  const aggregateCast = aggregate === undefined ? undefined : readCast(cursor);
  endOfItem(cursor, 'letter, digit, "-", "->>", "->", "::", ".", ")", "," or end of input');
  return { kind: "field", field, alias, cast, aggregate, aggregateCast };
}

function readAggregate(cursor: Cursor): Aggregate | undefined {
  const found = match(cursor, /\.(?:sum|avg|count|max|min)\(\)/y);
  return aggregates.find((name) => found === `.${name}()`);
}

/** The type that a value is turned into: letters, digits, blanks, and `_ $`. */
function readCast(cursor: Cursor): string | undefined {
  if (!skip(cursor, "::")) return undefined;
  const found = match(cursor, /[\p{L}\p{N}_ $]+/uy);
  return found === undefined ? refuse(cursor, "letter or digit") : found.trim();
}

function endOfItem(cursor: Cursor, expected: string): void {
  skipBlanks(cursor);
  if (!isAtEnd(cursor) && peek(cursor) !== ")" && peek(cursor) !== ",") refuse(cursor, expected);
}

/** Columns with commas between them: `columns`, `on_conflict`. */
export function readColumns(text: string, name: string): readonly string[] {
  const cursor = cursorOf(text, name);
  const columns = separated(cursor, readName);
  if (!isAtEnd(cursor)) refuse(cursor, '"," or end of input');
  return columns;
}
