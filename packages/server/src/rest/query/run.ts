// What the statements of a request come back with: the answer as it came, and what was asked beside it.
import type { Row, Statement } from "../../postgres/connections/packet.ts";
import type { Explaining } from "../respond/form.ts";
import type { AnswerRow } from "./answer.ts";

export function answerIn([row]: readonly Row[]): AnswerRow {
  if (row === undefined) throw new Error("a statement answers one row");
  return row as AnswerRow;
}

export const explained = ({ text, values }: Statement, { format, options }: Explaining): Statement => {
  const said = ["", ...options.map((option) => option.toUpperCase())].join(", ");
  return { text: `EXPLAIN (FORMAT ${format}${said}) ${text}`, values };
};

export const planIn = (rows: readonly Row[]): string => rows.map((row) => String(row["QUERY PLAN"] ?? "")).join("\n");

/** How many rows the planner expects of a statement that begins with EXPLAIN. */
export function expectedIn(rows: readonly Row[]): number {
  const plans: readonly { readonly Plan?: { readonly "Plan Rows"?: number } }[] = JSON.parse(planIn(rows));
  return Number(plans[0]?.Plan?.["Plan Rows"] ?? 0);
}
