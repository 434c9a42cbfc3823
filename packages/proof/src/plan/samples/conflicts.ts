// What keeps a row from being laid: a value that another row has, and one that is missing.
import { fieldsOf } from "../../interpreter/document/names.ts";
import { overlapsAnother } from "../../interpreter/rules/rules.ts";
import { brokenUniques } from "../../interpreter/rules/unique.ts";
import { valueOf, type Row, type World } from "../../interpreter/world/world.ts";

/** Types whose values come of themselves, or not with the row. */
export const generatedTypes: ReadonlySet<string> = new Set([
  "computed",
  "list",
  "state",
  "sequence number",
  "random code",
]);

/** What no two rows may have, and what none may lack. */
export const conflicts = (world: World, row: Row): boolean =>
  brokenUniques(world, row).length > 0 || overlapsAnother(world, row) || lacksWhatItNeeds(world, row);

/** What is never empty may not be emptied either, though a default gives it where it is left out. */
const lacksWhatItNeeds = ({ program }: World, row: Row): boolean =>
  fieldsOf(program, row.entity).some(
    ({ name, type, required }) =>
      (required === "yes" || type?.kind === "belongs to") &&
      type !== undefined &&
      !generatedTypes.has(type.kind) &&
      valueOf(row, name.id) === null,
  );
