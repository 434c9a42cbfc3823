// Sends a request's statement, and hands on what comes back as it came: text stays text, and JSON is never read.
import { types, type ClientBase } from "pg";
import { preparedName } from "../../postgres/prepared.ts";
import type { Explaining } from "../respond/form.ts";
import type { AnswerRow, Statement } from "./answer.ts";

const bytes = 17;

/** An answer may be large, and PostgreSQL has made it already as it goes out. */
const asItCame = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === bytes && format !== "binary" ? types.getTypeParser(bytes, "text") : (text: string) => text,
} as typeof types;

/** `role`: whose policies are in the plan, where it is prepared. */
export async function run<Row extends Record<string, unknown>>(
  client: ClientBase,
  { text, values }: Statement,
  role: string,
): Promise<readonly Row[]> {
  const name = values.length === 0 ? undefined : preparedName(client, role, text);
  const config = { text, values: [...values], types: asItCame };
  return (await client.query<Row>(name === undefined ? config : { ...config, name })).rows;
}

export async function runStatement(client: ClientBase, statement: Statement, role: string): Promise<AnswerRow> {
  const [row] = await run<AnswerRow>(client, statement, role);
  if (row === undefined) throw new Error("a statement answers one row");
  return row;
}

/** How the caller stands, as the database says it. */
export async function runNarrowing(client: ClientBase, question: Statement, role: string): Promise<string | null> {
  const [row] = await run<{ readonly narrow: string | null }>(client, question, role);
  return row?.narrow ?? null;
}

export async function runPlan(
  client: ClientBase,
  { text, values }: Statement,
  { format, options }: Explaining,
  role: string,
): Promise<string> {
  const said = ["", ...options.map((option) => option.toUpperCase())].join(", ");
  const explain = { text: `EXPLAIN (FORMAT ${format}${said}) ${text}`, values };
  const rows = await run<Record<string, string>>(client, explain, role);
  return rows.map((row) => row["QUERY PLAN"] ?? "").join("\n");
}

/** How many rows the planner expects of a statement that begins with EXPLAIN. */
export async function expectedRows(client: ClientBase, explain: Statement, role: string): Promise<number> {
  const rows = await run<Record<string, string>>(client, explain, role);
  const plans: readonly { readonly Plan?: { readonly "Plan Rows"?: number } }[] = JSON.parse(
    rows[0]?.["QUERY PLAN"] ?? "[]",
  );
  return Number(plans[0]?.Plan?.["Plan Rows"] ?? 0);
}
