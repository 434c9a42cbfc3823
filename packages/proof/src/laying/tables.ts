// Reads the rows of a database as texts, so that they can be laid beside those of a world.
import type { Client } from "pg";
import type { Table } from "../agreement/backend.ts";
import { comparedFields, textKind, trimmedNumber } from "../agreement/texts.ts";
import type { Program } from "../interpreter/world.ts";
import { quote, type Shape } from "./shape.ts";

/** What the database may say about each field of an entity; a client sees no more of it than it may. */
export async function readTable(
  client: Client,
  program: Program,
  from: string,
  entity: string,
  fields: readonly string[],
): Promise<Table> {
  const columns = fields.map((field) => `${columnText(program, entity, field)} AS ${quote(field)}`);
  const { rows } = await client.query(`SELECT ${columns.join(", ")} FROM ${from} AS "one"`);
  return new Map(
    rows.map((row) => [
      String(row.id),
      new Map(fields.map((field) => [field, cellOf(program, entity, field, row[field])])),
    ]),
  );
}

/** As the owner: all that is stored. */
export async function readTables(client: Client, program: Program, shape: Shape): Promise<ReadonlyMap<string, Table>> {
  const tables = new Map<string, Table>();
  for (const [entity, stored] of shape.stored) {
    const fields = comparedFields(program, entity).filter((field) => stored.has(field));
    tables.set(
      entity,
      await readTable(client, program, `${shape.schemas.get(entity)}.${quote(entity)}`, entity, fields),
    );
  }
  return tables;
}

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
