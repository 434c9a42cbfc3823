// The one statement of a request: what is done, what is read of it, and both together as one row that is passed on.
import type { DatabaseError } from "pg";
import { quoteIdentifier as quote, quoteText } from "@writ/language/sql-quote";
import type { CallPlan } from "../plan/call-plan.ts";
import type { ReadPlan } from "../plan/read-plan.ts";
import { called, written, writtenIds } from "../plan/sources.ts";
import type { WritePlan } from "../plan/write-plan.ts";
import type { Statement } from "../../postgres/connections/packet.ts";
import type { Preferences } from "../request/preferences.ts";
import type { Form } from "../respond/form.ts";
import { printCall } from "./call.ts";
import { printCount, printRows } from "./read.ts";
import { newValues, type Values } from "./statement.ts";
import { printWritten, writtenOver } from "./write.ts";

/** What the statement answers: one row. */
export type AnswerRow = {
  readonly body: string | Uint8Array | null;
  /** Rows of the answer. */
  readonly rows: string;
  /** Rows there are, where that was asked. */
  readonly total: string | null;
  readonly headers: string | null;
  readonly status: string | null;
  /** Of rows that were inserted: their keys, for the address of a single one. */
  readonly keys: string | null;
  /** Of what was inserted, how many rows had not been there. */
  readonly inserted: string | null;
};

const settings = `nullif(current_setting('response.headers', true), '') AS headers, nullif(current_setting('response.status', true), '') AS status`;

/** A text that is made, sent and held as a whole: one of a hundred megabytes takes six times that of the database. */
export const mostBytes = 64 * 2 ** 20;
const tooLarge = "writ: the answer is too large";

/**
 * Looked at before it leaves the database; around the answer, because making it twice would take twice as long. It ends
 * the transaction: what is refused for the size of its answer is not done either.
 */
const bounded = (answered: string): string =>
  `SELECT total, rows, body, headers, CASE WHEN pg_column_size(body) > ${mostBytes} THEN concat(${quoteText(tooLarge)})::integer::text ELSE status END AS status, keys, inserted FROM (${answered}) AS said`;

/** It is read as a number, which it is none: so PostgreSQL says it. */
export const isTooLarge = ({ code, message }: DatabaseError): boolean => code === "22P02" && message.includes(tooLarge);

/** How many rows there are to be counted: all of them, or until it is certain that there are more than so many. */
export type Counting = { readonly most: number | undefined };

export function readStatement(plan: ReadPlan, form: Form, counting: Counting | undefined): Statement {
  const values = newValues();
  const rows = printRows(plan, values);
  const { counted, total } = printTotal(plan, counting, values);
  return {
    text: `WITH answer AS (${rows})${counted} ${bounded(`SELECT ${total} AS total, pg_catalog.count(row.*) AS rows, ${form.body("row")} AS body, ${settings}, NULL AS keys, NULL AS inserted FROM answer AS row`)}`,
    values: values.list,
  };
}

/** Without a range the rows of the answer are all there are. */
function printTotal(
  plan: ReadPlan,
  counting: Counting | undefined,
  values: Values,
): { readonly counted: string; readonly total: string } {
  if (counting === undefined) return { counted: "", total: "NULL::bigint" };
  if (plan.range.limit === undefined && plan.range.offset === 0)
    return { counted: "", total: "pg_catalog.count(row.*)" };
  const limit = counting.most === undefined ? "" : ` LIMIT ${values.add(counting.most + 1)}::bigint`;
  return { counted: `, counted AS (${printCount(plan, values)}${limit})`, total: "(SELECT count(*) FROM counted)" };
}

/** How many rows the planner expects. */
export function explainStatement(plan: ReadPlan): Statement {
  const values = newValues();
  return { text: `EXPLAIN (FORMAT json) ${printCount(plan, values)}`, values: values.list };
}

export function writeStatement(plan: WritePlan, form: Form | undefined): Statement {
  const values = newValues();
  const writes = printWritten(plan, values);
  const noted = plan.reread === undefined ? "" : `, ${noteIds(written)} AS noted`;
  const { primaryKey } = plan.table;
  const keys =
    plan.keys && primaryKey.length > 0
      ? `(SELECT json_agg(json_build_array(key.name, key.value)) FROM (SELECT * FROM ${written} LIMIT 1) AS one, LATERAL (VALUES ${primaryKey.map((name) => `(${quoteText(name)}, one.${quote(name)}::text)`).join(", ")}) AS key (name, value))`
      : "NULL";
  const inserted =
    plan.conflict === undefined
      ? "NULL"
      : `(SELECT count(*) FROM ${written}) - coalesce(nullif(current_setting('${writtenOver}', true), ''), '0')::bigint`;
  if (form === undefined) {
    return {
      text: `WITH ${writes} SELECT NULL::bigint AS total, count(*) AS rows, NULL AS body, ${settings}, ${keys} AS keys, ${inserted} AS inserted${noted} FROM ${written}`,
      values: values.list,
    };
  }
  const rows = printRows(plan.read, values);
  return {
    text: `WITH ${writes}, answer AS (${rows}) ${bounded(`SELECT NULL::bigint AS total, pg_catalog.count(row.*) AS rows, ${form.body("row")} AS body, ${settings}, ${keys} AS keys, ${inserted} AS inserted FROM answer AS row`)}`,
    values: values.list,
  };
}

/** For the statement that comes next. */
const noteIds = (rows: string): string =>
  `(SELECT set_config('${writtenIds}', coalesce(string_agg(noted."id"::text, ','), ''), true) FROM ${rows} AS noted)`;

export function callStatement(plan: CallPlan, form: Form, count: Preferences["count"]): Statement {
  const values = newValues();
  const call = printCall(plan, values);
  const rows = plan.isScalar ? `SELECT value FROM ${called}` : printRows(plan.read, values);
  const isCounted = count !== undefined;
  const { counted, total } = plan.isScalar
    ? { counted: "", total: isCounted ? "pg_catalog.count(row.*)" : "NULL::bigint" }
    : printTotal(plan.read, isCounted ? { most: undefined } : undefined, values);
  return {
    text: `WITH ${called} AS (${call}), answer AS (${rows})${counted} ${bounded(`SELECT ${total} AS total, pg_catalog.count(row.*) AS rows, ${form.body("row")} AS body, ${settings}, ${plan.reread === undefined ? "NULL" : noteIds(called)} AS keys, NULL AS inserted FROM answer AS row`)}`,
    values: values.list,
  };
}
