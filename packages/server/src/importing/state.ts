// What is known of an import (`stored/imports.sql`): written in the same transaction as its rows.
import { setTimeout } from "node:timers/promises";
import type { ClientBase } from "pg";
import { completeStored } from "../stored/stored.ts";
import type { CellProblem } from "./problems.ts";
import { ImportRefused } from "./refused.ts";
import type { SourceRow } from "./source/table.ts";

export type Progress = {
  readonly id: string;
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly refused: number;
  readonly hasEnded: boolean;
};

/** `continue`: where it was cut off; `again`: all of its rows once more. */
export type How = "new" | "continue" | "again";

export type Begin = {
  readonly sha256: string;
  readonly entity: string;
  readonly importer: string;
  readonly settings: object;
  readonly how: How;
};

type Key = Pick<Begin, "sha256" | "entity" | "importer">;

/** No one else imports the same file until this connection ends. */
export async function beginImport(client: ClientBase, begun: Begin): Promise<Progress> {
  const there = await readAlone(client, begun);
  if (there !== undefined && begun.how === "continue") {
    if (there.isSame) return there;
    throw new ImportRefused("this import was begun with other columns", {
      command: "this import was begun with other options: --continue needs the same ones",
    });
  }
  if (there !== undefined && begun.how === "new") refuseKnown(there);
  if (begun.how === "continue") await refuseAnother(client, begun);
  await forget(client, begun);
  const { rows: made } = await client.query<{ id: string }>(
    "INSERT INTO writ.import (sha256, entity, importer, settings) VALUES ($1, $2, $3, $4) RETURNING id::text",
    [...keyOf(begun), JSON.stringify(begun.settings)],
  );
  return { id: made[0]?.id ?? "", rows: 0, created: 0, updated: 0, refused: 0, hasEnded: false };
}

/** Of an import of all rows or none, which is noted when it is done. */
export async function needNew(client: ClientBase, begun: Begin): Promise<void> {
  const there = await readAlone(client, begun);
  if (begun.how === "continue") throw new ImportRefused("an import of all rows or none is never half done");
  if (there !== undefined && begun.how === "new") refuseKnown(there);
}

/** In the transaction that writes the rows, as the owner. */
export async function noteWhole(
  client: ClientBase,
  begun: Begin,
  { rows, created, updated }: Pick<Progress, "rows" | "created" | "updated">,
): Promise<void> {
  await forget(client, begun);
  await client.query(
    `INSERT INTO writ.import (sha256, entity, importer, settings, rows, created, updated, ended_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, now())`,
    [...keyOf(begun), JSON.stringify(begun.settings), rows, created, updated],
  );
}

const keyOf = ({ sha256, entity, importer }: Key) => [sha256, entity, importer];

const forget = async (client: ClientBase, key: Key) =>
  client.query("DELETE FROM writ.import WHERE sha256 = $1 AND entity = $2 AND importer = $3", keyOf(key));

type Known = Progress & { readonly isSame: boolean };

async function readAlone(client: ClientBase, begun: Begin): Promise<Known | undefined> {
  await completeStored(client);
  await lockAlone(client, keyOf(begun).join(" "));
  const { rows } = await client.query<Known>(
    `SELECT id::text, rows::int, created::int, updated::int, refused::int, ended_at IS NOT NULL AS "hasEnded",
       settings = $4::jsonb AS "isSame"
     FROM writ.import WHERE sha256 = $1 AND entity = $2 AND importer = $3`,
    [...keyOf(begun), JSON.stringify(begun.settings)],
  );
  return rows[0];
}

function refuseKnown({ hasEnded, rows }: Progress): never {
  if (hasEnded)
    throw new ImportRefused("this file was imported already", {
      code: "IMPORTED",
      command: "this file was imported already. Use --again to import all of its rows once more",
    });
  const cutOff = `the import of this file was cut off after ${rows} rows`;
  throw new ImportRefused(cutOff, {
    code: "CUT_OFF",
    rows,
    command: `${cutOff}. Use --only-good --continue to go on, or --again to begin anew`,
  });
}

/** Whoever corrects a file that was half imported would have its first rows twice. */
async function refuseAnother(client: ClientBase, { entity, importer }: Begin): Promise<void> {
  const { rows } = await client.query(
    "SELECT FROM writ.import WHERE entity = $1 AND importer = $2 AND ended_at IS NULL LIMIT 1",
    [entity, importer],
  );
  if (rows.length === 0) return;
  throw new ImportRefused("this is not the file whose import was cut off", {
    command:
      "this is not the file whose import was cut off: --continue needs the same one. Leave it out to import this one",
  });
}

/** What was cut off a moment ago may have to be noticed by the database first. */
async function lockAlone(client: ClientBase, name: string): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    const { rows } = await client.query<{ mine: boolean }>(
      "SELECT pg_try_advisory_lock(7765862, hashtext($1)) AS mine",
      [name],
    );
    if (rows[0]?.mine === true) return;
    await setTimeout(200);
  }
  throw new ImportRefused("this file is being imported at this moment", { code: "BUSY" });
}

export type Batch = {
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly refused: readonly { readonly source: SourceRow; readonly problems: readonly CellProblem[] }[];
};

/** In the transaction that writes the rows, as the owner. */
export async function noteBatch(client: ClientBase, id: string, { rows, created, updated, refused }: Batch) {
  await client.query(
    `UPDATE writ.import SET rows = rows + $2, created = created + $3, updated = updated + $4, refused = refused + $5
     WHERE id = $1`,
    [id, rows, created, updated, refused.length],
  );
  if (refused.length === 0) return;
  const list = refused.map(({ source: { number, cells }, problems }) => ({ number, cells, problems }));
  await client.query(
    `INSERT INTO writ.import_refused (import, number, cells, problems)
     SELECT $1, r.number, r.cells, r.problems
     FROM jsonb_to_recordset($2::jsonb) AS r (number bigint, cells jsonb, problems jsonb)`,
    [id, JSON.stringify(list, storable)],
  );
}

/** PostgreSQL keeps no NUL character. */
const storable = (_key: string, value: unknown): unknown =>
  typeof value === "string" ? value.replaceAll("\0", "\uFFFD") : value;

export const endImport = async (client: ClientBase, id: string) =>
  client.query("UPDATE writ.import SET ended_at = COALESCE(ended_at, now()) WHERE id = $1", [id]);

export type RefusedRow = SourceRow & { readonly problems: readonly CellProblem[] };

export async function hasRefused(client: ClientBase, id: string): Promise<boolean> {
  const { rows } = await client.query("SELECT FROM writ.import_refused WHERE import = $1 LIMIT 1", [id]);
  return rows.length > 0;
}

/** In the order of the file, a part of them at a time. */
export async function* refusedRows(client: ClientBase, id: string): AsyncGenerator<RefusedRow> {
  for (let after = -1; ;) {
    const { rows } = await client.query<RefusedRow>(
      `SELECT number::int, cells, problems FROM writ.import_refused WHERE import = $1 AND number > $2
       ORDER BY import_refused.number LIMIT 500`,
      [id, after],
    );
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.number;
  }
}

/** They are in a file of their own by now. */
export const forgetRefused = async (client: ClientBase, id: string) =>
  client.query("DELETE FROM writ.import_refused WHERE import = $1", [id]);
