// What leads from a row to others and is asked on the wire: of the stored row, and only where the caller reads it.
import type { Design } from "../design.ts";
import { innerPlace, printPlace, tableOf } from "../layout.ts";

/** Every user may name themselves. */
export function mayChoose(target: string, row: string): string {
  const mayRead = `${printPlace(innerPlace("may_read", target))}(${row})`;
  return target === "user" ? `(${row}.id = auth.uid() OR ${mayRead})` : mayRead;
}

/**
 * The body of a function of `given`. A caller may pass it a row of their own making, so the value is computed for the
 * stored row of that id. No caller can set a role that is not theirs, so the setting identifies the caller as surely as
 * current_user does outside.
 */
export const ofStoredRow = (entity: string, value: (row: string) => string, { layout }: Design): string =>
  `SELECT ${value("_stored")} FROM ${printPlace(tableOf(layout, entity))} AS _stored WHERE _stored.id = given.id AND (current_setting('role') = 'service_role' OR ${mayChoose(entity, "_stored")})`;
