// What `writ run --sample` has put into a database, found and taken out again: rows of samples, and accounts of nobody.
import { DatabaseError, type ClientBase } from "pg";
import type { Compiled } from "@writ/language";
import { asSample, sampleRowsOf, type SampleRow } from "@writ/language/plan";
import { allOrNothing } from "../../postgres/connections/transaction.ts";
import { audit } from "../accounts/audit.ts";
import { completeStored } from "../../stored/stored.ts";

type Found = Pick<SampleRow, "entity" | "key" | "address" | "table"> & { readonly id: string };
type SampleAccount = {
  readonly id: string;
  readonly email: string;
  readonly key: string;
  /** Somebody has a password for it, or signs in with a provider: it is theirs. */
  readonly isTaken: boolean;
};

export type Samples = { readonly rows: readonly Found[]; readonly accounts: readonly SampleAccount[] };

export type RemovedSamples = {
  readonly rows: number;
  readonly accounts: number;
  /** Addresses of rows that other rows need. */
  readonly needed: readonly string[];
  /** Addresses of accounts that somebody has taken. */
  readonly taken: readonly string[];
};

/** Those that are still there: rows of the document, and accounts of its people and roles. */
export async function findSamples(client: ClientBase, compiled: Compiled): Promise<Samples> {
  const { rows: written } = await client.query("SELECT FROM writ.seeded WHERE written LIMIT 1");
  if (written.length === 0) return { rows: [], accounts: [] };
  await completeStored(client);
  const rows: Found[] = [];
  for (const { entity, key, address, table } of sampleRowsOf(compiled)) {
    if (entity === "user") continue;
    const { rows: found } = await client.query<{ id: string }>(
      `SELECT one.id FROM writ.seeded s JOIN ${table} one ON one.id = s.row_id WHERE s.entity = $1 AND s.key = $2 AND s.written`,
      [entity, key],
    );
    rows.push(...found.map(({ id }) => ({ entity, key, address, table, id })));
  }
  const { rows: accounts } = await client.query<SampleAccount>(
    `SELECT u.id, COALESCE(u.email, '') AS email, s.key,
       u.encrypted_password IS NOT NULL OR EXISTS (SELECT FROM auth.identities i WHERE i.user_id = u.id AND i.provider <> 'email')
         AS "isTaken"
     FROM writ.seeded s JOIN auth.users u ON u.id = s.row_id WHERE s.entity = 'user' AND s.written ORDER BY u.email`,
  );
  return { rows, accounts };
}

/**
 * All of it, or nothing where something else fails. A row that others need stays, and so does an account that is
 * somebody's by now. `writ run --sample` writes again what is removed.
 */
export async function removeSamples(client: ClientBase, compiled: Compiled): Promise<RemovedSamples> {
  // In a transaction of its own.
  await completeStored(client);
  return allOrNothing(client, async () => {
    await client.query(asSample);
    const { rows, accounts } = await findSamples(client, compiled);
    const needed = await withoutNeeded(client, rows);
    const free: SampleAccount[] = [];
    for (const account of accounts) {
      const { id, key, isTaken } = account;
      // Somebody may choose a password just now.
      const { rowCount } = await client.query(
        "DELETE FROM auth.users WHERE id = $1 AND encrypted_password IS NULL AND NOT $2",
        [id, isTaken],
      );
      if (rowCount === 0) continue;
      free.push(account);
      await audit(client, { address: "", caller: undefined }, "user_deleted", id);
      await forget(client, "user", key);
    }
    // Rows that people of samples have written keep their author, who has no name any more.
    for (const table of await tablesOfPeople(client))
      for (const { id } of free) await tried(client, `DELETE FROM ${table} WHERE id = $1`, [id]);
    return {
      rows: rows.length - needed.length,
      accounts: free.length,
      needed: needed.map(({ address }) => address),
      taken: accounts.flatMap((one) => (free.includes(one) ? [] : [one.email])),
    };
  });
}

/** The last ones first, since they name earlier ones; again, as long as that frees others. The answer is what stays. */
async function withoutNeeded(client: ClientBase, rows: readonly Found[]): Promise<readonly Found[]> {
  let left = rows.toReversed();
  for (;;) {
    const before = left.length;
    const still: Found[] = [];
    for (const row of left) {
      if (await tried(client, `DELETE FROM ${row.table} WHERE id = $1`, [row.id]))
        await forget(client, row.entity, row.key);
      else still.push(row);
    }
    left = still;
    if (left.length === 0 || left.length === before) return left;
  }
}

/** With all that is looked at in the end of a transaction. */
async function tried(client: ClientBase, sql: string, values: readonly unknown[]): Promise<boolean> {
  await client.query("SAVEPOINT tried");
  try {
    await client.query(sql, [...values]);
    await client.query("SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED; RELEASE SAVEPOINT tried");
    return true;
  } catch (failure) {
    // Of a document, or of a key that refers to it.
    if (!(failure instanceof DatabaseError) || !/^(?:PGRST|23\w{3})$/.test(failure.code ?? "")) throw failure;
    await client.query("ROLLBACK TO SAVEPOINT tried");
    return false;
  }
}

const forget = async (client: ClientBase, entity: string, key: string): Promise<unknown> =>
  client.query("DELETE FROM writ.seeded WHERE entity = $1 AND key = $2", [entity, key]);

/** In `writ_data` where not every reader may see all of a person. */
async function tablesOfPeople(client: ClientBase): Promise<readonly string[]> {
  const { rows } = await client.query<{ table: string }>(
    `SELECT c.oid::regclass::text AS table FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname IN ('public', 'writ_data') AND c.relname = 'user' AND c.relkind = 'r'`,
  );
  return rows.map(({ table }) => table);
}
