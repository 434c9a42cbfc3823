// In which order objects are made: what another one needs comes first. Taken away in the opposite order.
import { printPlace } from "./layout.ts";
import type { DatabaseObject } from "./objects.ts";

/**
 * The bodies of functions are looked into only when they run, so functions need nothing but the tables whose rows they
 * take, and may call each other in any circle.
 */
const ranks: Readonly<Record<DatabaseObject["kind"], number>> = {
  table: 0,
  constraint: 1,
  index: 3,
  function: 4,
  view: 5,
  trigger: 6,
  policy: 7,
  grant: 8,
  data: 9,
  seed: 10,
};

export function inOrder(objects: readonly DatabaseObject[]): readonly DatabaseObject[] {
  const views = new Set(objects.flatMap((object) => (object.kind === "view" ? [printPlace(object.place)] : [])));
  return objects
    .map((object, index) => ({ object, index, rank: rankOf(object, views) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ object }) => object);
}

/** A foreign key needs the key that it names, and a function that answers a row of a view needs the view. */
function rankOf(object: DatabaseObject, views: ReadonlySet<string>): number {
  if (object.kind === "function" && views.has(object.returns)) return ranks.view + 0.5;
  if (object.kind === "constraint" && object.definition.startsWith("FOREIGN KEY")) return 2;
  return ranks[object.kind];
}
