// Makes the subject of a scenario observable: the field that a user sees or not, and the row that it names.
import { isFileType } from "@writ/language/plan";
import type { Scenario } from "@writ/language/scenarios";
import { entityOf, fieldOf, referencesTo, reversed } from "../../interpreter/document/names.ts";
import { rowOf, type Value } from "../../interpreter/values/value.ts";
import { asValue, rowsOf, withRow, withValues, type Row, type World } from "../../interpreter/world/world.ts";
import { filesFor } from "../samples/files.ts";
import { personId, samplesOf, withNew } from "../samples/sample.ts";
import type { Situation } from "../situation/situation.ts";

/** A file that is to be seen is there, called as files of its row are. */
export function withVisibleFile(
  { deed, entity }: Scenario,
  { world, row }: ReturnType<typeof withNew>,
): ReturnType<typeof withNew> {
  const field = deed.kind === "see" ? fieldOf(world.program, entity, deed.field) : undefined;
  if (field === undefined || !isFileType(field.type)) return { world, row };
  const filled = withValues(row, [[field.name.id, filesFor(field, row.id)]]);
  return { world: withRow(world, filled), row: filled };
}

/** So is a row in a list. */
export function withVisibleItem(
  { deed, entity }: Scenario,
  made: { readonly world: World; readonly row: Row | undefined },
): typeof made {
  const { program } = made.world;
  const type = deed.kind === "see" ? fieldOf(program, entity, deed.field)?.type : undefined;
  if (made.row === undefined || type?.kind !== "list") return made;
  const listed = reversed(program, entity, type);
  const { world } = withNew(made.world, listed.entity, new Map([[listed.field, asValue(made.row)]]));
  return { world, row: made.row };
}

/** What a reference that is to be seen names is there before the row that names it. */
export function withVisibleRow({ deed, entity }: Scenario, world: World): World {
  const { program } = world;
  const type = deed.kind === "see" ? fieldOf(program, entity, deed.field)?.type : undefined;
  if (type?.kind !== "reference" && type?.kind !== "belongs to" && type?.kind !== "several") return world;
  const target = entityOf(program, type.entity);
  return target === "user" || rowsOf(world, target).length > 0 ? world : withNew(world, target).world;
}

/** What the row that a scenario is about holds. */
export function subjectValues({ deed, entity }: Scenario, world: Situation["world"]): ReadonlyMap<string, Value> {
  if (deed.kind === "hold") {
    const about = referencesTo(world.program, entity, "user")[0]?.name.id;
    return about === undefined ? new Map() : new Map([[about, rowOf("user", personId(0))]]);
  }
  const field = deed.kind === "see" ? fieldOf(world.program, entity, deed.field) : undefined;
  const [value] = field === undefined ? [] : samplesOf(world, field);
  return field === undefined || value === undefined ? new Map() : new Map([[field.name.id, value]]);
}
