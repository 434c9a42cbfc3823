// What a client wants to hear of a table: conditions on columns, which are read once and asked of every change.
import type { ClientBase } from "pg";
import { DatabaseError } from "pg";
import { LiveRefusal } from "../service.ts";
import type { RowText } from "./decode.ts";
import { patternOperators, readPattern, type Fits } from "./pattern.ts";
import type { LiveColumn, LiveTable } from "./tables.ts";

const operators = ["eq", "neq", "lt", "lte", "gt", "gte", "in", "is", "isdistinct", ...patternOperators] as const;
type Operator = (typeof operators)[number];

export type Condition = {
  readonly column: string;
  readonly category: string;
  readonly operator: Operator;
  readonly isNegated: boolean;
  /** As PostgreSQL itself writes them. */
  readonly values: readonly string[];
  /** Of a pattern: whether a text is like it. */
  readonly fits: Fits | undefined;
};

const mostValues = 100;
const mostConditions = 10;
const longest = 10_000;

const refused = (message: string) => new LiveRefusal("MalformedSubscription", message);

/** Fails with a `LiveRefusal`. */
export async function readFilter(text: string, table: LiveTable, client: ClientBase): Promise<readonly Condition[]> {
  if (text === "") return [];
  if (text.length > longest) throw refused("The filter is too long");
  const parts = split(text);
  if (parts.length > mostConditions) throw refused(`A filter has at most ${mostConditions} conditions`);
  const conditions: Condition[] = [];
  for (const part of parts) {
    const [, name, not, word, rest] = /^([^=]+)=(not\.)?([a-z]+)\.(.*)$/s.exec(part) ?? [];
    const operator = operators.find((one) => one === word);
    if (name === undefined || rest === undefined) throw refused(`This is no filter: ${part.slice(0, 100)}`);
    if (operator === undefined) throw refused(`Filters have no operator ${word}; they have ${operators.join(", ")}`);
    const column = table.shown.find((one) => one.name === name);
    if (column === undefined) throw refused(`There is no column ${name.slice(0, 100)} in ${table.place.name}`);
    const given = operator === "in" ? split(rest.replace(/^\(|\)$/g, "")).map(unquoted) : [unquoted(rest)];
    if (given.length > mostValues) throw refused(`A list in a filter has at most ${mostValues} values`);
    const pattern = patternOperators.find((one) => one === operator);
    if (pattern !== undefined && column.category !== "S")
      throw refused(`${column.name} is no text, and has no pattern`);
    const isWord = operator === "is" || (operator === "isdistinct" && rest === "null");
    const values = isWord || pattern !== undefined ? given : await canonical(given, column, client);
    if (operator === "is" && !["null", "true", "false", "unknown"].includes(rest))
      throw refused("is takes null, true, false or unknown");
    if (["lt", "lte", "gt", "gte"].includes(operator) && !isOrdered(column))
      throw refused(`${column.name} has no order that a filter could ask for`);
    conditions.push({
      column: column.name,
      category: column.category,
      operator,
      isNegated: not !== undefined,
      values: isWord && rest === "null" && operator === "isdistinct" ? [] : values,
      fits: pattern && readPattern(pattern, given[0] ?? ""),
    });
  }
  return conditions;
}

/** At commas that are neither in brackets nor in quotes. */
function split(text: string): readonly string[] {
  const parts: string[] = [];
  let part = "";
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? "";
    if (isQuoted && letter === "\\") part += letter + (text[++at] ?? "");
    else if (letter === "," && depth === 0 && !isQuoted) {
      parts.push(part);
      part = "";
    } else {
      if (letter === '"') isQuoted = !isQuoted;
      else if (!isQuoted && letter === "(") depth++;
      else if (!isQuoted && letter === ")") depth--;
      part += letter;
    }
  }
  return [...parts, part];
}

const unquoted = (text: string): string =>
  text.length >= 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).replace(/\\(.)/gs, "$1") : text;

/** The same value is written in one way only. Types are the table's own, never a client's words. */
async function canonical(
  values: readonly string[],
  { fullType, name }: LiveColumn,
  client: ClientBase,
): Promise<readonly string[]> {
  try {
    const { rows } = await client.query<{ value: string }>(
      `SELECT format('%s', one::${fullType}) AS value FROM unnest($1::text[]) AS one`,
      [[...values]],
    );
    return rows.map(({ value }) => value);
  } catch (failure) {
    if (failure instanceof DatabaseError) throw refused(`${name} is compared with a value of another type`);
    throw failure;
  }
}

/** Text, numbers, moments, yes and no, identifiers: their order is that of what PostgreSQL writes, or of numbers. */
const isOrdered = ({ category, type }: LiveColumn): boolean =>
  ["S", "N", "D", "B"].includes(category) || type === "uuid";

/** `row`: as the subscriber may see it. */
export const matches = (conditions: readonly Condition[], row: RowText): boolean =>
  conditions.every((condition) => {
    const value = row[condition.column] ?? null;
    const holds = answer(condition, value);
    // As in SQL: of what is empty nothing can be said, nor the opposite.
    return holds !== undefined && holds !== condition.isNegated;
  });

function answer({ operator, values, category, fits }: Condition, value: string | null): boolean | undefined {
  const [first = ""] = values;
  if (operator === "is") return value === (first === "true" ? "t" : first === "false" ? "f" : null);
  // Where nothing is compared with, there is something or not.
  if (operator === "isdistinct")
    return value === null || values.length === 0
      ? (value === null) !== (values.length === 0)
      : compare(value, first, category) !== 0;
  if (value === null) return undefined;
  if (fits !== undefined) return fits(value);
  if (operator === "in") return values.some((one) => compare(value, one, category) === 0);
  const order = compare(value, first, category);
  switch (operator) {
    case "eq":
      return order === 0;
    case "neq":
      return order !== 0;
    case "lt":
      return order < 0;
    case "lte":
      return order <= 0;
    case "gt":
      return order > 0;
    case "gte":
      return order >= 0;
  }
}

function compare(left: string, right: string, category: string): number {
  if (left === right) return 0;
  if (category === "N") return compareNumbers(left, right);
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

const plain = /^-?\d+(\.\d+)?$/;

/** Longer ones than JavaScript's, too. */
function compareNumbers(left: string, right: string): number {
  if (!plain.test(left) || !plain.test(right)) return Math.sign(Number(left) - Number(right));
  const places = Math.max(...[left, right].map((one) => one.split(".")[1]?.length ?? 0));
  const whole = (one: string) => {
    const [digits = "", fraction = ""] = one.split(".");
    return BigInt(digits + fraction.padEnd(places, "0"));
  };
  const [a, b] = [whole(left), whole(right)];
  return a < b ? -1 : a > b ? 1 : 0;
}
