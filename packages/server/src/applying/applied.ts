// What was applied last: the document, the objects that it made, and how they looked then.
import { createHash } from "node:crypto";
import type { ClientBase } from "pg";
import { errorsByConstraint, type ConstraintError, type DatabaseObject } from "@writ/language/plan";
import { findObjects } from "./found.ts";

export type Applied = {
  readonly source: string;
  readonly objects: readonly DatabaseObject[];
  /** A fingerprint of the foundation that it stands on. */
  readonly foundation: string;
  /** By key: how each object looked in the catalogue. */
  readonly found: ReadonlyMap<string, string>;
};

export const fingerprint = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Whether a document was ever applied to the database. */
export async function wasApplied(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query("SELECT to_regclass('writ.applied') IS NOT NULL AS is_there");
  return rows[0]?.is_there === true;
}

/** Undefined in a database that no document was applied to. */
export async function readApplied(client: ClientBase): Promise<Applied | undefined> {
  if (!(await wasApplied(client))) return undefined;
  const { rows } = await client.query(
    "SELECT source, foundation, objects, found FROM writ.applied ORDER BY id DESC LIMIT 1",
  );
  const last = rows[0];
  if (last === undefined) return undefined;
  return { ...last, found: new Map(Object.entries(last.found)) };
}

/** The document itself; undefined where none was applied. */
export async function readSource(client: ClientBase): Promise<string | undefined> {
  if (!(await wasApplied(client))) return undefined;
  const { rows } = await client.query("SELECT source FROM writ.applied ORDER BY id DESC LIMIT 1");
  return rows[0]?.source;
}

/** What the names of constraints and indexes mean in the words of the document; nothing where there is none. */
export async function readConstraints(client: ClientBase): Promise<ReadonlyMap<string, ConstraintError>> {
  return errorsByConstraint((await readApplied(client))?.objects ?? []);
}

export type Drift = { readonly key: string; readonly how: "changed" | "missing" };

/** Changes by others to objects that a document made. Objects of their own are left alone. */
export async function findDrift(client: ClientBase, applied: Applied): Promise<readonly Drift[]> {
  const now = await findObjects(client);
  return [...applied.found].flatMap(([key, before]): readonly Drift[] => {
    const after = now.get(key);
    if (after === before) return [];
    return [{ key, how: after === undefined ? "missing" : "changed" }];
  });
}
