// Rows of an archive into the tables of a database where the document was just applied, within one transaction.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { escapeIdentifier, type Client, type ClientBase } from "pg";

import { failure } from "../postgres/failure.ts";
import { readSequences, readTables, type Column, type Table } from "./catalogue.ts";
import { linesOf } from "./lines.ts";
import type { Manifest, TablePart } from "./manifest.ts";
import { alteredArchive } from "./problems.ts";
import { setAside } from "./set-aside.ts";

export type Loading = {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly progress: (done: number, of: number) => void;
};

/** `applied`: the documents, which the new database has one of already. */
const appliedTable = "writ.applied";

/** Tables of the archive that this version of Writ does not have, with rows in them. */
export async function loadRows(client: Client, loading: Loading): Promise<readonly string[]> {
  const { manifest, progress } = loading;
  const known = new Map((await readTables(client)).travelling.map((table) => [table.file, table]));
  const pairs = manifest.tables.flatMap((part) => {
    const table = known.get(part.name);
    return table === undefined ? [] : [{ part, table }];
  });
  await client.query(`SET CONSTRAINTS ALL IMMEDIATE; SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO';
    SET LOCAL IntervalStyle = 'postgres'`);
  const putBack = await setAside(
    client,
    pairs.map(({ table }) => table),
  );
  const whole = pairs.filter(({ table }) => isWhole(table)).map(({ table }) => table.quoted);
  if (whole.length > 0) await client.query(`TRUNCATE ${whole.join(", ")}`);
  for (const [index, { part, table }] of pairs.entries()) {
    progress(index, pairs.length);
    await loadTable(client, part, table, loading);
  }
  await setSequences(client, manifest);
  await putBack();
  await compareCounts(client, pairs);
  return manifest.tables.filter(({ name, rows }) => rows > 0 && !known.has(name)).map(({ table }) => table);
}

const fullName = ({ schema, name }: Table): string => `${schema}.${name}`;

const isWhole = (table: Table): boolean => table.how.only === undefined && fullName(table) !== appliedTable;

type Pair = { readonly part: TablePart; readonly table: Table };

async function loadTable(client: ClientBase, part: TablePart, table: Table, loading: Loading): Promise<void> {
  const there = new Set(part.columns);
  const columns = table.columns.filter(({ name }) => there.has(name));
  const documents = fullName(table) === appliedTable ? await readDocuments(client, loading) : undefined;
  const statement =
    documents === undefined
      ? table.how.only === undefined
        ? insertStatement(table, columns)
        : updateStatement(table, columns)
      : appliedStatement(table, columns);
  for await (const lines of linesOf(join(loading.folder, part.name))) {
    // As they stand there: what is a number stays the text of one until PostgreSQL reads it.
    await client.query(statement, [`[${lines.join(",")}]`, ...(documents ?? [])]);
  }
}

const listOf = (columns: readonly Column[], print = (column: Column) => escapeIdentifier(column.name)): string =>
  columns.map(print).join(", ");

/** An empty value of JSON is a value where a column may not be empty. */
const given = ({ name, type, required }: Column): string => {
  const value = `line.${escapeIdentifier(name)}`;
  return required && ["json", "jsonb"].includes(type) ? `COALESCE(${value}, 'null'::${type})` : value;
};

const recordsOf = (table: Table): string => `json_populate_recordset(NULL::${table.quoted}, $1::json) AS line`;

const insertStatement = (table: Table, columns: readonly Column[]): string =>
  `INSERT INTO ${table.quoted} (${listOf(columns)}) OVERRIDING SYSTEM VALUE
    SELECT ${listOf(columns, given)} FROM ${recordsOf(table)}`;

function updateStatement(table: Table, columns: readonly Column[]): string {
  const isKey = ({ name }: Column) => table.key.includes(name);
  const pair = (column: Column) => `${escapeIdentifier(column.name)} = ${given(column)}`;
  const same = columns
    .filter(isKey)
    .map(({ name }) => `one.${escapeIdentifier(name)} = line.${escapeIdentifier(name)}`);
  return `UPDATE ${table.quoted} AS one SET ${listOf(
    columns.filter((column) => !isKey(column)),
    pair,
  )}
    FROM ${recordsOf(table)} WHERE ${same.join(" AND ")}`;
}

/** Only the last one has what it made, and how that was found: here, by this version of Writ. */
const appliedStatement = (table: Table, all: readonly Column[]): string => {
  const columns = all.filter(({ name }) => name !== "foundation");
  return `INSERT INTO ${table.quoted} (${listOf(columns)}, source, objects, found, foundation) OVERRIDING SYSTEM VALUE
    SELECT ${listOf(columns, given)}, $2::jsonb ->> line.id::text,
      CASE WHEN line.id::text = $3 THEN $4::jsonb ELSE '[]' END, CASE WHEN line.id::text = $3 THEN $5::jsonb ELSE '{}' END,
      CASE WHEN line.id::text = $3 THEN $6 ELSE line.foundation END
    FROM ${recordsOf(table)}`;
};

async function readDocuments(client: ClientBase, { folder, manifest }: Loading): Promise<readonly unknown[]> {
  const sources: Record<string, string> = {};
  for (const { id, name } of manifest.documents) sources[id] = await readFile(join(folder, name), "utf8");
  const { rows } = await client.query<{ objects: string; found: string; foundation: string }>(
    "DELETE FROM writ.applied RETURNING objects::text, found::text, foundation",
  );
  const [made] = rows;
  return [JSON.stringify(sources), manifest.documents.at(-1)?.id, made?.objects, made?.found, made?.foundation];
}

async function setSequences(client: ClientBase, { sequences }: Manifest): Promise<void> {
  for (const { of, sequence } of await readSequences(client)) {
    const known = Object.hasOwn(sequences, of) ? sequences[of] : undefined;
    if (known !== undefined)
      await client.query("SELECT setval($1::text::regclass, $2::bigint, $3)", [sequence, known.last, known.isUsed]);
  }
}

async function compareCounts(client: ClientBase, pairs: readonly Pair[]): Promise<void> {
  for (const { part, table } of pairs) {
    if (table.how.only !== undefined) continue;
    const { rows } = await client.query<{ rows: string }>(`SELECT count(*) AS rows FROM ${table.quoted}`);
    if (Number(rows[0]?.rows) !== part.rows)
      throw failure(alteredArchive, part.name, `it has ${rows[0]?.rows ?? 0} rows instead of ${part.rows}`);
  }
}
