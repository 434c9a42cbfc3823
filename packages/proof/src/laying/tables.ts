// Reads the rows of a database as texts, so that they can be laid beside those of a world.
import { createHash } from "node:crypto";
import type { Client } from "pg";
import type { Table } from "../agreement/backend.ts";
import { comparedFields, textKind, trimmedNumber } from "../agreement/texts.ts";
import type { Program } from "../interpreter/world.ts";
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
  const asked = [...shape.stored].map(([entity, stored]) => ({
    entity,
    from: `${shape.schemas.get(entity)}.${quote(entity)}`,
    fields: comparedFields(program, entity).filter((field) => stored.has(field)),
  }));
  // Planned once for a session: it is asked after each of many attempts.
  const parts = asked.map(
    ({ entity, from, fields }) =>
      `SELECT '${entity}' AS entity, coalesce(json_agg(one), '[]') AS rows FROM (${selectFrom(program, from, entity, fields)}) AS one`,
  );
  const text = parts.join(" UNION ALL ");
  const { rows } = await client.query<{ readonly entity: string; readonly rows: readonly Found[] }>({
    // Another document's database is asked otherwise.
    name: `tables ${createHash("sha1").update(text).digest("hex")}`,
    text,
  });
  const found = new Map(rows.map((one) => [one.entity, one.rows]));
  return new Map(
    asked.map(({ entity, fields }) => [entity, tableOf(program, entity, fields, found.get(entity) ?? [])]),
  );
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
  return kind === "number" ? trimmedNumber(text) : text;
}
