// The one statement of a request: what is done, what is read of it, and both together as one row that is passed on.
import { quoteIdentifier as quote } from "@writ/language/sql-quote";
import type { CallPlan } from "../plan/call-plan.ts";
import type { ReadPlan } from "../plan/read-plan.ts";
import { called, written } from "../plan/sources.ts";
import type { WritePlan } from "../plan/write-plan.ts";
import type { Preferences } from "../request/preferences.ts";
import type { Form } from "../respond/form.ts";
import { printCall } from "./call.ts";
import { printCount, printRows } from "./read.ts";
import { newValues } from "./statement.ts";
import { isInserted, printWrite, tellsNew } from "./write.ts";

export type Statement = { readonly text: string; readonly values: readonly (string | number | null)[] };

/** What the statement answers: one row. */
export type AnswerRow = {
  readonly body: string | null;
  /** Rows of the answer. */
  readonly rows: string;
  /** Rows there are, where that was asked. */
  readonly total: string | null;
  readonly headers: string | null;
  readonly status: string | null;
  /** Of rows that were inserted: their keys, for the address of a single one. */
  readonly keys: readonly (readonly [string, string | null])[] | null;
  readonly inserted: string | null;
};

const settings = `nullif(current_setting('response.headers', true), '') AS headers, nullif(current_setting('response.status', true), '') AS status`;

export function readStatement(plan: ReadPlan, form: Form, count: Preferences["count"]): Statement {
  const values = newValues();
  const rows = printRows(plan, values);
  const counted = count === "exact" ? `, counted AS (${printCount(plan, values)})` : "";
  const total = count === "exact" ? `(SELECT count(*) FROM counted)` : "NULL::bigint";
  return {
    text: `WITH answer AS (${rows})${counted} SELECT ${total} AS total, count(row) AS rows, ${form.body("row")} AS body, ${settings}, NULL AS keys, NULL AS inserted FROM answer AS row`,
    values: values.list,
  };
}

/** How many rows the planner expects. */
export function explainStatement(plan: ReadPlan): Statement {
  const values = newValues();
  return { text: `EXPLAIN (FORMAT json) ${printCount(plan, values)}`, values: values.list };
}

export function writeStatement(plan: WritePlan, form: Form | undefined): Statement {
  const values = newValues();
  const write = printWrite(plan, values);
  const { primaryKey } = plan.table;
  const keys =
    plan.keys && primaryKey.length > 0
      ? `(SELECT json_agg(json_build_array(key.name, key.value)) FROM (SELECT * FROM ${written} LIMIT 1) AS one, LATERAL (VALUES ${primaryKey.map((name) => `(${text(name)}, one.${quote(name)}::text)`).join(", ")}) AS key (name, value))`
      : "NULL";
  // Of an upsert, whether any row is new.
  const inserted = tellsNew(plan) ? `(SELECT count(*) FROM ${written} WHERE ${quote(isInserted)})` : "NULL";
  if (form === undefined) {
    return {
      text: `WITH ${written} AS (${write}) SELECT NULL::bigint AS total, count(*) AS rows, NULL AS body, ${settings}, ${keys} AS keys, ${inserted} AS inserted FROM ${written}`,
      values: values.list,
    };
  }
  const rows = printRows(plan.read, values);
  return {
    text: `WITH ${written} AS (${write}), answer AS (${rows}) SELECT NULL::bigint AS total, count(row) AS rows, ${form.body("row")} AS body, ${settings}, ${keys} AS keys, ${inserted} AS inserted FROM answer AS row`,
    values: values.list,
  };
}

export function callStatement(plan: CallPlan, form: Form, count: Preferences["count"]): Statement {
  const values = newValues();
  const call = printCall(plan, values);
  const rows = plan.isScalar ? `SELECT value FROM ${called}` : printRows(plan.read, values);
  const counted =
    count === undefined
      ? ""
      : `, counted AS (${plan.isScalar ? `SELECT 1 FROM ${called}` : printCount(plan.read, values)})`;
  const total = count === undefined ? "NULL::bigint" : "(SELECT count(*) FROM counted)";
  return {
    text: `WITH ${called} AS (${call}), answer AS (${rows})${counted} SELECT ${total} AS total, count(row) AS rows, ${form.body("row")} AS body, ${settings}, NULL AS keys, NULL AS inserted FROM answer AS row`,
    values: values.list,
  };
}

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;
