// What screens are made of besides what they show: their addresses, Where, columns and numbers ask for fields by their names.
import type { Application, ApplicationScreen, ApplicationTile, FieldPath, Filter } from "./application.ts";
import type { Source } from "../browser/formula.ts";

type Entities = Application<Source>["entities"];

/** What a screen is made of, whoever its reader is: its address, its Where, its columns, its numbers. */
export function usedFields(
  screens: readonly ApplicationScreen<Source>[],
  entities: Entities,
): Map<string, Set<string>> {
  const used = new Map<string, Set<string>>();
  for (const screen of screens) {
    const entity = screen.entity ?? "";
    const own: FieldPath[] = [screen.by, screen.from, screen.to].flatMap((field) => (field ? [[field]] : []));
    own.push(...(screen.scope ? [screen.scope.path] : []), ...pathsOf(screen.filter));
    own.push(...screen.preset.map(({ field }) => [field]));
    for (const path of own) use(path, entity, entities, used);
    for (const step of screen.route) {
      if (step.kind !== "parameter") continue;
      use([step.field], step.entity, entities, used);
      if (step.within) use(step.within.path, step.entity, entities, used);
    }
    for (const tile of screen.tiles) for (const path of tilePaths(tile)) use(path, tile.entity, entities, used);
  }
  return used;
}

const tilePaths = ({ measure, by, filter }: ApplicationTile<Source>): readonly FieldPath[] => [
  measure.field,
  ...(by ? [by.field] : []),
  ...pathsOf(filter),
];

function pathsOf(filter: Filter<Source> | undefined): readonly FieldPath[] {
  if (filter === undefined) return [];
  if (filter.kind === "not") return pathsOf(filter.of);
  return "path" in filter ? [filter.path] : filter.of.flatMap(pathsOf);
}

export function use(path: FieldPath, entity: string, entities: Entities, used: Map<string, Set<string>>): void {
  const [first, ...rest] = path;
  const field = first === undefined ? undefined : entities[entity]?.fields[first];
  if (field === undefined) return;
  used.set(entity, (used.get(entity) ?? new Set()).add(field.id));
  if (field.type.kind === "reference") use(rest, field.type.entity, entities, used);
}
