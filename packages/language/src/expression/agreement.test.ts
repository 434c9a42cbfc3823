// JavaScript and a real PostgreSQL agree: random entities, rows, expressions and askers, three collations, many time zones.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { count, inRandomWorld, type Tally } from "../testing/agreement/agreement.ts";
import { startCollations, type Collations } from "../testing/agreement/collations.ts";
import { compareInRow } from "../testing/agreement/compare-in-row.ts";
import { comparePolicies } from "../testing/agreement/compare-policies.ts";
import { compareValues } from "../testing/agreement/compare-values.ts";
import { drawFrom } from "../testing/draw.ts";

const isLong = process.env["WRIT_LONG"] === "1";
const worlds = Number(process.env["WRIT_WORLDS"] ?? (isLong ? 3000 : 30));
const seed = Number(process.env["WRIT_SEED"] ?? 20_260_329);

let collations: Collations;
before(async () => {
  collations = await startCollations();
});
after(() => collations.postgres.stop());

test("random expressions have one value, wherever they are evaluated", async (context) => {
  const total: Tally = new Map();
  const agree = fc.asyncProperty(fc.noBias(fc.integer()), async (world) => {
    const draw = drawFrom(world);
    const tally = await inRandomWorld(draw, draw.pick(collations.clients), async (setting) => {
      await compareValues(setting, 15);
      await compareInRow(setting, 4);
      await comparePolicies(setting, 4);
    });
    for (const [what, amount] of tally) count(total, what, amount);
  });
  // The first difference is shown as it is: a smaller one is seldom clearer, and takes long to find.
  await fc.assert(agree, { numRuns: worlds, seed, endOnFailure: true, includeErrorInReport: true });

  const refused = [...total.keys()].filter((what) => what.startsWith("refused: "));
  context.diagnostic(
    [...total]
      .filter(([what]) => !refused.includes(what))
      .map(([what, amount]) => `${what}: ${amount}`)
      .sort()
      .join(", "),
  );
  const share = (total.get("refused") ?? 0) / (total.get("expressions") ?? 1);
  assert.ok(share < 0.002, `the checker refuses ${share * 100} %: ${refused.slice(0, 5).join("\n")}`);
  // A comparison that never meets one of these would prove little.
  for (const what of [
    "yes/no true",
    "yes/no false",
    "number empty",
    "checks that accept",
    "checks that refuse",
    "policies for nobody",
    "rows hidden",
  ]) {
    assert.ok((total.get(what) ?? 0) > worlds / 20, `${what}: ${total.get(what)}`);
  }
});
