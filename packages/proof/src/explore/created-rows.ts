// Rows that effects make have ids of their own on each side: those of the product take the place of the interpreter's.
import type { Table } from "../agreement/backend.ts";
import { withoutCreatedIds, storedTexts, withoutId } from "../agreement/compare.ts";
import type { Past } from "../interpreter/timers.ts";
import { isList, isRow, type Value } from "../interpreter/values/value.ts";
import { rowsOf, type Row, type World } from "../interpreter/world/world.ts";
import { fileOf } from "../plan/samples/files.ts";

/** `as`: what the interpreter calls it. */
export type CreatedRow = { readonly entity: string; readonly as: string; readonly id: string };

/** Rows that are the same but for their ids, in the order in which they were made. */
export function createdRows(
  world: World,
  rows: ReadonlyMap<string, Table>,
  known: ReadonlySet<string>,
): readonly CreatedRow[] {
  const pairs = [...rows].flatMap(([entity, table]) => {
    const ours = new Map(
      rowsOf(world, entity)
        .filter(({ id }) => isMade(id))
        .map((row) => [row.id, storedTexts(world, row)]),
    );
    const theirs = new Map([...table].filter(([id]) => !known.has(id)));
    const own = inOrder(withoutCreatedIds(ours, isMade), table);
    const others = inOrder(
      withoutCreatedIds(theirs, (id) => !known.has(id) && isId(id)),
      table,
    );
    return own.map((id, index): CreatedRow => ({ entity, as: id, id: others[index] ?? id }));
  });
  return pairs.toSorted((one, other) => numberOfMade(one.as) - numberOfMade(other.as));
}

const isMade = (id: string): boolean => id.startsWith("made ");
const numberOfMade = (id: string): number => Number(id.slice("made ".length));
const isId = (text: string): boolean => /^[\da-f]{8}-[\da-f]{4}-/.test(text);

const inOrder = (rows: Table, like: Table): readonly string[] =>
  [...rows]
    .map(([id, row]) => ({ id, text: withoutId(row, like) }))
    .toSorted((one, other) => (one.text < other.text ? -1 : one.text > other.text ? 1 : 0))
    .map(({ id }) => id);

/** The same world, where some rows are known by other ids. */
export function withIds(world: World, ids: ReadonlyMap<string, string>): World {
  if (ids.size === 0) return world;
  const named = (id: string): string => ids.get(id) ?? id;
  const renamed = ({ entity, id, values }: Row): Row => ({
    entity,
    id: named(id),
    values: new Map([...values].map(([name, value]) => [name, valueWith(value, named)])),
  });
  return {
    ...world,
    rows: new Map(
      [...world.rows].map(([entity, some]) => [
        entity,
        new Map([...some.values()].map((row) => [named(row.id), renamed(row)])),
      ]),
    ),
    assigned: world.assigned.map((one) => (one.within === undefined ? one : { ...one, within: named(one.within) })),
    counters: new Map(
      [...world.counters].map(([key, last]) => {
        const at = key.indexOf(" ") + 1;
        return [at === 0 ? key : `${key.slice(0, at)}${named(key.slice(at))}`, last];
      }),
    ),
  };
}

/** What is remembered of such a row is remembered of it by its other id. */
export function pastWithIds(past: Past, ids: ReadonlyMap<string, string>): Past {
  const named = <Kept>(kept: ReadonlyMap<string, Kept>): ReadonlyMap<string, Kept> =>
    new Map([...kept].map(([key, one]) => [key.replace(/made \d+$/, (id) => ids.get(id) ?? id), one]));
  return { ...past, fired: named(past.fired), failed: named(past.failed) };
}

/** A value in which some rows are known by other ids. */
export function valueWith(value: Value, named: (id: string) => string): Value {
  if (isList(value)) return value.map((one) => valueWith(one, named));
  if (typeof value === "string") return fileOf(value, named);
  return isRow(value) ? { ...value, id: named(value.id) } : value;
}
