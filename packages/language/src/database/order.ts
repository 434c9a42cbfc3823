// In which order objects are made: what another one needs comes first. Taken away in the opposite order.
import { printPlace } from "../plan/layout.ts";
import type { DatabaseObject } from "../plan/objects.ts";

/**
 * The bodies of functions are looked into only when they run, so functions need nothing but the tables whose rows they
 * take, and may call each other in any circle.
 */
const ranks: Readonly<Record<DatabaseObject["kind"], number>> = {
  table: 0,
  constraint: 1,
  index: 3,
  "text index": 3,
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

/** Whether a function takes or gives rows of one of the views, so that it is made after it and goes before it. */
export function takesRowOf(object: DatabaseObject, views: ReadonlySet<string>): boolean {
  if (object.kind !== "function") return false;
  const given = object.returns.replace(/^SETOF /, "").replace(/ ROWS \d+$/, "");
  const types = [given, ...object.parameters.map(({ type }) => type)];
  return types.some((type) => views.has(type));
}

/** A foreign key needs the key that it names, and a function of a view's rows needs the view. */
function rankOf(object: DatabaseObject, views: ReadonlySet<string>): number {
  if (object.kind === "constraint" && object.definition.startsWith("FOREIGN KEY")) return 2;
  if (takesRowOf(object, views)) return ranks.view + 0.5;
  return ranks[object.kind];
}
