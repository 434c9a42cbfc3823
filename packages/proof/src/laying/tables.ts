// Reads the rows of a database as texts, so that they can be laid beside those of a world.
import { createHash } from "node:crypto";
import type { Client } from "pg";
import type { Table } from "../agreement/backend.ts";
import { comparedFields, fileText, textKind, trimmedNumber } from "../agreement/texts.ts";
import type { Program } from "../interpreter/world/world.ts";
import { quote, type Shape } from "./shape.ts";

/** The rows as texts. */
export async function readTable(
  client: Client,
  program: Program,
  from: string,
  entity: string,
  fields: readonly string[],
): Promise<Table> {
  const { rows } = await client.query(selectFrom(program, from, entity, fields));
  return tableOf(program, entity, fields, rows);
}

/** As the owner: all that is stored, at once. */
export async function readTables(client: Client, program: Program, shape: Shape): Promise<ReadonlyMap<string, Table>> {
  return tablesIn(await readLists(client, listsOfTables(program, shape)), program, shape);
}

/** For each entity what asks for its rows. */
export const listsOfTables = (program: Program, shape: Shape): ReadonlyMap<string, string> =>
  new Map(
    [...shape.stored.keys()].map((entity) => [
      entity,
      selectFrom(
        program,
        `${shape.schemas.get(entity)}.${quote(entity)}`,
        entity,
        storedFields(program, shape, entity),
      ),
    ]),
  );

export const tablesIn = (result: Lists, program: Program, shape: Shape): ReadonlyMap<string, Table> =>
  new Map(
    [...shape.stored.keys()].map((entity) => [
      entity,
      tableOf(program, entity, storedFields(program, shape, entity), result.get(entity) ?? []),
    ]),
  );

const storedFields = (program: Program, { stored }: Shape, entity: string): readonly string[] =>
  comparedFields(program, entity).filter((field) => stored.get(entity)?.has(field));

export type Lists = ReadonlyMap<string, readonly Found[]>;

/** Several lists by one question, planned once for a session: it is asked after each of many attempts. */
export async function readLists(client: Client, lists: ReadonlyMap<string, string>): Promise<Lists> {
  const parts = [...lists].map(
    ([name, select]) => `SELECT '${name}' AS name, coalesce(json_agg(_one), '[]') AS rows FROM (${select}) AS _one`,
  );
  const text = parts.join(" UNION ALL ");
  const { rows } = await client.query<{ readonly name: string; readonly rows: readonly Found[] }>({
    // Another document's database is asked otherwise.
    name: `lists ${createHash("sha1").update(text).digest("hex")}`,
    text,
  });
  return new Map(rows.map((one) => [one.name, one.rows]));
}

type Found = Readonly<Record<string, unknown>>;

function selectFrom(program: Program, from: string, entity: string, fields: readonly string[]): string {
  const columns = fields.map((field) => `${columnText(program, entity, field)} AS ${quote(field)}`);
  return `SELECT ${columns.join(", ")} FROM ${from} AS "one"`;
}

const tableOf = (program: Program, entity: string, fields: readonly string[], rows: readonly Found[]): Table =>
  new Map(
    rows.map((row) => [
      String(row["id"]),
      new Map(fields.map((field) => [field, cellOf(program, entity, field, row[field])])),
    ]),
  );

function columnText(program: Program, entity: string, field: string): string {
  const column = `"one".${quote(field)}`;
  switch (textKind(program, entity, field)) {
    case "moment":
      return `(extract(epoch FROM ${column}) * 1000)::bigint::text`;
    case "list":
    case "files":
      return `array_to_json(${column})::text`;
    default:
      return `${column}::text`;
  }
}

function cellOf(program: Program, entity: string, field: string, cell: unknown): string | null {
  if (cell === null || cell === undefined) return null;
  const text = String(cell);
  const kind = textKind(program, entity, field);
  if (kind === "list") return (JSON.parse(text) as readonly string[]).toSorted().join(",");
  if (kind === "files") return (JSON.parse(text) as readonly string[]).map(fileText).toSorted().join(",");
  if (kind === "file") return fileText(text);
  return kind === "number" ? trimmedNumber(text) : text;
}
