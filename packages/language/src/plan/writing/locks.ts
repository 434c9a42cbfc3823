// Which rows a write of an entity locks, so that what is decided from rows still holds after all commits.
import type { Consequence, Design, ReadPart } from "../design.ts";
import { findReads } from "./find-reads.ts";
import type { ReadTarget, Step } from "../read-targets.ts";
import type { Move, MovedPath } from "./reference-locks.ts";

/**
 * What the rows of one entity lock when they are written, or when a guard is about to look at them. `table`: rows of an
 * entity, or of `writ.lock`, which stands for all rows of one. `ways`: from the written row to those that are locked, by
 * references; the last one's rows are locked by the id that it holds.
 */
export type Lock = {
  readonly entity: string;
  /** The row of `writ.lock` that stands for all rows of the entity. */
  readonly whole: boolean;
  /** All rows, of an entity that has one. */
  readonly every?: boolean;
  /** Only where this field of a written row is not empty. */
  readonly ifSet?: string | undefined;
  /** `change` blocks all other readers and writers; `share` blocks writers. */
  readonly mode: "share" | "change";
  readonly ways: readonly (readonly string[])[];
  /** The same, of rows alone that have come to refer to others (`plan/writing/reference-locks.ts`). */
  readonly moved?: readonly MovedPath[];
  /** How often references must be followed until all are locked: those that may change are locked themselves. */
  readonly rounds: number;
};

/** By the entity that is written. */
export function locksOf(
  parts: readonly ReadPart[],
  moves: readonly Move[],
  consequences: readonly Consequence[],
  design: Design,
): ReadonlyMap<string, readonly Lock[]> {
  const locks = new Map<string, Lock[]>();
  const add = (writer: string, lock: Lock) => {
    const known = locks.get(writer) ?? [];
    locks.set(writer, known);
    const same = known.findIndex((one) => one.entity === lock.entity && one.whole === lock.whole);
    const before = known[same];
    if (before === undefined) known.push(lock);
    // One mode for all rows of a table, the stronger one: a transaction that holds a weaker lock and then wants more
    // may wait for ever.
    else known[same] = joined(before, lock);
  };
  const reads = parts.map(({ entity, reads: given }) => ({
    entity,
    found: "node" in given ? findReads(given, entity, design) : given,
  }));
  const readers = new Set(reads.flatMap(({ entity, found }) => (found.length === 0 ? [] : [entity])));
  for (const { entity, found } of reads) {
    for (const one of found) {
      if (one.kind !== "somewhere") addFound(one, entity, add);
      // A writer there who reads no other row comes before or after, and nothing is broken in either order.
      else if (readers.has(one.entity)) for (const reader of askingOf(entity, found)) addWhole(one.entity, reader, add);
    }
  }
  for (const { writer, to, way, rounds } of moves)
    add(writer, { entity: to, whole: false, mode: "share", ways: [], moved: [way], rounds });
  return new Map([...locks].map(([writer, own]) => [writer, foreseeing(writer, own, locks, consequences)]));
}

/**
 * What effects of a write change or lock in the end is locked for that from the start: of two who share a row and then
 * both want to change it, each would wait for the other.
 */
function foreseeing(
  writer: string,
  own: readonly Lock[],
  locks: ReadonlyMap<string, readonly Lock[]>,
  consequences: readonly Consequence[],
): readonly Lock[] {
  const written = new Set<string>();
  const visit = (entity: string) => {
    for (const { writes } of consequences.filter((one) => one.entity === entity && !written.has(one.writes))) {
      written.add(writes);
      visit(writes);
    }
  };
  visit(writer);
  const stronger = [...written].flatMap((entity) => locks.get(entity) ?? []).filter(({ mode }) => mode === "change");
  return own.map((lock) => {
    const changes =
      (!lock.whole && written.has(lock.entity)) ||
      stronger.some(({ entity, whole }) => entity === lock.entity && whole === lock.whole);
    return changes ? { ...lock, mode: "change" } : lock;
  });
}

/** Whose writes ask what is read: those of the row itself, and those of its own lists. */
const askingOf = (entity: string, found: readonly ReadTarget[]): readonly string[] => [
  entity,
  ...found.flatMap((one) => {
    const [step, ...others] = one.kind === "list" ? one.way : [];
    return step?.kind === "list" && others.length === 0 ? [step.to] : [];
  }),
];

/**
 * The order in which tables are locked: each after those whose writers lock it, since a row is locked by being written.
 * In a circle any order will do that is the same for all writers. `kept`: the entities whose kept values a writer of
 * one updates, locking their rows too; where that leads in a circle, the other order is the more frequent one.
 */
export function ranksOf(
  locks: ReadonlyMap<string, readonly Lock[]>,
  kept: (writer: string) => readonly string[],
): ReadonlyMap<string, number> {
  // No transaction that holds a row waits for another row that comes to refer to it.
  const lockedBy = (entity: string) =>
    (locks.get(entity) ?? []).flatMap((lock) => (lock.whole || onlyMoved(lock) ? [] : [lock.entity]));
  const leads = (from: string, to: string, past: ReadonlySet<string> = new Set()): boolean =>
    lockedBy(from).some((next) => next === to || (!past.has(next) && leads(next, to, new Set([...past, next]))));
  const order: string[] = [];
  const begun = new Set<string>();
  const visit = (entity: string) => {
    if (begun.has(entity)) return;
    begun.add(entity);
    const next = [...lockedBy(entity), ...kept(entity).filter((one) => !leads(one, entity))];
    for (const one of next.toSorted().toReversed()) visit(one);
    order.push(entity);
  };
  const all = [...locks].flatMap(([entity, own]) => [entity, ...own.map((lock) => lock.entity)]);
  for (const entity of [...new Set(all)].toSorted().toReversed()) visit(entity);
  return new Map(order.toReversed().map((entity, index) => [entity, index]));
}

const onlyMoved = ({ ways, moved = [] }: Lock): boolean => ways.length === 0 && moved.length > 0;

function joined(a: Lock, b: Lock): Lock {
  return {
    ...a,
    ...(a.ifSet === b.ifSet ? {} : { ifSet: undefined }),
    every: a.every === true || b.every === true,
    mode: a.mode === "change" || b.mode === "change" ? "change" : "share",
    ways: together(a.ways, b.ways, (way) => way.join(".")),
    moved: together(a.moved ?? [], b.moved ?? [], ({ references, via }) => `${via} ${references.join(".")}`),
    rounds: Math.max(a.rounds, b.rounds),
  };
}

function together<Way>(some: readonly Way[], others: readonly Way[], keyOf: (way: Way) => string): readonly Way[] {
  const keys = new Set(some.map(keyOf));
  return [...some, ...others.filter((way) => !keys.has(keyOf(way)))];
}

function addFound(
  found: Exclude<ReadTarget, { kind: "somewhere" }>,
  reader: string,
  add: (writer: string, lock: Lock) => void,
): void {
  switch (found.kind) {
    case "whole":
      return addWhole(found.entity, reader, add, found.ifSet);
    case "one row":
      return add(reader, { entity: found.entity, whole: false, every: true, mode: "share", ways: [], rounds: 1 });
    case "row":
      return addRow(found.way, reader, found.apart === true ? "change" : "share", add);
    case "list":
      return addList(found.way, reader, add);
  }
}

function addWhole(
  entity: string,
  reader: string,
  add: (writer: string, lock: Lock) => void,
  ifSet: string | undefined = undefined,
): void {
  add(reader, { entity, whole: true, ifSet, mode: "share", ways: [], rounds: 1 });
  add(entity, { entity, whole: true, ifSet, mode: "change", ways: [], rounds: 1 });
}

/** Rows of a list are not locked one by one: what is decided holds for the list, of which they are a part. */
function addRow(
  way: readonly Step[],
  reader: string,
  mode: Lock["mode"],
  add: (writer: string, lock: Lock) => void,
): void {
  const last = way.at(-1);
  if (last === undefined || way.some((step) => step.kind === "list")) return;
  const fields = way.map((step) => (step.kind === "reference" ? step.field : ""));
  const rounds = 1 + way.slice(0, -1).filter((step) => !step.fixed).length;
  add(reader, { entity: last.to, whole: false, mode, ways: [fields], rounds });
}

/**
 * A list is locked at the row whose list it is; a list of rows of a list at the row of the first one, to which a writer
 * into the last one climbs. Where that path can change meanwhile, the entity is locked as a whole.
 */
function addList(way: readonly Step[], reader: string, add: (writer: string, lock: Lock) => void): void {
  const last = way.at(-1);
  if (last?.kind !== "list") return;
  const first = way.findIndex((step) => step.kind === "list");
  const [before, lists] = [way.slice(0, first), way.slice(first)];
  const climbs = lists.every((step, index) => step.kind === "list" && (step.fixed || index === lists.length - 1));
  if (!climbs) return addWhole(last.to, reader, add);
  const climb = lists.toReversed().map((step) => (step.kind === "list" ? step.via : ""));
  const from = before.at(-1)?.to ?? reader;
  add(last.to, { entity: from, whole: false, mode: "change", ways: [climb], rounds: 1 });
  // The row that is written is locked by that already.
  addRow(before, reader, "share", add);
}
