// A user deletes their own account: the row stays, because others speak of it, and no longer says who it was.
import type { Outcome } from "./attempt.ts";
import { follow } from "./effects/effects.ts";
import { fieldsOf, targetOf } from "./document/names.ts";
import { brokenRules } from "./rules/rules.ts";
import { equal, rowOf } from "./values/value.ts";
import { reported } from "./gaps/reported.ts";
import { beginWork, isRefused } from "./world/work.ts";
import { findRow, rowsOf, valueOf, withRow, withValues, type Row, type World } from "./world/world.ts";
import { clearReference } from "./writes/write.ts";

/** Their roles end, and what is cleared on delete is; what rules want of those rows they want of them then too. */
export function leave(given: World, id: string): Outcome {
  const row = findRow(given, "user", id);
  const assigned = given.assigned.filter((one) => one.person !== id);
  const work = beginWork({ ...given, assigned }, id, follow);
  for (const [one, field] of clearedBy(given, id)) {
    const now = findRow(work.world, one.entity, one.id);
    if (now !== undefined) clearReference(work, now, field);
  }
  if (row !== undefined)
    work.world = withRow(
      work.world,
      withValues(row, [
        ["name", ""],
        ["email", null],
      ]),
    );
  if (!isRefused(work)) work.refusals.push(...brokenRules(work));
  return isRefused(work) ? { refused: reported(given.program, work.refusals) } : { done: work.world };
}

function clearedBy(world: World, id: string): readonly (readonly [row: Row, field: string])[] {
  const { program } = world;
  return [...program.lookup.entities.keys()].flatMap((entity) =>
    fieldsOf(program, entity).flatMap(({ name, type }) =>
      type?.kind === "reference" && type.onDelete === "cleared" && targetOf(program, type) === "user"
        ? rowsOf(world, entity)
            .filter((row) => equal(valueOf(row, name.id), rowOf("user", id)))
            .map((row) => [row, name.id] as const)
        : [],
    ),
  );
}

/** As it is when they have gone, but for themselves. */
export const withoutNaming = (world: World, id: string): World =>
  clearedBy(world, id).reduce((now, [row, field]) => {
    const there = findRow(now, row.entity, row.id);
    return there === undefined ? now : withRow(now, withValues(there, [[field, null]]));
  }, world);
