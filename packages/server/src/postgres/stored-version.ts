// The version of what Writ itself stores in a database, beside the rows of the document.
import type { ClientBase } from "pg";
import { failure } from "./failure.ts";
import { newerStored } from "./problems.ts";

/** Grows by one with each step in `stored/steps.ts`. */
export const storedVersion = 1;

export type Stored = { readonly version: number; readonly fingerprint: string };

/** Undefined: no version of Writ that has versions was here. */
export async function readStored(client: ClientBase): Promise<Stored | undefined> {
  const { rows: there } = await client.query("SELECT to_regclass('writ.stored') IS NOT NULL AS is");
  if (there[0]?.is !== true) return undefined;
  return (await client.query<Stored>("SELECT version, fingerprint FROM writ.stored")).rows[0];
}

/** A later version of Writ may have changed what this one reads and writes. */
export function refuseNewer(stored: Stored | undefined, known = storedVersion): void {
  if (stored !== undefined && stored.version > known) throw failure(newerStored, stored.version, known);
}
