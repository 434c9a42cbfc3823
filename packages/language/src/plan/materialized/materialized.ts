// Which computed fields over other rows are kept in a column, so that they can be sorted and found, and by whose writes.
import type { Compiled } from "../../compile.ts";
import { childrenOf } from "../../expression/children.ts";
import type { Typed, TypedOf } from "../../expression/typed.ts";
import type { ComputedField, ComputedFields } from "../computed.ts";
import { isFixed } from "../fixed.ts";
import type { ListStep, Step } from "../read-targets.ts";

export type ReadPath = readonly Step[];

/** What is read of the rows at the end of a way that begins at the row itself, and has at least one step. */
export type MaterializedRead = { readonly way: ReadPath; readonly columns: readonly string[] };

export type Materialized = ComputedField & {
  /** Columns of the row itself that it reads, through other computed fields too. */
  readonly own: readonly string[];
  /** What it reads of other rows, through other kept values too: a write to such a row updates it. */
  readonly ways: readonly MaterializedRead[];
  /** Of these, what its own expression reads. */
  readonly direct: readonly MaterializedRead[];
  /** After how many other kept values it comes, because it reads them: the total of a customer after that of an order. */
  readonly stage: number;
};

export const isReference = (step: Step): boolean => step.kind === "reference";

/** The lists that it reads, each from the row down. */
export const listsOf = ({ ways }: Materialized): readonly (readonly ListStep[])[] =>
  ways.flatMap(({ way }) => (way.every((step) => step.kind === "list") ? [way] : []));

/** By `entity.field`. */
export type MaterializedFields = ReadonlyMap<string, Materialized>;

type Given = Pick<Compiled, "schema" | "lookup" | "model">;

/** What it reads, and the kept values among that; undefined where it cannot be kept. */
type Sources =
  | {
      readonly direct: readonly MaterializedRead[];
      readonly ways: readonly MaterializedRead[];
      readonly needs: ReadonlySet<string>;
    }
  | undefined;

/**
 * Of the fields that something sorts or finds rows by, and of what these read. A row of a list names the row that it is
 * to bring up to date, and rows that refer to one are found by the index of their reference. A value that reads all
 * rows of an entity would make every writer update every row.
 */
export function materializedFields(
  queried: ReadonlySet<string>,
  computed: ComputedFields,
  given: Given,
): MaterializedFields {
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
    [...stages].flatMap(([key, stage]): readonly (readonly [string, Materialized])[] => {
      const one = computed.get(key);
      const found = sources(key);
      if (one === undefined || found === undefined) return [];
      const { direct, ways } = found;
      return [[key, { ...one, home: "kept", own: ownColumns(one, given), direct, ways, stage }]];
    }),
  );
}

function ownColumns(one: ComputedField, { schema }: Given): readonly string[] {
  const fields = schema.entities.get(one.entity)?.fields;
  return [...one.reads.own].filter((id) => ["column", "array"].includes(fields?.get(id)?.store.kind ?? ""));
}

function sourcesOf(
  one: ComputedField,
  computed: ComputedFields,
  sources: (key: string) => Sources,
  given: Given,
): Sources {
  // Nothing is written when the clock moves, and every reader has a value of their own.
  if (one.reads.clock || one.reads.me) return undefined;
  return new SourceSearch(one, computed, sources, given).found();
}

/** Follows an expression from its own row to all rows that it reads. */
class SourceSearch {
  readonly #one: ComputedField;
  readonly #computed: ComputedFields;
  readonly #sources: (key: string) => Sources;
  readonly #given: Given;
  readonly #direct = gathering();
  readonly #inner = gathering();
  readonly #needs = new Set<string>();
  readonly #items = new Map<string, ReadPath | undefined>();
  #isKnown = true;

  constructor(one: ComputedField, computed: ComputedFields, sources: (key: string) => Sources, given: Given) {
    this.#one = one;
    this.#computed = computed;
    this.#sources = sources;
    this.#given = given;
  }

  found(): Sources {
    this.#visit(this.#one.typed);
    const direct = this.#direct.all();
    return this.#isKnown ? { direct, ways: together(direct, this.#inner.all()), needs: this.#needs } : undefined;
  }

  #unknown(): undefined {
    this.#isKnown = false;
    return undefined;
  }

  /** The path to the rows that a node stands for; undefined where it stands for values, or is unknown. */
  #visit(node: Typed): ReadPath | undefined {
    switch (node.node) {
      case "scope":
        return node.source === "row" && node.name === this.#one.entity ? [] : this.#unknown();
      case "item":
        return this.#items.get(node.name);
      case "field":
        return this.#visitField(node);
      case "all rows":
      case "the row":
      case "has role":
        return this.#unknown();
      case "filter":
      case "map":
      case "quantifier": {
        const list = this.#visit(node.list);
        this.#items.set(node.item, list);
        const body = this.#visit(node.body);
        return node.node === "map" ? body : list;
      }
      case "first": {
        const list = this.#visit(node.list);
        this.#items.set(node.item, list);
        this.#visit(node.by);
        return list;
      }
      case "only":
        return this.#visit(node.list);
      default:
        for (const child of childrenOf(node)) this.#visit(child);
        return undefined;
    }
  }

  #visitField(node: TypedOf<"field">): ReadPath | undefined {
    const of = this.#visit(node.of);
    if (of === undefined) return this.#unknown();
    const store = this.#given.schema.entities.get(node.entity)?.fields.get(node.field)?.store;
    switch (store?.kind) {
      case "column": {
        this.#direct.add(of, node.field);
        if (node.type.kind !== "row") return undefined;
        const fixed = isFixed(node.entity, node.field, this.#given);
        return [...of, { kind: "reference", field: node.field, to: node.type.entity, fixed }];
      }
      case "array":
        this.#direct.add(of, node.field);
        return undefined;
      case "computed":
        return this.#visitComputed(`${node.entity}.${node.field}`, of);
      case "reverse": {
        const { via, entity: to } = store;
        // A writer who climbs from the last row must find the same rows above it as the one who locked them. A
        // reference that may be left open may be given later. And a referenced row stands for no list: a writer who
        // adds a reference to it would have to lock what each row of the list reads.
        if (!of.every((step) => step.kind === "list" && step.fixed)) return this.#unknown();
        const stays =
          isFixed(to, via, this.#given) && this.#given.schema.entities.get(to)?.fields.get(via)?.type.empty === false;
        const way = [...of, { kind: "list", via, to, fixed: stays } as const];
        this.#direct.add(way, via);
        return way;
      }
      default:
        return this.#unknown();
    }
  }

  #visitComputed(key: string, of: ReadPath): undefined {
    const it = this.#computed.get(key);
    if (it === undefined) return this.#unknown();
    this.#direct.add(of, it.field.id);
    if (it.home === "column") return undefined;
    const found = this.#sources(key);
    if (found === undefined || returns(of, found.ways, this.#one.entity)) return this.#unknown();
    this.#needs.add(key);
    for (const column of ownColumns(it, this.#given)) this.#inner.add(of, column);
    // The row whose value is kept is locked already, so the path above it cannot change.
    const held = of.map((step, index) => (index === of.length - 1 ? { ...step, fixed: true } : step));
    for (const { way, columns } of found.ways) for (const column of columns) this.#inner.add([...held, ...way], column);
    return undefined;
  }
}

/**
 * Whether a path leads up by a reference and down again by a list to rows from which it came: a writer of one of them
 * would write all others, and two writers would wait for each other.
 */
function returns(of: ReadPath, ways: readonly MaterializedRead[], entity: string): boolean {
  if (!of.some(isReference)) return false;
  const passed = new Set([entity, ...of.map(({ to }) => to)]);
  return ways.some(({ way }) => way.some((step) => step.kind === "list" && passed.has(step.to)));
}

export const nameOfStep = (step: Step): string => (step.kind === "list" ? `${step.to} via ${step.via}` : step.field);

/** Columns by the way that leads to them. */
function gathering() {
  const found = new Map<string, { readonly way: ReadPath; readonly columns: Set<string> }>();
  return {
    add: (way: ReadPath, column: string): void => {
      if (way.length === 0) return;
      const key = way.map(nameOfStep).join(", ");
      const known = found.get(key) ?? { way, columns: new Set<string>() };
      found.set(key, known);
      known.columns.add(column);
    },
    all: (): readonly MaterializedRead[] =>
      [...found.values()].map(({ way, columns }) => ({ way, columns: [...columns] })),
  };
}

function together(...parts: readonly (readonly MaterializedRead[])[]): readonly MaterializedRead[] {
  const all = gathering();
  for (const { way, columns } of parts.flat()) for (const column of columns) all.add(way, column);
  return all.all();
}
