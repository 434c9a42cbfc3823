// How a condition about a row splits into parts that the database decides for many rows at once, and parts that it cannot.
import { childrenOf } from "../../expression/children.ts";
import { checkExpression } from "../../expression/check.ts";
import { withParts } from "../../expression/fold-constants.ts";
import type { Schema } from "../../expression/schema.ts";
import { chainOf } from "../../expression/sql/sql-values.ts";
import type { Typed, TypedOf } from "../../expression/typed.ts";
import { rowScope } from "../../model/scopes.ts";

export type Split =
  | { readonly kind: "and" | "or"; readonly parts: readonly Split[] }
  | { readonly kind: "not"; readonly of: Split }
  /** The same for every row. */
  | { readonly kind: "fact"; readonly typed: Typed }
  /** Columns of the row, and what is the same for every row. */
  | { readonly kind: "columns"; readonly typed: Typed }
  /** What one reference leads to: decided once for all rows that it may lead to. */
  | { readonly kind: "through"; readonly field: string; readonly entity: string; readonly typed: Typed }
  /** What one list of the row holds: decided once for all rows of the entity. */
  | { readonly kind: "listed"; readonly typed: Typed }
  /** What compares the row with other rows: `keys` lead there, `own` are values of the row. */
  | {
      readonly kind: "row by row";
      readonly typed: Typed;
      readonly keys: readonly string[];
      readonly own: readonly string[];
    };

export function splitOf(condition: Typed, entity: string, schema: Schema): Split {
  return split(withoutComputed(condition, entity, schema), { entity, schema });
}

type About = { readonly entity: string; readonly schema: Schema };

function split(typed: Typed, about: About): Split {
  const whole = partOf(typed, about);
  if (whole.kind === "fact" || whole.kind === "columns") return whole;
  if (typed.node === "not") return { kind: "not", of: split(typed.of, about) };
  // A set of rows that a reference may lead to does not cover an empty reference: that case is split off first.
  const mayBeNowhere = whole.kind === "through" && isEmptyable(whole.field, about);
  if (typed.node === "conditional" && mayBeNowhere) {
    const test = split(typed.test, about);
    return {
      kind: "or",
      parts: [
        { kind: "and", parts: [test, split(typed.then, about)] },
        { kind: "and", parts: [{ kind: "not", of: test }, split(typed.otherwise, about)] },
      ],
    };
  }
  if (typed.node !== "and" && typed.node !== "or") {
    return mayBeNowhere && readsItself(typed, whole.field) ? rowByRow(typed, [whole.field], []) : whole;
  }
  if (whole.kind === "through" && !mayBeNowhere) return whole;
  return { kind: typed.node, parts: grouped(typed, about) };
}

/** Parts that one reference leads to are one part, wherever they stand in the chain. */
function grouped(typed: TypedOf<"and">, about: About): readonly Split[] {
  const groups = new Map<string, Typed>();
  const rest: Split[] = [];
  for (const one of chainOf(typed)) {
    const part = split(one, about);
    const key =
      part.kind === "through" ? part.field : part.kind === "columns" || part.kind === "fact" ? part.kind : undefined;
    if (key === undefined) rest.push(part);
    else {
      const before = groups.get(key);
      groups.set(key, before === undefined ? one : { ...typed, left: before, right: one });
    }
  }
  return [...[...groups.values()].map((one) => partOf(one, about)), ...rest];
}

function partOf(typed: Typed, { entity, schema }: About): Split {
  const keys = new Set<string>();
  const own = new Set<string>();
  collect(typed, { entity, schema }, keys, own);
  const plain = [...own].filter((field) => !keys.has(field));
  const [key, second] = [...keys];
  if (second !== undefined || (key !== undefined && plain.length > 0)) {
    return rowByRow(typed, [...keys], plain);
  }
  if (key !== undefined) return leadsTo(key, typed, { entity, schema });
  if (plain.length === 0) return { kind: "fact", typed };
  if (!selects(typed, { entity, schema })) return { kind: "columns", typed };
  const [only, other] = plain;
  return only !== undefined && other === undefined
    ? leadsTo(only, typed, { entity, schema })
    : { kind: "listed", typed };
}

const rowByRow = (typed: Typed, keys: readonly string[], own: readonly string[]): Split => ({
  kind: "row by row",
  typed,
  keys,
  own,
});

const isEmptyable = (field: string, { entity, schema }: About): boolean =>
  schema.entities.get(entity)?.fields.get(field)?.type.empty !== false;

/** Whether the reference's own value is read, and not only what it leads to. */
function readsItself(typed: Typed, field: string): boolean {
  if (typed.node === "field") {
    const root = rootField(typed);
    if (root !== undefined) return root === typed && root.field === field;
  }
  return childrenOf(typed).some((child) => readsItself(child, field));
}

function leadsTo(field: string, typed: Typed, { entity, schema }: About): Split {
  const type = schema.entities.get(entity)?.fields.get(field)?.type;
  return type?.kind === "row" ? { kind: "through", field, entity: type.entity, typed } : { kind: "listed", typed };
}

/** `keys`: fields that lead to other rows. `own`: fields of the row that are read as they are; `id` for the row itself. */
function collect(typed: Typed, about: About, keys: Set<string>, own: Set<string>): void {
  if (typed.node === "scope" && isOwnRow(typed)) own.add("id");
  else if (typed.node === "has role" && typed.of.node === "field" && rootField(typed.of) !== undefined) {
    keys.add(rootField(typed.of)?.field ?? "");
    if (typed.within) collect(typed.within, about, keys, own);
  } else {
    const root = typed.node === "field" ? rootField(typed) : undefined;
    if (root) (root !== typed || isListOfRows(root, about.schema) ? keys : own).add(root.field);
    else for (const child of childrenOf(typed)) collect(child, about, keys, own);
  }
}

const isListOfRows = ({ entity, field }: TypedOf<"field">, schema: Schema): boolean => {
  const kind = schema.entities.get(entity)?.fields.get(field)?.store.kind;
  return kind === "reverse" || kind === "pairs";
};

const isOwnRow = (typed: TypedOf<"scope">): boolean => typed.source === "row" && !typed.name.startsWith("my_");

/** The first step of a path that begins at the clause's own row. */
function rootField(typed: TypedOf<"field">): TypedOf<"field"> | undefined {
  if (typed.of.node === "scope") return isOwnRow(typed.of) ? typed : undefined;
  return typed.of.node === "field" ? rootField(typed.of) : undefined;
}

/** Whether something that depends on the row is selected from a table. */
function selects(typed: Typed, about: About): boolean {
  if (!dependsOnRow(typed)) return false;
  if (typed.node === "field") {
    if (typed.of.node !== "scope") return true;
    return isListOfRows(typed, about.schema);
  }
  if (typed.node === "has role" && !(typed.of.node === "scope" && typed.of.source === "me")) return true;
  // What is the same for every row is worked out beforehand, but not what looks at the row inside.
  return childrenOf(typed).some((child) => selects(child, about) || (hasItem(child) && isFromTable(child)));
}

function isFromTable(typed: Typed): boolean {
  if (typed.node === "all rows" || typed.node === "the row") return true;
  if (typed.node === "field" && (typed.of.node !== "scope" || !isOwnRow(typed.of))) return true;
  return childrenOf(typed).some((child) => isFromTable(child));
}

/** Whether it is another value for another row. */
export function dependsOnRow(typed: Typed): boolean {
  return (typed.node === "scope" && typed.source === "row") || childrenOf(typed).some(dependsOnRow);
}

/** Whether it speaks of an item of a list that stands around it. */
export function hasItem(typed: Typed, bound: ReadonlySet<string> = new Set()): boolean {
  if (typed.node === "item") return !bound.has(typed.name);
  const inside = "item" in typed ? new Set([...bound, typed.item]) : bound;
  return childrenOf(typed).some((child) => hasItem(child, inside));
}

/** Values of the row that are worked out stand for what they are worked out of. */
function withoutComputed(typed: Typed, entity: string, schema: Schema): Typed {
  if (typed.node === "field" && typed.of.node === "scope" && isOwnRow(typed.of)) {
    const store = schema.entities.get(entity)?.fields.get(typed.field)?.store;
    if (store?.kind === "computed") {
      const scope = rowScope(entity, { me: "maybe" });
      const value = checkExpression(store.expression, schema, scope, { kind: "any" }).typed;
      if (value !== undefined) return withoutComputed(value, entity, schema);
    }
  }
  return withParts(typed, (part) => withoutComputed(part, entity, schema));
}
