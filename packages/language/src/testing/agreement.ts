// One random run in which JavaScript and a real PostgreSQL must say the same, with every rule in force or one of them off.
import assert from "node:assert/strict";
import type { Client } from "pg";
import { checkExpression } from "../expression/check.ts";
import type { Context, Value } from "../expression/data.ts";
import { javascriptPrinters, type JavaScriptPrinters } from "../expression/javascript-nodes.ts";
import { evaluator, printJavaScript } from "../expression/javascript.ts";
import { readExpression } from "../expression/read.ts";
import { requireMe } from "../expression/require-me.ts";
import { runtime, type Runtime } from "../expression/runtime.ts";
import type { Schema, Scope } from "../expression/schema.ts";
import { printSql, sqlPrinters, type SqlPrinters } from "../expression/sql.ts";
import type { SqlTarget } from "../expression/sql-target.ts";
import type { Type } from "../expression/type.ts";
import type { Reads, Typed } from "../expression/typed.ts";
import type { Draw } from "./draw.ts";
import { createTables, fillTables, settings, showValue, sqlTarget } from "./model-database.ts";
import { randomExpression } from "./random-expression.ts";
import { randomModel, type RandomModel } from "./random-model.ts";
import { contextsOf, fullScope, randomWorld, type World } from "./random-rows.ts";

/** What both sides go by. A test of a test gives another rule for one of them. */
export type Rules = {
  readonly sql: SqlPrinters;
  readonly javascript: JavaScriptPrinters;
  readonly runtime: Runtime;
  readonly requireMe: (typed: Typed) => Typed;
};

export const allRules: Rules = { sql: sqlPrinters, javascript: javascriptPrinters, runtime, requireMe };

/** How much was compared; a test says how much it must have been. */
export type Tally = { [what: string]: number };

export function count(tally: Tally, what: string, more = 1): void {
  tally[what] = (tally[what] ?? 0) + more;
}

type Checked = { readonly text: string; readonly typed: Typed; readonly reads: Reads };

export type Setting = {
  readonly draw: Draw;
  readonly client: Client;
  readonly rules: Rules;
  readonly tally: Tally;
  readonly model: RandomModel;
  readonly world: World;
  readonly target: SqlTarget;
};

/** Random tables with random rows in one transaction, which leaves nothing behind. */
export async function inRandomWorld(
  draw: Draw,
  client: Client,
  tally: Tally,
  rules: Rules,
  run: (setting: Setting) => Promise<void>,
): Promise<void> {
  const model = randomModel(draw);
  const world = randomWorld(draw, model);
  await client.query("BEGIN");
  try {
    const statements = [settings(world, world.me), ...createTables(model, world, rules.sql), ...fillTables(model, world)];
    await client.query(statements.join(";\n"));
    count(tally, "models");
    await run({ draw, client, rules, tally, model, world, target: sqlTarget(model, world) });
  } finally {
    await client.query("ROLLBACK");
  }
}

/** A random expression that the checker accepts. One that it refuses is counted: the writer of texts was wrong. */
export function randomChecked({ draw, model, tally }: Setting, scope: Scope, sort: Parameters<typeof randomExpression>[3], depth: number): Checked {
  for (;;) {
    const text = randomExpression(draw, model.schema, scope, sort, depth);
    const checked = check(text, model.schema, scope);
    count(tally, "expressions");
    if ("typed" in checked) return checked;
    count(tally, "refused");
    tally[`refused: ${checked.message} in ${text}`.slice(0, 400)] = 1;
  }
}

export function check(text: string, schema: Schema, scope: Scope): Checked | { readonly message: string } {
  const problems: { readonly severity: string; readonly message: string }[] = [];
  const expression = readExpression({ text, start: 0, end: text.length }, "5/Line/Rule", []);
  const { typed, reads, problems: found } = checkExpression(expression, schema, scope, { kind: "any" });
  problems.push(...found);
  return typed ? { text, typed, reads } : { message: problems.find(({ severity }) => severity === "error")?.message ?? "syntax" };
}

/** As a page runs it: the printed source, made a function. */
export const printedEvaluation = (rules: Rules, moneyScale: number) => (typed: Typed) => {
  const source = printJavaScript(typed, { moneyScale }, rules.javascript);
  const made: unknown = new Function("context", "runtime", `"use strict"; return ${source};`);
  assert(typeof made === "function");
  return (context: Context): Value => made(context, rules.runtime) as Value;
};

/** Values of all kinds in the strict form, and conditions in the filter form too. */
export async function compareValues(setting: Setting, amount: number): Promise<void> {
  const { draw, client, rules, tally, model, world, target } = setting;
  const { moneyScale } = model.schema;
  const old = draw.pick(["present", "maybe"] as const);
  const scope = fullScope({ me: "present", old });
  const evaluate = printedEvaluation(rules, moneyScale);
  const contextOf = contextsOf(model, world, world.me, evaluate);
  const sorts = ["yes/no", "yes/no", "yes/no", "whole", "number", "money", "text", "date", "datetime", "duration", "rows"] as const;
  const checked = Array.from({ length: amount }, () => randomChecked(setting, scope, draw.pick(sorts), draw.number(2, 5)));
  const columns = checked.flatMap(({ typed }) => {
    const strict = showValue(printSql(typed, target, "strict", rules.sql), typed.type);
    if (typed.type.kind !== "yes/no") return [strict];
    return [strict, `COALESCE(${printSql(typed, target, "filter", rules.sql)}, false)::text`];
  });
  const before = old === "present" ? `COALESCE("line".old_id, "line".id)` : `"line".old_id`;
  const query = `SELECT "line".id, ${columns.map((column, index) => `${column} AS c${index}`).join(",\n")}
    FROM m.line AS "line" LEFT JOIN m.line AS "old" ON "old".id = ${before}`;
  const { rows } = await client.query<Record<string, string | null>>(query).catch((error: unknown) => {
    throw new Error(`PostgreSQL refuses: ${String(error)}\n${checked.map(({ text }) => text).join("\n")}\n${query}`);
  });
  for (const row of rows) {
    let column = 0;
    for (const { text, typed } of checked) {
      const context = contextOf(row["id"] ?? "", old);
      const value = showJavaScript(evaluate(typed)(context), typed.type);
      const interpreted = rules === allRules ? showJavaScript(evaluator(typed, { moneyScale })(context), typed.type) : value;
      const found = [row[`c${column++}`] ?? null, ...(typed.type.kind === "yes/no" ? [row[`c${column++}`] ?? null] : [])];
      const [strict = null, filter = strict] = found.map((one) => readSql(one, typed.type, moneyScale));
      count(tally, "values", found.length);
      count(tally, `${typed.type.kind} ${value === null ? "empty" : typed.type.kind === "yes/no" ? value : "there"}`);
      if (value === strict && value === filter && value === interpreted) continue;
      const sql = printSql(typed, target, "strict", rules.sql);
      const filters = printSql(typed, target, "filter", rules.sql);
      throw new Error(
        `${text}\n JavaScript ${value}, interpreted ${interpreted}, SQL ${strict}, as a filter ${filter}\n ${printJavaScript(typed, { moneyScale }, rules.javascript)}\n ${sql}\n ${filters}\n ${describeWorld(world)}`,
      );
    }
  }
}

export function describeWorld(world: World): string {
  const show = (_: string, value: unknown) =>
    typeof value === "bigint" ? `${value}n` : value instanceof Map ? Object.fromEntries(value) : value;
  return JSON.stringify(world, show);
}

/** One text for each value, the same from both sides. */
function showJavaScript(value: Value, type: Type): string | null {
  if (value === null) return null;
  if (type.kind === "row" && typeof value === "object" && "id" in value) return value.id;
  if (type.kind === "list" && Array.isArray(value)) return value.map((item) => showJavaScript(item, type.of)).sort().join();
  return String(value);
}

function readSql(text: string | null, type: Type, moneyScale: number): string | null {
  if (text === null) return null;
  if (type.kind === "list") return (JSON.parse(text) as (string | null)[]).sort().join();
  if (type.kind !== "number" && type.kind !== "money" && type.kind !== "duration") return text;
  const scale = type.kind === "number" ? type.scale : type.kind === "money" ? moneyScale : 0;
  const [whole = "", fraction = ""] = text.split(".");
  // A digit beyond the scale that the checker promised would be a difference of its own.
  if (/[1-9]/.test(fraction.slice(scale))) return `${text} has more than ${scale} decimals`;
  return String(BigInt(`${whole}${fraction.slice(0, scale).padEnd(scale, "0")}`));
}
