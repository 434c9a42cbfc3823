// The people of a plan: who tries it, who else is there, and a user that neither of them is.
import type { Value } from "../../interpreter/values/value.ts";
import { withRow, type World } from "../../interpreter/world/world.ts";
import { personId, withPerson } from "./sample.ts";

/** The user who tries it, another one, and a third one. */
export const people = ["Ann", "Bo", "Cara"] as const;

/** `wishes`: what each of them has besides what they must. */
export const withPeople = (empty: World, wishes: ReadonlyMap<string, Value> = new Map()): World =>
  people.reduce((world, name, index) => {
    const made = withPerson(world, personId(index), name, wishes);
    return withRow(made.world, made.row);
  }, empty);
