// Accounts that were deleted after the moment that is brought back: they are deleted once more.
import type { Client } from "pg";
import { existsSync } from "node:fs";
import { text } from "node:stream/consumers";
import { messageOf } from "../postgres/failure.ts";
import type { Repository } from "./repository.ts";
import { readSealed, writeSealed } from "./sealed-file.ts";

export type DeletedAgain = {
  readonly ids: readonly string[];
  /** Those that the rows of the product hold, and why. */
  readonly held: readonly { readonly id: string; readonly why: string }[];
};

const isThere = async (client: Client): Promise<boolean> =>
  (await client.query("SELECT to_regclass('auth.deleted_users') IS NOT NULL AS there")).rows[0]?.there === true;

export async function listDeletedAccounts(client: Client): Promise<readonly string[]> {
  if (!(await isThere(client))) return [];
  const { rows } = await client.query<{ id: string }>("SELECT id FROM auth.deleted_users ORDER BY deleted_at, id");
  return rows.map(({ id }) => id);
}

/** The folder knows those of every backup, also of one that is no longer there. */
export async function keepDeletedAccounts(client: Client, repository: Repository): Promise<void> {
  const known = await readDeletedAccounts(repository);
  const all = new Set([...known, ...(await listDeletedAccounts(client))]);
  if (all.size > known.length) await writeSealed(repository.deletedAccounts, [Buffer.from([...all].join("\n"))]);
}

export async function readDeletedAccounts({ deletedAccounts }: Repository): Promise<readonly string[]> {
  if (!existsSync(deletedAccounts.path)) return [];
  return (await text(readSealed(deletedAccounts))).split("\n").filter((line) => line !== "");
}

/** What is there of them is deleted, as their owners did it. */
export async function deleteAgain(client: Client, ids: readonly string[]): Promise<DeletedAgain> {
  const { rows } = await client.query<{ id: string }>(
    "SELECT id FROM auth.users WHERE id::text = ANY ($1::text[]) ORDER BY id",
    [[...ids]],
  );
  const deleted: string[] = [];
  const held: { readonly id: string; readonly why: string }[] = [];
  for (const { id } of rows) {
    try {
      await client.query("DELETE FROM auth.users WHERE id = $1", [id]);
      deleted.push(id);
    } catch (error) {
      held.push({ id, why: messageOf(error) });
    }
  }
  return { ids: deleted, held };
}
