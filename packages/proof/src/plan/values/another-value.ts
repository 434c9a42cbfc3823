// A field is given another value than it has, or would have: also by a user who may not give it any.
import { isFileType } from "@writ/language/plan";
import type { Field } from "@writ/language/model";
import { fieldOf, machinesOf, targetOf } from "../../interpreter/document/names.ts";
import { equal, rowOf, type Value } from "../../interpreter/values/value.ts";
import { asValue, findRow, valueOf, type World } from "../../interpreter/world/world.ts";
import { filesFor } from "../samples/files.ts";
import { personId, samplesOf, usualOf, withNew, withSample } from "../samples/sample.ts";
import { some } from "../situation/search-context.ts";
import { withField, withInput, type Situation } from "../situation/situation.ts";

export function enterAnother(situation: Situation, named: string): readonly Situation[] {
  const { world: now, me, attempt: tried } = situation;
  const field = fieldOf(now.program, tried.entity, named);
  if (!("values" in tried)) return [];
  if (named === "created_by") return withInput(situation, named, rowOf("user", personId(2)));
  if (field === undefined) return [];
  const { id: name } = field.name;
  if (isFileType(field.type)) return withInput(situation, name, filesFor(field, tried.id));
  const there = findRow(now, tried.entity, tried.id);
  const usual = there === undefined ? usualOf(now, me, field, tried.entity) : valueOf(there, name);
  const others = [...drawnOf(now, tried.entity, field), ...samplesOf(now, field)].filter(
    (value) => !equal(value, usual),
  );
  // One of two is another one than what would be set, also where that follows from what else is given.
  if (others.length > 0) return others.slice(0, 2).flatMap((other) => withInput(situation, name, other));
  const target = targetOf(now.program, field.type);
  const made = there === undefined || target === undefined || target === "user" ? undefined : withNew(now, target);
  const { world, value } =
    made === undefined ? withSample(now, field) : { world: made.world, value: asValue(made.row) };
  return withInput({ ...situation, world }, name, value);
}

/** Something else was there before what is given. */
export function storeAnotherBefore(situation: Situation, name: string): readonly Situation[] {
  const { world, attempt: tried } = situation;
  const field = fieldOf(world.program, tried.entity, name);
  if (field === undefined || !("values" in tried)) return [];
  const given = tried.values.get(name) ?? null;
  return samplesOf(world, field)
    .filter((value) => !equal(value, given))
    .slice(0, 3)
    .flatMap((value) => some(withField(situation, tried, name, value, "before")));
}

/** Such as the system alone sets: states, numbers and codes. */
function drawnOf({ program }: World, entity: string, { name, type }: Field): readonly Value[] {
  switch (type?.kind) {
    case "state":
      return machinesOf(program, entity).flatMap(({ field, machine }) =>
        field === name.id ? machine.states.map((state) => state.name.id) : [],
      );
    case "sequence number":
    case "random code":
      return ["7"];
    default:
      return [];
  }
}
