// Values of all kinds, selected in the strict form, and conditions in the filter form too.
import { evaluator, printJavaScript } from "../../expression/javascript.ts";
import { printSql } from "../../expression/sql.ts";
import {
  allRules,
  count,
  describeWorld,
  printedEvaluation,
  randomChecked,
  type Setting,
  type Writing,
} from "./agreement.ts";
import { settings } from "./model-database.ts";
import { contextsOf, fullScope } from "./random-rows.ts";
import { readSql, showJavaScript, showSql } from "./shown-value.ts";

const conditions = ["yes/no", "yes/no", "yes/no"] as const;
const sorts = [
  ...conditions,
  "whole",
  "number",
  "money",
  "text",
  "date",
  "datetime",
  "time",
  "duration",
  "rows",
] as const;

export async function compareValues(setting: Setting, amount: number): Promise<void> {
  const { draw, client, rules, tally, model, world, target } = setting;
  const { moneyScale } = model.schema;
  const old = draw.pick(["present", "maybe"] as const);
  const me = draw.once(4) ? null : world.me;
  const scope = fullScope({ me: me === null || draw.once(3) ? "maybe" : "present", old });
  await client.query(settings(world, me));
  const evaluate = printedEvaluation(rules, moneyScale);
  const contextOf = contextsOf(model, world, me, printedEvaluation(allRules, moneyScale));
  const checked = Array.from({ length: amount }, () => {
    const writing = setting.wanted === undefined && draw.once(10) ? guarded(setting) : undefined;
    return randomChecked(setting, scope, writing ? ["yes/no"] : sorts, draw.number(2, 5), writing);
  });
  const columns = checked.flatMap(({ typed }) => {
    const strict = showSql(printSql(typed, target, "strict", rules.sql), typed.type);
    const isCondition = typed.type.kind === "yes/no";
    return isCondition ? [strict, `COALESCE(${printSql(typed, target, "filter", rules.sql)}, false)::text`] : [strict];
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
      const interpreted =
        rules === allRules ? showJavaScript(evaluator(typed, { moneyScale })(context), typed.type) : value;
      const isCondition = typed.type.kind === "yes/no";
      const strict = readSql(row[`c${column++}`] ?? null, typed.type, moneyScale);
      const filter = isCondition ? (row[`c${column++}`] ?? null) : strict;
      count(tally, isCondition ? "conditions" : "values");
      count(tally, `${typed.type.kind} ${value === null ? "empty" : isCondition ? value : "there"}`);
      if (value === strict && value === filter && value === interpreted) continue;
      throw new Error(
        [
          text,
          `JavaScript ${value}, interpreted ${interpreted}, SQL ${strict}, as a filter ${filter}`,
          printJavaScript(typed, { moneyScale }, rules.javascript),
          printSql(typed, target, "strict", rules.sql),
          printSql(typed, target, "filter", rules.sql),
          describeWorld(world),
        ].join("\n  "),
      );
    }
  }
}

/** A rule whose When column says that a value of its row is there. */
function guarded({ draw, model }: Setting): Writing {
  const fields = [...(model.schema.entities.get("line")?.fields.values() ?? [])].filter(({ type }) => type.empty);
  return fields.length === 0 ? {} : { known: [`line.${draw.pick(fields).id}`] };
}
