// All rows that are found, as a file for spreadsheets: from a cursor, so that no more than a piece of it is in memory.
import type { IncomingMessage, ServerResponse } from "node:http";
import { once } from "node:events";
import type { ConsoleOptions } from "../console.ts";
import { refuse, send, type Refusal } from "../answers.ts";
import { noteAct, type ConsoleUser } from "../operators/acts.ts";
import { conditionsOf, readSearch } from "./conditions.ts";
import { isOfValue, reading, rowSql, wrongFilter } from "./find.ts";
import { tableNamed } from "./tables.ts";

const piece = 500;

export async function exportRows(
  request: IncomingMessage,
  response: ServerResponse,
  { pool, requests, writing }: ConsoleOptions,
  user: ConsoleUser,
): Promise<void> {
  const query = new URL(request.url ?? "/", "http://here").searchParams;
  const { compiled } = writing.state().served;
  const table = await pool.withConnection(async (client) => tableNamed(client, compiled, query.get("entity") ?? ""));
  if (table === undefined) return refuse(response, 404, "NOT_FOUND", "This does not exist.");
  const conditions = conditionsOf(table, readSearch(query));
  const refused = ({ status, told }: Refusal) => send(response, status, told);
  if (conditions === undefined) return refused(wrongFilter());
  const { where, order, values } = conditions;
  const columns = table.columns.filter(({ isColumn }) => isColumn);
  await pool.withConnection(async (client) => noteAct(client, user, "Exported rows", table.label));
  try {
    await reading(
      requests,
      async (client) => {
        await client.query(`DECLARE found NO SCROLL CURSOR FOR ${rowSql(table)} WHERE ${where} ORDER BY ${order}`, [
          ...values,
        ]);
        for (let isFirst = true; ; isFirst = false) {
          const { rows } = await client.query<Readonly<Record<string, unknown>>>(`FETCH ${piece} FROM found`);
          // What is wrong with a filter shows with the first row.
          if (isFirst) begin(response, table.id, ["id", ...columns.map(({ label }) => label)]);
          const lines = rows.map((row) => csvLine([row["id"], ...columns.map(({ id }) => row[id])]));
          if (!response.write(lines.join("")) && !response.destroyed)
            await Promise.race([once(response, "drain"), once(response, "close")]);
          if (rows.length < piece || response.destroyed) break;
        }
      },
      "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    );
    response.end();
  } catch (failure) {
    if (!response.headersSent && isOfValue(failure)) return refused(wrongFilter());
    if (!response.headersSent) throw failure;
    // A file that looks whole and is not would be believed.
    response.destroy();
  }
}

function begin(response: ServerResponse, name: string, heads: readonly string[]): void {
  response.writeHead(200, {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${name}.csv"`,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  });
  // Spreadsheets know by it that other letters than English ones are in UTF-8.
  response.write(`\ufeff${csvLine(heads)}`);
}

export const csvLine = (values: readonly unknown[]): string => `${values.map(cellOf).join(",")}\r\n`;

/** A spreadsheet runs what begins like a formula, also where somebody else wrote it into a field. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "string" ? value : Array.isArray(value) ? value.join("; ") : JSON.stringify(value);
  const isNumber = /^-?\d+(?:\.\d+)?$/.test(text);
  const safe = !isNumber && /^\s*[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\r\n;']/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
