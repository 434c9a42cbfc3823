// Which computed fields over other rows are kept in a column, so that they can be sorted and found, and by whose writes.
import type { Compiled } from "../compile.ts";
import { childrenOf } from "../expression/children.ts";
import type { Typed, TypedOf } from "../expression/typed.ts";
import type { ComputedField, ComputedFields } from "./computed.ts";
import { isFixed } from "./fixed.ts";
import type { ListStep } from "./found.ts";

type Way = readonly ListStep[];

export type Kept = ComputedField & {
  /** Columns of the row itself that it reads, through other computed fields too. */
  readonly own: readonly string[];
  /** The lists that it reads, each from the row down: whoever writes a row at the end of one brings it up to date. */
  readonly lists: readonly Way[];
  /** After how many other kept values it comes, because it reads them: the total of a customer after that of an order. */
  readonly stage: number;
};

/** By `entity.field`. */
export type KeptFields = ReadonlyMap<string, Kept>;

type Given = Pick<Compiled, "schema" | "lookup" | "model">;

/** What the lists lead to, and the kept values among what is read; undefined where it cannot be kept. */
type Sources = { readonly lists: readonly Way[]; readonly needs: ReadonlySet<string> } | undefined;

/**
 * Of the fields that something sorts or finds rows by, and of what these read. Only what is reached by lists is kept: a
 * row of a list names the row that it is to bring up to date, while a value that many rows refer to, or all rows of an
 * entity, would have everybody write everything.
 */
export function keptFields(queried: ReadonlySet<string>, computed: ComputedFields, given: Given): KeptFields {
  const known = new Map<string, Sources>();
  const sources = (key: string): Sources => {
    if (!known.has(key)) {
      // What reads itself has no accepted document; it would have no end here.
      known.set(key, undefined);
      const one = computed.get(key);
      known.set(key, one === undefined ? undefined : sourcesOf(one, computed, sources, given));
    }
    return known.get(key);
  };
  const stages = new Map<string, number>();
  const keep = (key: string): number => {
    const before = stages.get(key);
    if (before !== undefined) return before;
    const stage = Math.max(0, ...[...(sources(key)?.needs ?? [])].map((need) => keep(need) + 1));
    stages.set(key, stage);
    return stage;
  };
  for (const key of queried) if (computed.get(key)?.home === "function" && sources(key) !== undefined) keep(key);
  return new Map(
    [...stages].flatMap(([key, stage]): readonly (readonly [string, Kept])[] => {
      const one = computed.get(key);
      const lists = sources(key)?.lists;
      if (one === undefined || lists === undefined) return [];
      const fields = given.schema.entities.get(one.entity)?.fields;
      const own = [...one.reads.own].filter((id) => ["column", "array"].includes(fields?.get(id)?.store.kind ?? ""));
      return [[key, { ...one, home: "kept", own, lists, stage }]];
    }),
  );
}

function sourcesOf(
  one: ComputedField,
  computed: ComputedFields,
  sources: (key: string) => Sources,
  given: Given,
): Sources {
  // Nothing is written when the clock moves, and every reader has a value of their own.
  if (one.reads.clock || one.reads.me) return undefined;
  const lists: Way[] = [];
  const needs = new Set<string>();
  const items = new Map<string, Way | undefined>();
  let isKnown = true;
  visit(one.typed);
  return isKnown ? { lists, needs } : undefined;

  function unknown(): undefined {
    isKnown = false;
    return undefined;
  }

  /** The lists that lead to the rows that a node stands for; undefined where it stands for values, or nobody knows. */
  function visit(node: Typed): Way | undefined {
    switch (node.node) {
      case "scope":
        return node.source === "row" && node.name === one.entity ? [] : unknown();
      case "item":
        return items.get(node.name);
      case "field":
        return visitField(node);
      case "all rows":
      case "the row":
      case "has role":
        return unknown();
      case "filter":
      case "map":
      case "quantifier": {
        const list = visit(node.list);
        items.set(node.item, list);
        const body = visit(node.body);
        return node.node === "map" ? body : list;
      }
      case "first": {
        const list = visit(node.list);
        items.set(node.item, list);
        visit(node.by);
        return list;
      }
      case "only":
        return visit(node.list);
      default:
        for (const child of childrenOf(node)) visit(child);
        return undefined;
    }
  }

  function visitField(node: TypedOf<"field">): Way | undefined {
    const of = visit(node.of);
    if (of === undefined) return unknown();
    const store = given.schema.entities.get(node.entity)?.fields.get(node.field)?.store;
    switch (store?.kind) {
      // A reference is a value of the row; the row that it leads to is none of its lists.
      case "column":
      case "array":
        return undefined;
      case "computed":
        return visitComputed(`${node.entity}.${node.field}`, of);
      case "reverse": {
        const { via, entity: to } = store;
        // Who climbs from the last row must find the same rows above it as whoever has locked them. A reference that may be
        // left open may be given later.
        if (!of.every(({ fixed }) => fixed)) return unknown();
        const stays = isFixed(to, via, given) && given.schema.entities.get(to)?.fields.get(via)?.type.empty === false;
        const way = [...of, { kind: "list", via, to, fixed: stays } as const];
        lists.push(way);
        return way;
      }
      default:
        return unknown();
    }
  }

  function visitComputed(key: string, of: Way): undefined {
    if (computed.get(key)?.home === "column") return undefined;
    const inner = sources(key);
    if (inner === undefined) return unknown();
    needs.add(key);
    // The row whose value is kept is locked by then, so that the way above it stands still.
    const held = of.map((step, index) => (index === of.length - 1 ? { ...step, fixed: true } : step));
    lists.push(...inner.lists.map((list) => [...held, ...list]));
    return undefined;
  }
}
