// Who may upload files for a row, before the row names them.
import { shownGrant } from "../gaps/clause-gaps.ts";
import { mayRead } from "./reading.ts";
import { refusalOf, rightsFor } from "./rights.ts";
import { rolesOf } from "./roles.ts";
import { findRow, type Caller, type World } from "../world/world.ts";

/** A user who may write the row uploads files for it; for a row not stored yet, a user who may create any. */
export function mayBring(world: World, me: Caller, entity: string, id: string): boolean {
  const { program } = world;
  const row = findRow(world, entity, id);
  if (row === undefined) {
    const roles = rolesOf(world, me).map(({ role }) => role.name);
    return rightsFor(program, entity, { kind: "create" }).some(({ cells }) =>
      cells.some(
        (cell) =>
          (shownGrant(program, cell)?.kind ?? "no") !== "no" &&
          roles.some((name) => name.id === cell.role.id || name.label === cell.role.label),
      ),
    );
  }
  if (!mayRead(world, me, entity, row)) return false;
  const steps = [...(program.lookup.transitions.get(entity)?.values() ?? [])].flatMap(([first]) =>
    first === undefined ? [] : [{ kind: "transition", transition: first.name } as const],
  );
  const isOwnAccount = entity === "user" && id === me;
  return (
    isOwnAccount ||
    [{ kind: "update" } as const, ...steps].some((deed) => refusalOf(world, me, entity, deed, row) === undefined)
  );
}
