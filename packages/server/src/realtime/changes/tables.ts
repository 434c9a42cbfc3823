// Which tables are followed: those of the document's entities, each with the functions that decide who reads a row.
import type { ClientBase } from "pg";
import { readSql } from "@writ/language/foundation";
import {
  innerPlace,
  printPlace,
  seeGonePlace,
  seePlace,
  whoPlace,
  whoSeesGonePlace,
  whoSeesPlace,
  type Place,
} from "@writ/language/plan";
import { allOrNothing } from "../../postgres/connections/transaction.ts";

export type LiveColumn = {
  readonly name: string;
  /** Its short name, as clients get it; its whole one, as SQL takes it; and its kind. */
  readonly type: string;
  readonly fullType: string;
  readonly category: string;
};

export type LiveTable = {
  readonly place: Place;
  /** In the table's own order, those of the system too. */
  readonly columns: readonly LiveColumn[];
  /** Those that any reader may be shown. */
  readonly shown: readonly LiveColumn[];
  readonly key: readonly string[];
  readonly read: LiveRight;
  /** Who receives the deletion of a row. */
  readonly hear: LiveRight;
  /** By field: who sees it. */
  readonly see: ReadonlyMap<string, LiveRight>;
  /** The same fields, of a row that is gone. */
  readonly seeGone: ReadonlyMap<string, LiveRight>;
};

/** `one` says of a row whether the caller may, `many` which people of a list may: not every right can be asked so. */
export type LiveRight = { readonly one: string; readonly many: string | undefined };

type Found = {
  readonly schema: string;
  readonly name: string;
  readonly identity: string;
  readonly columns: readonly LiveColumn[];
  readonly key: readonly string[] | null;
  readonly functions: readonly string[] | null;
};

/** The functions of a right, in the order in which they are looked for. */
type Places = readonly [one: Place, many: Place];

const question = readSql(new URL("./tables.sql", import.meta.url));

const publication = "writ_live";
const messages = "writ_messages";
export const publications = `${publication},${messages}`;

/** Sent in the order of commits: no client receives what was committed after its session had ended. */
export const endedSessions: Place = { schema: "auth", name: "ended_sessions" };

/** From now on all changes are received: new tables are published, and old rows come whole. */
export async function publishTables(client: ClientBase): Promise<ReadonlyMap<string, LiveTable>> {
  // One table at a time: a transaction that holds one while it waits for another would deadlock with one that holds
  // that other and waits for the first, until PostgreSQL ends one of the two.
  for (const { table, isWhole } of await inTurn(client, () => liveTables(client)))
    if (!isWhole)
      await inTurn(client, () => client.query(`ALTER TABLE ${printPlace(table.place)} REPLICA IDENTITY FULL`));
  return inTurn(client, async () => {
    // A change of a published table without an identity would be refused. Tables that came meanwhile are published when
    // the document that brought them is read.
    const tables = (await liveTables(client)).filter(({ isWhole }) => isWhole).map(({ table }) => table);
    await publish(
      client,
      publication,
      tables.map(({ place }) => place),
      "insert, update, delete, truncate",
    );
    await publish(client, messages, [{ schema: "realtime", name: "messages" }, endedSessions], "insert");
    return new Map(tables.map((table) => [keyOf(table.place), table]));
  });
}

/** Writers wait no longer for this than it waits for their locks; several servers do it one after the other. */
const inTurn = async <Result>(client: ClientBase, work: () => Promise<Result>): Promise<Result> =>
  allOrNothing(client, async () => {
    await client.query("SET LOCAL lock_timeout = '3s'; SELECT pg_advisory_xact_lock(7765829)");
    return work();
  });

async function liveTables(
  client: ClientBase,
): Promise<readonly { readonly table: LiveTable; readonly isWhole: boolean }[]> {
  const { rows } = await client.query<Found>(question);
  return rows.flatMap((row) => {
    const table = tableOf(row);
    return table === undefined ? [] : [{ table, isWhole: row.identity === "f" }];
  });
}

export const keyOf = ({ schema, name }: Place): string => `${schema}.${name}`;

function tableOf({ schema, name, columns, key, functions }: Found): LiveTable | undefined {
  const there = new Set(functions);
  const rightOf = (...[one, many]: Places): LiveRight | undefined =>
    there.has(one.name)
      ? { one: printPlace(one), many: there.has(many.name) ? printPlace(many) : undefined }
      : undefined;
  const read = rightOf(innerPlace("may", "read", name), whoPlace("read", name));
  // A table without rights in the document is not followed.
  if (read === undefined || key === null) return undefined;
  const see = new Map<string, LiveRight>();
  const seeGone = new Map<string, LiveRight>();
  for (const { name: field } of columns) {
    const sees = rightOf(seePlace(name, field), whoSeesPlace(name, field));
    if (sees === undefined) continue;
    see.set(field, sees);
    seeGone.set(field, rightOf(seeGonePlace(name, field), whoSeesGonePlace(name, field)) ?? sees);
  }
  return {
    place: { schema, name },
    columns,
    shown: columns.filter((column) => !column.name.startsWith("_")),
    key,
    read,
    hear: rightOf(innerPlace("may", "hear", name), whoPlace("hear", name)) ?? read,
    see,
    seeGone,
  };
}

async function publish(client: ClientBase, name: string, places: readonly Place[], what: string): Promise<void> {
  const { rows } = await client.query<{ readonly tables: readonly string[]; readonly truncates: boolean }>(
    `SELECT COALESCE((SELECT json_agg(t.schemaname || '.' || t.tablename ORDER BY 1) FROM pg_publication_tables t WHERE t.pubname = p.pubname), '[]') AS tables, p.pubtruncate AS truncates
     FROM pg_publication p WHERE p.pubname = $1`,
    [name],
  );
  const there = rows[0]?.tables;
  const list = places.map(printPlace).join(", ");
  if (there === undefined) {
    const { rows: version } = await client.query<{ readonly server_version_num: string }>("SHOW server_version_num");
    // What is worked out and stored is a value like the others; earlier versions tell of it as if it were empty.
    const stored = Number(version[0]?.server_version_num) >= 180_000 ? ", publish_generated_columns = stored" : "";
    await client.query(
      `CREATE PUBLICATION ${name} ${list === "" ? "" : `FOR TABLE ${list}`} WITH (publish = '${what}'${stored})`,
    );
    return;
  }
  // Made by an earlier version.
  if (rows[0]?.truncates !== what.includes("truncate"))
    await client.query(`ALTER PUBLICATION ${name} SET (publish = '${what}')`);
  const wanted = new Set(places.map(keyOf));
  if (there.length === wanted.size && there.every((one) => wanted.has(one))) return;
  if (list !== "") await client.query(`ALTER PUBLICATION ${name} SET TABLE ${list}`);
}
