// The rows of a table as lines of JSON, as PostgreSQL itself writes them: no number and no moment becomes one of JavaScript.
import { escapeIdentifier, type ClientBase } from "pg";
import type { Replace } from "./anonymise/columns.ts";
import { parseExactly } from "./anonymise/masks.ts";
import type { Table } from "./catalogue.ts";
import type { TablePart } from "./manifest.ts";
import { writePart } from "./write-part.ts";

const atOnce = 500;

/** `replacing`: by column, what takes the place of its values. */
export async function writeRows(
  client: ClientBase,
  table: Table,
  folder: string,
  replacing: ReadonlyMap<string, Replace>,
): Promise<TablePart> {
  const columns = table.columns.map(({ name }) => name);
  const [kept, replaced] = [columns.filter((one) => !replacing.has(one)), columns.filter((one) => replacing.has(one))];
  await client.query(`DECLARE archived NO SCROLL CURSOR FOR
    SELECT ${recordOf(kept)} AS kept, ${recordOf(replaced)} AS replaced FROM ${table.quoted} AS one`);
  let rows = 0;
  async function* lines() {
    for (;;) {
      const { rows: found } = await client.query<Line>(`FETCH ${atOnce} FROM archived`);
      if (found.length === 0) return;
      rows += found.length;
      yield Buffer.from(found.map((line) => `${printLine(line, replacing)}\n`).join(""));
    }
  }
  const part = await writePart(folder, table.file, lines());
  await client.query("CLOSE archived");
  return { ...part, table: `${table.schema}.${table.name}`, rows, columns };
}

type Line = { readonly kept: string | null; readonly replaced: string | null };

const recordOf = (columns: readonly string[]): string =>
  columns.length === 0
    ? "NULL"
    : `(SELECT row_to_json(line)::text FROM (SELECT ${columns.map((name) => `one.${escapeIdentifier(name)}`).join(", ")}) AS line)`;

function printLine({ kept, replaced }: Line, replacing: ReadonlyMap<string, Replace>): string {
  if (replaced === null) return kept ?? "{}";
  const row = parseExactly(replaced) as Readonly<Record<string, unknown>>;
  const line = JSON.stringify(
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, value === null ? null : replacing.get(name)?.(value, row)]),
    ),
  );
  return kept === null ? line : `${kept.slice(0, -1)},${line.slice(1)}`;
}
