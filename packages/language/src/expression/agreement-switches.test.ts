// Every rule by which JavaScript and SQL agree bites: with it switched off, random expressions soon have two values.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import fc from "fast-check";
import { inRandomWorld, type Setting } from "../testing/agreement/agreement.ts";
import { startCollations, type Collations } from "../testing/agreement/collations.ts";
import { compareInRow } from "../testing/agreement/compare-in-row.ts";
import { comparePolicies } from "../testing/agreement/compare-policies.ts";
import { compareValues } from "../testing/agreement/compare-values.ts";
import { drawFrom } from "../testing/draw.ts";
import { settings } from "../testing/agreement/model-database.ts";
import { switches, type Switch } from "../testing/agreement/switches.ts";

const long = process.env["WRIT_LONG"] === "1";
const mostWorlds = long ? 150 : 5;

let collations: Collations;
/** By rule: the number of the world in which it was missed, and how. */
const missed = new Map<string, { readonly world: number; readonly how: string }>();

before(async () => {
  collations = await startCollations();
  let world = 0;
  const search = fc.asyncProperty(fc.noBias(fc.integer()), async (seed) => {
    const waiting = switches.filter(({ rule }) => !missed.has(rule));
    if (waiting.length === 0) return;
    world++;
    const draw = drawFrom(seed);
    await inRandomWorld(draw, draw.pick(collations.clients), async (setting) => {
      for (const one of waiting) {
        // Most rules are missed at once; only the others need many expressions.
        const how = await differenceWithout(one, setting, Math.min(2 * world, one.home === "values" ? 16 : 6));
        if (how !== undefined) missed.set(one.rule, { world, how });
      }
    });
  });
  await fc.assert(search, { numRuns: mostWorlds, seed: 7, endOnFailure: true });
});
after(() => collations.postgres.stop());

/** What PostgreSQL itself says against some plain ways. */
const expectedErrors =
  /division by zero|out of range|generation expression is not immutable|could not determine which collation|must appear in the GROUP BY clause/;

async function differenceWithout(
  { off, home, wanted }: Switch,
  setting: Setting,
  amount: number,
): Promise<string | undefined> {
  const { client, world } = setting;
  const compare = { values: compareValues, policies: comparePolicies, "in row": compareInRow }[home];
  await client.query(`SAVEPOINT without; ${settings(world, world.me)}`);
  try {
    await compare({ ...setting, rules: off, wanted }, amount);
    return undefined;
  } catch (error) {
    const how = String(error);
    // A text that is no SQL at all would prove nothing.
    if (how.includes("error: ") && !expectedErrors.test(how)) throw error;
    return how;
  } finally {
    await client.query("ROLLBACK TO without");
  }
}

if (long)
  describe("without this rule, JavaScript and SQL disagree:", () => {
    for (const { rule } of switches) {
      test(rule, (context) => {
        const found = missed.get(rule);
        assert.ok(found, `no difference in ${mostWorlds} worlds`);
        context.diagnostic(`world ${found.world}: ${found.how.split("\n").slice(0, 4).join(" ").slice(0, 900)}`);
      });
    }
  });
else
  test("without most of the rules, JavaScript and SQL disagree in one of a few worlds", () => {
    assert.ok(missed.size > (2 / 3) * switches.length, `${missed.size} of ${switches.length}`);
  });
