// The addresses of the page SQL: a result to look at, and the same as a file. Who ran what is written down before it runs.
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { readObject, Refusal, refuse, send } from "../answers.ts";
import type { ConsoleOptions } from "../console.ts";
import { noteAct, type ConsoleUser } from "../operators/acts.ts";
import type { SqlView } from "../operator-response-types.ts";
import { csvLine } from "../rows/csv.ts";
import { longestText, type Bounds } from "./run.ts";

const megabyte = 2 ** 20;
const shown: Bounds = { rows: 1000, bytes: 8 * megabyte, milliseconds: 10_000 };
const exported: Bounds = { rows: 50_000, bytes: 32 * megabyte, milliseconds: 10_000 };

export async function answerSql(
  request: IncomingMessage,
  response: ServerResponse,
  options: ConsoleOptions,
  user: ConsoleUser,
  isFile: boolean,
): Promise<void> {
  const text = (await readObject(request, options))?.["text"];
  if (typeof text !== "string" || text.trim() === "" || text.length > longestText)
    return refuse(response, 400, "INVALID", `A statement has up to ${longestText} characters.`);
  let isNoted = false;
  const note = async (act: string) => {
    await options.pool.withConnection(async (client) => noteAct(client, user, act, text.trim()));
    isNoted = true;
  };
  const answer = await options.sql.run(text, isFile ? exported : shown, {
    begins: async () => note(isFile ? "Exported SQL" : "Ran SQL"),
    gone: (end) => response.once("close", end),
  });
  if (!isNoted) await note("Was refused SQL");
  if (answer instanceof Refusal) send(response, answer.status, answer.told);
  else if (isFile) await sendFile(response, answer);
  else send(response, 200, answer);
}

async function sendFile(response: ServerResponse, { columns, rows }: SqlView): Promise<void> {
  response.writeHead(200, {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": 'attachment; filename="result.csv"',
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  });
  response.write(`\ufeff${csvLine(columns)}`);
  for (let at = 0; at < rows.length && !response.destroyed; at += 500) {
    const lines = rows.slice(at, at + 500).map(csvLine);
    if (!response.write(lines.join(""))) await Promise.race([once(response, "drain"), once(response, "close")]);
  }
  response.end();
}
