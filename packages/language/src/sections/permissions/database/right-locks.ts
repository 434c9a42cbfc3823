// The other rows that rights read: they are locked while a write or a step is decided by them.
import type { Typed } from "../../../expression/typed.ts";
import type { Design, ReadPart } from "../../../plan/design.ts";
import { entitiesRead, findReads } from "../../../plan/writing/find-reads.ts";
import type { ReadTarget } from "../../../plan/read-targets.ts";
import { lockPlace, printPlace } from "../../../plan/layout.ts";
import type { Right } from "../model.ts";
import { grantTyped } from "./grant-typed.ts";

/** Roles alone are read as they are when the right is asked. */
export const targetsOfRight = (right: Right | undefined, entity: string, design: Design): readonly ReadTarget[] =>
  grantsTyped(right, entity, design).flatMap((typed) => findReads(typed, entity, design));

const grantsTyped = (right: Right | undefined, entity: string, design: Design): readonly Typed[] =>
  (right?.cells ?? []).flatMap(({ grant }) => {
    const typed = grant && grantTyped(grant, entity, design);
    return typed === undefined ? [] : [typed];
  });

export const rightReads = (
  right: Right | undefined,
  entity: string,
  design: Design,
  first: boolean,
): readonly ReadPart[] => {
  const reads = targetsOfRight(right, entity, design);
  return right === undefined || reads.length === 0 ? [] : [{ entity, reads, first, address: right.address }];
};

/** `rows`: SQL of the rows that are written or judged. */
export const rightLock = (
  right: Right | undefined,
  entity: string,
  rows: readonly string[],
  design: Design,
): readonly string[] =>
  targetsOfRight(right, entity, design).length === 0
    ? []
    : [`PERFORM ${printPlace(lockPlace(entity))}(ARRAY[${rows.join(", ")}]);`];

/**
 * Where it reads rows of the entity itself, which the statement changes, or these give roles, which a leaving user no
 * longer has by then, a right is decided under locks before each row is written. Any other is decided at once, and
 * again when the locks of all rows are held (`plan/writing/first.ts`).
 */
export const readsOwnEntity = (right: Right | undefined, entity: string, design: Design): boolean =>
  givesRoles(entity, design) ||
  grantsTyped(right, entity, design).some((typed) => entitiesRead(typed, entity, design).has(entity));

const givesRoles = (entity: string, { compiled: { model } }: Design): boolean =>
  model.permissions.roles.some(({ givenBy }) =>
    givenBy.some((giving) => giving.kind === "row" && giving.entity.id === entity),
  );

/** The row of the matrix about a step. */
export function stepRight(entity: string, transition: string, { compiled }: Design): Right | undefined {
  const { model, lookup } = compiled;
  return model.permissions.rights.find(({ for: of, action }) => {
    if (action.kind !== "transition" || of.id !== entity) return false;
    const named = lookup.transitions.get(entity)?.get(action.transition.id) ?? [];
    return named.some(({ name }) => name.id === transition);
  });
}
