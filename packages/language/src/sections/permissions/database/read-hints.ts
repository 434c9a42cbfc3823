// What the caller's own standing says of a read right beforehand: which columns every readable row must match.
import { quoteText } from "../../../expression/sql/sql-quote.ts";
import type { Typed } from "../../../expression/typed.ts";
import { nameOf, innerPlace } from "../../../plan/layout.ts";
import { readers, type DatabaseObject } from "../../../plan/objects.ts";
import type { Split } from "../splits.ts";

/**
 * One arm of a right. `fact` is SQL that is the same for every row, "true" where the arm is for all. `columns` are such
 * that one of them holds one of its values in every row that the arm lets through; none where that cannot be said.
 */
export type ReadHint = { readonly fact: string; readonly columns: readonly HintColumn[] };
/** `isMe`: the column names the caller. */
export type HintColumn = { readonly column: string; readonly values: string; readonly isMe: boolean };

/**
 * An OR of a fact with a column keeps PostgreSQL from using the column's index, since it plans without knowing the
 * fact. So a client that reads many rows calls this first, and adds the result to its request: nothing (NULL) where
 * some fact lets the caller read regardless of the columns, else an object of columns and values. The policy still
 * decides.
 */
export function narrowingOf(
  entity: string,
  arms: readonly ReadHint[],
  masked: ReadonlySet<string> | undefined,
  address: string,
): readonly DatabaseObject[] {
  const broad = arms.filter(({ columns }) => columns.length === 0).map(({ fact }) => fact);
  const narrow = arms.filter(({ columns }) => columns.length > 0);
  // Where no fact stands beside the columns PostgreSQL sees them by itself; where all is for everybody there are none.
  if (broad.length === 0 || narrow.length === 0 || broad.includes("true")) return [];
  // A reader who may not see such a column would find none of their rows by it.
  if (narrow.some(({ columns }) => columns.some(({ column }) => masked?.has(column)))) return [];
  const values = new Map<string, string[]>();
  for (const { fact, columns } of narrow) {
    for (const { column, values: found } of columns) {
      const given = fact === "true" ? found : `CASE WHEN ${fact} THEN ${found} ELSE '{}' END`;
      values.set(column, [...(values.get(column) ?? []), given]);
    }
  }
  const pairs = [...values].map(
    ([column, found]) => `${quoteText(column)}, to_jsonb(array_remove(${found.join(" || ")}, NULL))`,
  );
  return [
    {
      kind: "function",
      place: innerPlace(nameOf("narrow", entity)),
      parameters: [],
      returns: "jsonb",
      language: "plpgsql",
      volatility: "stable",
      actsAs: "owner",
      // It reveals facts to callers only about themselves.
      body: `BEGIN RETURN (SELECT CASE WHEN ${broad.join(" OR ")} THEN NULL ELSE jsonb_build_object(${pairs.join(", ")}) END); END`,
      callers: readers,
      address,
    },
  ];
}

/** The caller's id, as one of a column's values. */
const oneself = "ARRAY[(SELECT auth.uid())]";

/** Columns of which one names the caller wherever the condition holds; none where it may hold without. */
export function columnsOfMe(split: Split | undefined, entity: string): readonly HintColumn[] {
  const columns = split === undefined ? [] : ofSplit(split, entity);
  return columns.map((column) => ({ column, values: oneself, isMe: true }));
}

function ofSplit(split: Split, entity: string): readonly string[] {
  if (split.kind === "and") return split.parts.map((part) => ofSplit(part, entity)).find(isSome) ?? [];
  if (split.kind === "or") return all(split.parts.map((part) => ofSplit(part, entity)));
  return split.kind === "columns" ? ofTyped(split.typed, entity) : [];
}

function ofTyped(typed: Typed, entity: string): readonly string[] {
  if (typed.node === "and") return [typed.left, typed.right].map((one) => ofTyped(one, entity)).find(isSome) ?? [];
  if (typed.node === "or") return all([typed.left, typed.right].map((one) => ofTyped(one, entity)));
  if (typed.node !== "equal") return [];
  const { left, right } = typed;
  const [field, other] = left.node === "field" ? [left, right] : [right, left];
  const isMe = other.node === "scope" && other.source === "me";
  const isOwn =
    field.node === "field" && field.of.node === "scope" && field.of.source === "row" && field.of.name === entity;
  return isMe && isOwn ? [field.field] : [];
}

const isSome = (columns: readonly string[]): boolean => columns.length > 0;
const all = (parts: readonly (readonly string[])[]): readonly string[] => (parts.every(isSome) ? parts.flat() : []);
