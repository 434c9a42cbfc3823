// The people of a plan: who tries it, who else is there, and what each of them says of themselves.
import { filledRow } from "../interpreter/defaults.ts";
import { fieldsOf } from "../interpreter/names.ts";
import { momentOf, type Value } from "../interpreter/value.ts";
import { withRow, type Row, type World } from "../interpreter/world.ts";
import { isNeeded, personId, withSample } from "./sample.ts";

const hour = 3_600_000;

/** Who tries it, who else is there, and somebody that neither of them is. */
export const people = ["Ann", "Bo", "Cara"] as const;

/** `wishes`: what each of them has besides what they must. */
export const withPeople = (empty: World, wishes: ReadonlyMap<string, Value> = new Map()): World =>
  people.reduce((world, name, index) => {
    const made = withPerson(world, personId(index), name, wishes);
    return withRow(made.world, made.row);
  }, empty);

/** The world with what such a person must refer to, and the person, who is not there yet. */
export function withPerson(
  given: World,
  id: string,
  name: string,
  wishes: ReadonlyMap<string, Value> = new Map(),
): { readonly world: World; readonly row: Row } {
  let world = given;
  const values = new Map<string, Value>([
    ["name", name],
    ["email", `${name.toLowerCase()}@example.test`],
    ["created_at", momentOf(world.now - 24 * hour)],
    ["updated_at", momentOf(world.now - 24 * hour)],
  ]);
  for (const [field, value] of wishes) values.set(field, value);
  for (const field of fieldsOf(world.program, "user")) {
    if (!isNeeded(field) || values.has(field.name.id)) continue;
    const filled = withSample(world, field);
    world = filled.world;
    values.set(field.name.id, filled.value);
  }
  return { world, row: filledRow(world, null, { entity: "user", id, values }).row };
}
