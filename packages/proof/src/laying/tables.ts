// Reads the rows of a database as texts, so that they can be laid beside those of a world.
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
  const answer: unknown = await client.query(
    asked.map(({ entity, from, fields }) => selectFrom(program, from, entity, fields)).join("; "),
  );
  // One statement has one answer, several have a list of them.
  const answers = (Array.isArray(answer) ? answer : [answer]) as readonly { readonly rows: readonly Found[] }[];
  return new Map(
    asked.map(({ entity, fields }, index) => [entity, tableOf(program, entity, fields, answers[index]?.rows ?? [])]),
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
