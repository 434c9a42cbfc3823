// Random worlds in which JavaScript and a real PostgreSQL must say the same, with every rule in force or one of them off.
import assert from "node:assert/strict";
import type { Client } from "pg";
import { checkExpression } from "../../expression/check.ts";
import type { Context, Value } from "../../expression/data.ts";
import { javascriptPrinters } from "../../expression/javascript.ts";
import type { JavaScriptPrinters } from "../../expression/javascript/javascript-nodes.ts";
import { printJavaScript } from "../../expression/javascript.ts";
import { readExpression } from "../../expression/parsing/read.ts";
import { signedIn } from "../../plan/mentions-me.ts";
import { runtime, type Runtime } from "../../expression/javascript/runtime.ts";
import type { Schema, Scope } from "../../expression/schema.ts";
import { sqlPrinters, type SqlPrinters } from "../../expression/sql.ts";
import type { SqlTarget } from "../../expression/sql/sql-target.ts";
import type { Typed } from "../../expression/typed.ts";
import type { Draw } from "../draw.ts";
import { createTables, fillTables, settings, sqlTarget } from "./model-database.ts";
import { randomExpression, type Sort } from "./random-expression.ts";
import { randomModel, type RandomModel } from "./random-model.ts";
import { randomWorld, type World } from "./random-rows.ts";

/** What both sides go by. A test of the tests puts another rule in the place of one. */
export type Rules = {
  readonly sql: SqlPrinters;
  readonly javascript: JavaScriptPrinters;
  readonly runtime: Runtime;
  /** How a right is made safe against callers who are not signed in, on the side of SQL. */
  readonly signedIn: typeof signedIn;
  /** What the checker takes for the schema. */
  readonly schema: (schema: Schema) => Schema;
};

export const allRules: Rules = {
  sql: sqlPrinters,
  javascript: javascriptPrinters,
  runtime,
  signedIn,
  schema: (schema) => schema,
};

/** How much was compared; a test says how much it must have been. */
export type Tally = Map<string, number>;

export function count(tally: Tally, what: string, more = 1): void {
  tally.set(what, (tally.get(what) ?? 0) + more);
}

export type Setting = {
  readonly draw: Draw;
  readonly client: Client;
  readonly rules: Rules;
  readonly tally: Tally;
  readonly model: RandomModel;
  readonly world: World;
  readonly target: SqlTarget;
  /** Compare expressions of this kind only, with something in them that matters. */
  readonly wanted: Requirement | undefined;
};

export type Requirement = { readonly sort: Sort; readonly is: (typed: Typed) => boolean };

/** Random tables with random rows in one transaction, which leaves nothing behind. */
export async function inRandomWorld(
  draw: Draw,
  client: Client,
  run: (setting: Setting) => Promise<void>,
): Promise<Tally> {
  const tally: Tally = new Map();
  const model = randomModel(draw);
  const world = randomWorld(draw, model);
  await client.query("BEGIN");
  try {
    await client.query(
      [settings(world, world.me), ...createTables(model, world), ...fillTables(model, world)].join(";\n"),
    );
    count(tally, "worlds");
    await run({
      draw,
      client,
      rules: allRules,
      tally,
      model,
      world,
      target: sqlTarget(model, world),
      wanted: undefined,
    });
  } finally {
    await client.query("ROLLBACK");
  }
  return tally;
}

/** `me`: whether it speaks of the caller, also through computed fields. */
export type Checked = { readonly text: string; readonly typed: Typed; readonly me: boolean };

/** What to write: as much of the schema as may be named, and what is known not to be empty there. */
export type Writing = { readonly schema?: Schema; readonly known?: readonly string[] };

/** A random expression that the checker accepts. One that it refuses is counted: the writer of texts was wrong. */
export function randomChecked(
  setting: Setting,
  scope: Scope,
  sorts: readonly (Sort | "rows")[],
  depth: number,
  writing: Writing = {},
): Checked {
  const { draw, tally, wanted } = setting;
  const schema = setting.rules.schema(setting.model.schema);
  const given = (writing.known ?? []).map((text) => check(`${text} != null`, schema, scope, []));
  for (let attempt = 0; ; attempt++) {
    const written = setting.rules.schema(writing.schema ?? setting.model.schema);
    // What is small shows a difference; in what is large it may be lost.
    const [sort, most] = wanted ? [wanted.sort, draw.number(1, 3)] : [draw.pick(sorts), depth];
    const text = randomExpression(draw, written, scope, sort, most, writing.known);
    const checked = check(text, schema, scope, given);
    count(tally, "expressions");
    if (checked.typed === undefined) {
      count(tally, "refused");
      tally.set(`refused: ${checked.problems[0]?.message} in ${text}`, 1);
    } else if (wanted === undefined || wanted.is(checked.typed) || attempt > 600) {
      const guards = given.flatMap(({ typed }) => typed ?? []);
      return {
        text: [...(writing.known ?? []), text].join(" guards "),
        typed: guards.reduceRight(unless, checked.typed),
        me: checked.reads.me || given.some(({ reads }) => reads.me),
      };
    }
  }
}

function check(text: string, schema: Schema, scope: Scope, given: readonly ReturnType<typeof checkExpression>[]) {
  const expression = readExpression({ text, start: 0, end: text.length }, "5/Line/Rule", []);
  return checkExpression(expression, schema, scope, { kind: "any" }, given);
}

/** A rule holds where its guard does not. */
function unless(rule: Typed, guard: Typed): Typed {
  const decision = { start: 0, end: 0, type: { kind: "yes/no", empty: false } } as const;
  return { ...decision, node: "or", left: { ...decision, node: "not", of: guard }, right: rule };
}

/** As a page runs it: the printed source, made a function. */
export const printedEvaluation =
  (rules: Rules, moneyScale: number) =>
  (typed: Typed): ((context: Context) => Value) => {
    const source = printJavaScript(typed, { moneyScale }, rules.javascript);
    const made: unknown = new Function("context", "runtime", `"use strict"; return ${source};`);
    assert(typeof made === "function");
    return (context) => made(context, rules.runtime) as Value;
  };

export function describeWorld(world: World): string {
  const show = (_: string, value: unknown) =>
    typeof value === "bigint" ? `${value}n` : value instanceof Map ? Object.fromEntries(value) : value;
  return JSON.stringify(world, show);
}
