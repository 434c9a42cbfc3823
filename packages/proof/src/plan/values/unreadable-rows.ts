// Rows that a user who names them may not read: what is given to a reference as if one knew of them.
import type { Field } from "@writ/language/model";
import { fieldsOf, targetOf } from "../../interpreter/document/names.ts";
import { mayRead } from "../../interpreter/rights/reading.ts";
import { rowOf, type RowValue, type Value } from "../../interpreter/values/value.ts";
import { asValue, findRow, rowsOf, type Row, type World } from "../../interpreter/world/world.ts";
import { isNeeded, newId, personId, withNew } from "../samples/sample.ts";
import { withInput, type Situation } from "../situation/situation.ts";

export function isUnread({ world, me }: Situation, { entity, id }: RowValue): boolean {
  const row = findRow(world, entity, id);
  return row === undefined || !mayRead(world, me, entity, row);
}

/** An existing row, or one that is made for it; where every user reads all of them, a missing one. */
export function enterUnreadable(situation: Situation, field: Field): readonly Situation[] {
  const { world } = situation;
  const target = targetOf(world.program, field.type);
  if (target === undefined) return [];
  const made = target === "user" ? undefined : withStranger(world, target);
  const there = rowsOf(world, target).map((row) => ({ world, value: asValue(row) }));
  const unread = [...there, ...(made === undefined ? [] : [{ world: made.world, value: asValue(made.row) }])].filter(
    (one) => isUnread({ ...situation, world: one.world }, one.value),
  );
  return [...unread, { world, value: rowOf(target, newId(world, target)) }].flatMap((one) =>
    withInput({ ...situation, world: one.world }, field.name.id, one.value),
  );
}

/** A row of another user's, and so is all that it has to lead to. */
function withStranger(
  given: World,
  entity: string,
  passed: ReadonlySet<string> = new Set(),
): { readonly world: World; readonly row: Row } {
  let world = given;
  const values = new Map<string, Value>();
  for (const field of fieldsOf(world.program, entity)) {
    const target = targetOf(world.program, field.type);
    if (target === "user") values.set(field.name.id, rowOf("user", personId(1)));
    if (target === undefined || target === "user" || target === entity || passed.has(target) || !isNeeded(field))
      continue;
    const made = withStranger(world, target, new Set(passed).add(entity));
    world = made.world;
    values.set(field.name.id, asValue(made.row));
  }
  return withNew(world, entity, values);
}
