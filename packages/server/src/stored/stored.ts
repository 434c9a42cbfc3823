// What the server itself stores in a database: made where it is missing, and brought forward, all of it or nothing.
import { createHash } from "node:crypto";
import type { ClientBase } from "pg";
import { readSql } from "@writ/language/foundation";
import { lockMilliseconds, retried } from "../postgres/connections/retried.ts";
import { allOrNothing } from "../postgres/connections/transaction.ts";
import { readStored, refuseNewer } from "../postgres/stored-version.ts";
import { latest, type Step } from "./steps.ts";

/** In the order in which they run: later ones stand on earlier ones. */
const schema = [
  readSql(new URL("./version.sql", import.meta.url)),
  readSql(new URL("./signing-keys.sql", import.meta.url)),
  readSql(new URL("./accounts.sql", import.meta.url)),
  readSql(new URL("./ended-sessions.sql", import.meta.url)),
  readSql(new URL("./mailbox.sql", import.meta.url)),
  readSql(new URL("./signed-requests.sql", import.meta.url)),
  readSql(new URL("./operators.sql", import.meta.url)),
  readSql(new URL("./backups.sql", import.meta.url)),
  readSql(new URL("./imports.sql", import.meta.url)),
].join("\n");

const fingerprint = createHash("sha256").update(schema).digest("hex").slice(0, 16);

type Wanted = { readonly version: number; readonly steps: readonly Step[] };

/** What all of it stands on comes with the first document. */
async function hasProduct(client: ClientBase): Promise<boolean> {
  return (await client.query("SELECT to_regclass('writ.outbox') IS NOT NULL AS is")).rows[0]?.is === true;
}

async function isCurrent(client: ClientBase, { version }: Wanted): Promise<boolean> {
  const stored = await readStored(client);
  refuseNewer(stored, version);
  return stored?.version === version && stored.fingerprint === fingerprint;
}

/**
 * Within a transaction that is begun again where it fails (`retried`). What is there as it should be is left alone: most
 * of these statements lock a table even where they change nothing, and a server beside this one is at work with all of
 * them. Behind a lock that is waited for people wait too, so each attempt waits for a moment. False where there is no
 * product yet.
 */
export async function completeWithin(client: ClientBase, attempt: number, wanted: Wanted = latest): Promise<boolean> {
  if (!(await hasProduct(client))) return false;
  if (await isCurrent(client, wanted)) return true;
  const { rows } = await client.query<{ before: string }>("SELECT current_setting('lock_timeout') AS before");
  const waiting = async (time: string) => client.query("SELECT set_config('lock_timeout', $1, true)", [time]);
  await waiting(`${lockMilliseconds(attempt)}ms`);
  // Several servers may start at once.
  await client.query("SELECT pg_advisory_xact_lock(7765829)");
  if (!(await isCurrent(client, wanted))) await complete(client, wanted);
  await waiting(rows[0]?.before ?? "0");
  return true;
}

async function complete(client: ClientBase, wanted: Wanted): Promise<void> {
  const from = (await readStored(client))?.version ?? 0;
  for (const { to, sql } of wanted.steps) if (to > from) await client.query(sql);
  await client.query(schema);
  await client.query(
    `INSERT INTO writ.stored (version, fingerprint) VALUES ($1, $2)
     ON CONFLICT (one) DO UPDATE SET version = EXCLUDED.version, fingerprint = EXCLUDED.fingerprint, since = now()`,
    [wanted.version, fingerprint],
  );
}

/** In a transaction of its own. */
export async function completeStored(client: ClientBase, wanted: Wanted = latest): Promise<boolean> {
  if (!(await hasProduct(client))) return false;
  if (await isCurrent(client, wanted)) return true;
  return retried(async (attempt) => allOrNothing(client, async () => completeWithin(client, attempt, wanted)));
}
