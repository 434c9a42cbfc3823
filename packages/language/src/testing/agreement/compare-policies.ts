// Conditions as real row policies for a role that may see nothing else, with a user signed in or none.
import { rowScope } from "../../model/scopes.ts";
import { count, describeWorld, printedEvaluation, randomChecked, type Setting } from "./agreement.ts";
import { policySql } from "./policy.ts";
import { openToReader, policyTarget, settings } from "./model-database.ts";
import { contextsOf } from "./random-rows.ts";

/** What the role sees must be what JavaScript lets it see. */
export async function comparePolicies(setting: Setting, amount: number): Promise<void> {
  const { draw, client, rules, tally, model, world, target } = setting;
  const { moneyScale } = model.schema;
  const me = draw.once(3) ? null : world.me;
  const contextOf = contextsOf(model, world, me, printedEvaluation(rules, moneyScale));
  const lines = (world.rows.get("line") ?? []).map(({ id }) => id);
  await client.query([settings(world, me), ...openToReader(model)].join(";\n"));
  for (let index = 0; index < amount; index++) {
    const { text, ...condition } = randomChecked(
      setting,
      rowScope("line", { me: "present" }),
      ["yes/no"],
      draw.number(1, 4),
    );
    const using = policySql(condition, policyTarget(target), "filter", rules);
    await client.query(
      `SAVEPOINT s; CREATE POLICY p ON m.line FOR SELECT TO reader USING (${using}); SET LOCAL ROLE reader`,
    );
    const { rows } = await client.query<{ id: string }>("SELECT id FROM m.line ORDER BY id");
    await client.query("ROLLBACK TO s");
    const evaluate = printedEvaluation(rules, moneyScale)(condition.typed);
    // A caller who is not signed in passes no right about the caller.
    const mayPass = me !== null || !condition.me;
    const expected = lines.filter((id) => mayPass && evaluate(contextOf(id, "present")) === true).sort();
    const found = rows.map(({ id }) => id);
    count(tally, me === null ? "policies for nobody" : "policies");
    count(tally, "rows hidden", lines.length - found.length);
    if (found.join() === expected.join()) continue;
    throw new Error(
      [text, `JavaScript shows ${expected}`, `SQL shows ${found} to ${me}`, using, describeWorld(world)].join("\n  "),
    );
  }
}
