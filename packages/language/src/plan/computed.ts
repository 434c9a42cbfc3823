// Where each computed field is worked out by itself: by PostgreSQL, in the place where it is read, or by a function.
import { selectsRows } from "../expression/analysis/in-row.ts";
import { checkExpression, readsThrough } from "../expression/check.ts";
import { childrenOf } from "../expression/children.ts";
import type { FieldSchema, Schema } from "../expression/schema.ts";
import type { Reads, Typed } from "../expression/typed.ts";
import { rowScope } from "../model/scopes.ts";

/**
 * - `column`: it depends on nothing but the row's own stored values, so PostgreSQL keeps it in a column;
 * - `place`: on the clock or the reader besides, so it is written out wherever it is read;
 * - `function`: on other rows;
 * - `kept`: on other rows, and each write to those updates a column (`plan/materialized/materialized.ts`).
 */
export type ComputedHome = "column" | "place" | "function" | "kept";

export type ComputedField = {
  readonly entity: string;
  readonly field: FieldSchema;
  readonly typed: Typed;
  readonly home: ComputedHome;
  /** What it depends on, through other computed fields too. */
  readonly reads: Reads;
};

/** By `entity.field`. */
export type ComputedFields = ReadonlyMap<string, ComputedField>;

export function computedFields(schema: Schema): ComputedFields {
  const typed = new Map<string, { readonly typed: Typed; readonly reads: Reads; readonly field: FieldSchema }>();
  for (const entity of schema.entities.values()) {
    for (const field of entity.fields.values()) {
      if (field.store.kind !== "computed") continue;
      const checked = checkExpression(field.store.expression, schema, rowScope(entity.id, { me: "maybe" }), {
        kind: "any",
      });
      if (checked.typed) typed.set(`${entity.id}.${field.id}`, { typed: checked.typed, reads: checked.reads, field });
    }
  }
  const homes = new Map<string, ComputedHome>();
  const weights = new Map<string, number>();
  const homeOf = (key: string): ComputedHome => {
    const known = homes.get(key);
    if (known !== undefined) return known;
    const one = typed.get(key);
    const home = one === undefined || weightOf(one.typed) > heaviest ? "function" : homeOfTree(one.typed);
    homes.set(key, home);
    return home;
  };
  /** A value that is written out where it is read must not grow without bounds. */
  const weightOf = (tree: Typed): number =>
    childrenOf(tree).reduce((sum, child) => sum + weightOf(child), innerWeight(tree));
  const innerWeight = (tree: Typed): number => {
    if (tree.node !== "field") return 1;
    const key = `${tree.entity}.${tree.field}`;
    const inner = typed.get(key);
    const weight = weights.get(key) ?? (inner === undefined ? 1 : weightOf(inner.typed));
    weights.set(key, weight);
    return weight;
  };
  const homeOfTree = (tree: Typed): ComputedHome => {
    switch (tree.node) {
      case "scope":
        return tree.source === "row" ? "column" : "place";
      case "field": {
        if (tree.of.node !== "scope" || tree.of.source !== "row") return "function";
        const store = schema.entities.get(tree.entity)?.fields.get(tree.field)?.store.kind;
        if (store === "computed") return homeOf(`${tree.entity}.${tree.field}`);
        return store === "column" || store === "array" ? "column" : "function";
      }
    }
    if (selectsRows(tree)) return "function";
    return childrenOf(tree).map(homeOfTree).reduce(worse, "column");
  };
  const readsOf = (entity: string, field: string) => typed.get(`${entity}.${field}`)?.reads;
  return new Map(
    [...typed].map(([key, one]) => {
      const entity = key.slice(0, key.indexOf("."));
      const reads = readsThrough(one.reads, entity, readsOf);
      return [key, { entity, field: one.field, typed: one.typed, home: homeOf(key), reads }];
    }),
  );
}

/** Nodes of an expression, with those of the computed values that it reads. */
const heaviest = 200;

const worse = (one: ComputedHome, other: ComputedHome): ComputedHome => {
  if (one === "function" || other === "function") return "function";
  return one === "place" ? one : other;
};
