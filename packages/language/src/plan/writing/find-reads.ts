// From a typed expression about one row to what it reads of others; locks are made from it, and what asks a rule again.
import { childrenOf } from "../../expression/children.ts";
import type { Typed, TypedOf } from "../../expression/typed.ts";
import type { Design } from "../design.ts";
import { isFixed } from "../fixed.ts";
import type { ReadTarget, Step } from "../read-targets.ts";

/** How the rows that a node stands for are reached from the clause's own row; undefined where there is no one way. */
type Way = Known | typeof elsewhere | undefined;
type Known = { readonly entity: string; readonly steps: readonly Step[] };

/** A way that begins at another row at hand, from which it is found by itself. */
const elsewhere = "elsewhere";

type Here = {
  readonly entity: string;
  readonly own: Way;
  readonly items: Map<string, Way>;
  /** Computed fields that are being followed. */
  readonly within: readonly string[];
};

/** `oldOf`: the entity whose row `old` is, where that is not the one that is asked about. */
export const findReads = (typed: Typed, entity: string, design: Design, oldOf = entity): readonly ReadTarget[] =>
  follow(typed, entity, design, oldOf).found;

/** What is read to know whether the row that a reference names is in a list: of all rows of an entity, that one alone counts. */
export function findChoiceReads(list: Typed, field: string, entity: string, design: Design): readonly ReadTarget[] {
  let all = list;
  while (all.node === "filter") all = all.list;
  if (all.node !== "all rows") return findReads(list, entity, design);
  const step: Step = { kind: "reference", field, to: all.entity, fixed: isFixed(entity, field, design.compiled) };
  return follow(list, entity, design, entity, { all, way: { entity: all.entity, steps: [step] } }).found;
}

/** The entities of which it reads other rows, what never changes in them too. */
export const entitiesRead = (typed: Typed, entity: string, design: Design): ReadonlySet<string> =>
  follow(typed, entity, design, entity).entities;

/** The steps to the row, or the rows, that an expression names; undefined where there is no one way. */
export function findReadPath(typed: Typed, entity: string, design: Design): readonly Step[] | undefined {
  const { leads } = follow(typed, entity, design, entity);
  return leads === undefined || leads === elsewhere ? undefined : leads.steps;
}

/** `chosen`: which of all rows is meant. */
function follow(
  typed: Typed,
  entity: string,
  design: Design,
  oldOf: string,
  chosen?: { readonly all: Typed; readonly way: Known },
) {
  const found: ReadTarget[] = [];
  const entities = new Set<string>();
  const leads = visit(typed, { entity, own: { entity, steps: [] }, items: new Map(), within: [] });
  return { found, leads, entities };

  function visit(node: Typed, here: Here): Way {
    switch (node.node) {
      case "scope":
        if (node.source === "old") return oldOf === entity ? here.own : elsewhere;
        if (node.source === "row") return node.name === here.entity ? here.own : elsewhere;
        return undefined;
      case "item":
        return here.items.get(node.name);
      case "field":
        return visitField(node, here);
      case "all rows":
        entities.add(node.entity);
        if (node === chosen?.all) return chosen.way;
        found.push({ kind: "whole", entity: node.entity });
        return undefined;
      case "the row":
        entities.add(node.entity);
        found.push({ kind: "one row", entity: node.entity });
        return undefined;
      case "filter":
      case "map":
      case "quantifier": {
        const list = visit(node.list, here);
        here.items.set(node.item, list);
        const body = visit(node.body, here);
        return node.node === "map" ? body : list;
      }
      case "first": {
        const list = visit(node.list, here);
        here.items.set(node.item, list);
        visit(node.by, here);
        return list;
      }
      case "only":
        return visit(node.list, here);
      default:
        for (const child of childrenOf(node)) visit(child, here);
        return undefined;
    }
  }

  function visitField(node: TypedOf<"field">, here: Here): Way {
    const of = visit(node.of, here);
    const field = design.compiled.schema.entities.get(node.entity)?.fields.get(node.field);
    switch (field?.store.kind) {
      case "computed": {
        const computed = computedOf(node.entity, node.field, design);
        const name = `${node.entity}.${node.field}`;
        if (computed === undefined || here.within.includes(name)) return undefined;
        const inside = { entity: node.entity, own: of, items: new Map(), within: [...here.within, name] };
        return visit(computed, inside);
      }
      case "reverse": {
        const { entity: to, via } = field.store;
        entities.add(to);
        if (of === elsewhere) return elsewhere;
        if (of === undefined) {
          found.push({ kind: "whole", entity: to });
          return undefined;
        }
        const way = [...of.steps, { kind: "list", via, to, fixed: isFixed(to, via, design.compiled) } as const];
        found.push({ kind: "list", from: entity, way });
        return { entity: to, steps: way };
      }
      default: {
        if (!isOwn(of)) entities.add(node.entity);
        if (of === elsewhere) return elsewhere;
        const fixed = isFixed(node.entity, node.field, design.compiled);
        if (of === undefined) {
          if (!fixed && isOther(node.of)) found.push({ kind: "somewhere", entity: node.entity });
          return undefined;
        }
        if (of.steps.length > 0 && !fixed)
          found.push(isBehindList(of.steps, node.entity) ?? { kind: "row", from: entity, way: of.steps });
        if (node.type.kind !== "row" || field?.store.kind !== "column") return undefined;
        const to = node.type.entity;
        return { entity: to, steps: [...of.steps, { kind: "reference", field: node.field, to, fixed }] };
      }
    }
  }
}

const isOwn = (way: Way): boolean => way !== undefined && way !== elsewhere && way.steps.length === 0;

/** Neither who asks nor the one row of an entity, which is locked as such. */
const isOther = (node: Typed): boolean => node.node !== "scope" && node.node !== "the row";

/** A row that a row of a list refers to. Rows of the list itself are a part of it, and locked with it. */
const isBehindList = (way: readonly Step[], entity: string): ReadTarget | undefined =>
  way.at(-1)?.kind === "reference" && way.some(({ kind }) => kind === "list")
    ? { kind: "somewhere", entity }
    : undefined;

/** The expression of a computed field, about the row of its entity. */
export const computedOf = (entity: string, field: string, { layout }: Design): Typed | undefined =>
  layout.computed.get(`${entity}.${field}`)?.typed;
