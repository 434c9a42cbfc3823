// Who may call a function of section 7: a condition in its row speaks of the one input of its entity, `own` of the first row.
import type { Right } from "@writ/language/model";
import { entityOf } from "../document/names.ts";
import { refuse, type Refusal } from "../document/refusal.ts";
import { shownGrant } from "../gaps/clause-gaps.ts";
import { conditionsIn, isGranted, ownError } from "./rights.ts";
import { countsFor, rolesOf } from "./roles.ts";
import type { Caller, Program, Row, World } from "../world/world.ts";

export const rightsToCall = (program: Program, call: string): readonly Right[] =>
  program.model.permissions.rights.filter(
    (right) => right.action.kind === "call" && program.lookup.calls.get(right.for.id)?.name.id === call,
  );

/** Undefined where a user may; `inputs` are the rows that are given to the call. */
export function refusalOfCall(world: World, me: Caller, call: string, inputs: readonly Row[]): Refusal | undefined {
  const { program } = world;
  const rights = rightsToCall(program, call);
  const cells = rights
    .flatMap((right) => right.cells.map((cell) => ({ ...cell, grant: shownGrant(program, cell) })))
    .flatMap(({ role, grant, address }) => {
      const named = grant === undefined ? undefined : conditionsIn(grant)[0];
      const condition = named && program.lookup.conditions.get(named.id);
      const entity = condition && entityOf(program, condition.entity);
      const row = inputs.find((one) => one.entity === entity) ?? (entity === undefined ? inputs[0] : undefined);
      // Of a row that is left out, or not there, nothing is so.
      const about: Row = row ?? { entity: entity ?? "", id: "", values: new Map() };
      return rolesOf(world, me)
        .filter((held) => held.role === program.lookup.roles.get(role.id))
        .filter((held) =>
          inputs.length > 0 ? inputs.some((one) => countsFor(world, held, one)) : held.within === undefined,
        )
        .map((held) => ({ held, grant, address, about }));
    });
  if (cells.some(({ held, grant, about }) => isGranted(world, me, held, grant, about))) return undefined;
  const clause = rights[0]?.address ?? "6";
  if (me === null) return refuse("NOT_SIGNED_IN", clause);
  for (const { held, grant, address, about } of cells) {
    const code = grant === undefined ? "NOT_SHOWN" : ownError(world, me, held, grant, about);
    if (code !== undefined) return refuse(code, address);
  }
  return refuse("FORBIDDEN", clause);
}

export const mayCall = (world: World, me: Caller, call: string, inputs: readonly Row[]): boolean =>
  refusalOfCall(world, me, call, inputs) === undefined;
