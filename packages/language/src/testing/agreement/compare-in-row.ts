// What only reads its own row, as a CHECK and as a generated column, where PostgreSQL takes nothing that may change.
import { staysInRow } from "../../expression/analysis/in-row.ts";
import type { Schema, Scope } from "../../expression/schema.ts";
import { printSql } from "../../expression/sql.ts";
import { count, describeWorld, printedEvaluation, randomChecked, type Checked, type Setting } from "./agreement.ts";
import { generatedType } from "./model-database.ts";
import { contextsOf } from "./random-rows.ts";
import { readSql, showJavaScript, showSql } from "./shown-value.ts";

const sorts = ["yes/no", "yes/no", "number", "money", "text", "date", "datetime", "time", "duration"] as const;
const scope: Scope = {
  names: new Map([["line", { type: { kind: "row", entity: "line", empty: false }, source: "row" }]]),
};

export async function compareInRow(setting: Setting, amount: number): Promise<void> {
  const { client, rules, tally, model, world, target } = setting;
  const { schema } = model;
  const contextOf = contextsOf(model, world, world.me, printedEvaluation(rules, schema.moneyScale));
  const lines = (world.rows.get("line") ?? []).map(({ id }) => id);
  for (const { text, typed } of inRow(setting, amount)) {
    const { type } = typed;
    const sql = printSql(typed, target, "strict", rules.sql);
    const evaluate = printedEvaluation(rules, schema.moneyScale)(typed);
    const expected = lines.map((id) => showJavaScript(evaluate(contextOf(id, "present")), type));
    const fail = (what: string) =>
      new Error([text, what, `JavaScript ${expected}`, sql, describeWorld(world)].join("\n  "));

    const column = `ALTER TABLE m.line ADD COLUMN made ${generatedType(type)} GENERATED ALWAYS AS (${sql}) STORED`;
    await client.query(`SAVEPOINT s; ${column}`).catch((error: unknown) => {
      throw fail(`a generated column: ${String(error)}`);
    });
    const { rows } = await client.query<{ id: string; made: string | null }>(
      `SELECT id, ${showSql("made", type)} AS made FROM m.line`,
    );
    await client.query("ROLLBACK TO s");
    const made = lines.map((id) => readSql(rows.find((row) => row.id === id)?.made ?? null, type, schema.moneyScale));
    count(tally, "generated columns");
    if (made.join() !== expected.join()) throw fail(`a generated column ${made}`);

    if (type.kind !== "yes/no") continue;
    const isRefused = await client.query(`ALTER TABLE m.line ADD CONSTRAINT c CHECK ((${sql}) IS TRUE)`).then(
      () => false,
      (error: { readonly code?: string }) => {
        if (error.code !== "23514") throw fail(`a CHECK: ${String(error)}`);
        return true;
      },
    );
    await client.query("ROLLBACK TO s");
    count(tally, isRefused ? "checks that refuse" : "checks that accept");
    if (isRefused === expected.every((value) => value === "true"))
      throw fail(`a CHECK that ${isRefused ? "refuses" : "accepts"}`);
  }
}

function inRow(setting: Setting, amount: number): readonly Checked[] {
  const { draw, model } = setting;
  const writing = { schema: onlyStoredValues(model.schema) };
  const found: Checked[] = [];
  while (found.length < amount) {
    const checked = randomChecked(setting, scope, sorts, draw.number(1, 4), writing);
    if (staysInRow(checked.typed, model.schema)) found.push(checked);
  }
  return found;
}

function onlyStoredValues(schema: Schema): Schema {
  const line = schema.entities.get("line");
  const own = [...(line?.fields ?? [])].filter(([, { store }]) => store.kind === "column" || store.kind === "array");
  return { ...schema, entities: new Map(line ? [["line", { ...line, fields: new Map(own) }]] : []) };
}
