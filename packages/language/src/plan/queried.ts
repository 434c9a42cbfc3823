// The fields by which screens and orders sort rows, find them and count them: what a query has to know of every row.
import { guardExpression } from "../model/guard-expression.ts";
import type { Compiled } from "../compile.ts";
import { childrenOf } from "../expression/children.ts";
import type { Type } from "../expression/type.ts";
import type { Typed } from "../expression/typed.ts";
import type { Guard } from "../clause/guard.ts";
import type { FieldPath, Screen, Tile } from "../sections/screens/model.ts";

/** By `entity.field`. */
export function queriedFields(compiled: Compiled): ReadonlySet<string> {
  const { lookup, model } = compiled;
  const orders = [...lookup.entities.values()].flatMap(({ name, orderedBy }) =>
    orderedBy.map(({ field }) => fieldKey(name.id, field.id)),
  );
  return new Set([...orders, ...model.screens.screens.flatMap((screen) => queriedBy(screen, compiled))]);
}

function queriedBy(screen: Screen, compiled: Compiled): readonly string[] {
  const { kind, sort, filterBy, search, where, tiles } = screen;
  const inTiles = tiles.flatMap((tile) => queriedByTile(tile, compiled));
  if (kind === undefined || !("entity" in kind)) return inTiles;
  const dates = kind.kind === "calendar" ? [kind.from, ...(kind.to === undefined ? [] : [kind.to])] : [];
  const paths = [...sort.map(({ path }) => path), ...filterBy, ...search, ...dates];
  return [...pathsKeys(paths, kind.entity.id, compiled), ...guardKeys(where, compiled)];
}

function queriedByTile({ measure, of, by, where }: Tile, compiled: Compiled): readonly string[] {
  const paths = [...(measure !== undefined && "field" in measure ? [measure.field] : []), ...(by ? [by.field] : [])];
  return [...pathsKeys(paths, of.id, compiled), ...guardKeys(where, compiled)];
}

/** Each field at the end of a path, and those on the way. */
function pathsKeys(paths: readonly FieldPath[], entity: string, compiled: Compiled): readonly string[] {
  return paths.flatMap(({ steps }) => {
    const keys: string[] = [];
    let from: string | undefined = entity;
    for (const { id } of steps) {
      if (from === undefined) break;
      const key: string = fieldKey(from, id);
      keys.push(key);
      const type: Type | undefined = compiled.schema.entities.get(from)?.fields.get(key.slice(from.length + 1))?.type;
      from = type?.kind === "row" ? type.entity : undefined;
    }
    return keys;
  });
}

const fieldKey = (entity: string, name: string): string => `${entity}.${name}`;

function guardKeys(guard: Guard | undefined, { lookup, checked }: Compiled): readonly string[] {
  const expression = guardExpression(guard, lookup);
  const typed = expression && checked.get(expression)?.typed;
  return typed === undefined ? [] : fieldsIn(typed);
}

const fieldsIn = (typed: Typed): readonly string[] => [
  ...(typed.node === "field" ? [`${typed.entity}.${typed.field}`] : []),
  ...childrenOf(typed).flatMap(fieldsIn),
];
