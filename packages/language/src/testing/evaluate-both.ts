// One expression over nothing but constants and now, worked out by JavaScript and by a database, for tests by example.
import assert from "node:assert/strict";
import type { Client } from "pg";
import type { Context, Value } from "../expression/data.ts";
import { evaluator } from "../expression/javascript.ts";
import { printSql, sqlPrinters, type SqlPrinters } from "../expression/sql.ts";
import type { Typed } from "../expression/typed.ts";
import { plainTarget } from "./plain-target.ts";
import { sampleSchema } from "./sample-schema.ts";
import { readSql, showJavaScript, showSql } from "./shown-value.ts";

/** PostgreSQL works the constants out itself. */
const unfolded: SqlPrinters = { ...sqlPrinters, fold: (typed) => typed };

export async function evaluateBoth(typed: Typed, client: Client): Promise<string | null> {
  const context: Context = { scope: {}, me: null, now: 0, today: 0, timeZone: "Europe/Paris", rows: () => [], hasRole: () => false };
  const value: Value = evaluator(typed, sampleSchema)(context);
  const shown = showJavaScript(value, typed.type);
  const sql = printSql(typed, plainTarget(sampleSchema), "strict", unfolded);
  const { rows } = await client.query<{ value: string | null }>(`SELECT ${showSql(sql, typed.type)} AS value`);
  assert.equal(readSql(rows[0]?.value ?? null, typed.type, sampleSchema.moneyScale), shown, sql);
  return shown;
}
