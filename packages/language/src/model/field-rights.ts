// Which fields a row of section 6 may hide from some readers, and which it may let users set or keep from setting.
import type { Field } from "../sections/entities/model.ts";

const unhidden: ReadonlySet<string | undefined> = new Set(["state"]);
const unset: ReadonlySet<string | undefined> = new Set(["computed", "list", "sequence number", "random code", "state"]);

export const mayBeHidden = (field: Field | undefined): boolean => !unhidden.has(field?.type?.kind);
export const mayBeSet = (field: Field | undefined): boolean => !unset.has(field?.type?.kind);
