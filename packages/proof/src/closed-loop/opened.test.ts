// No error from `check` means that the web application opens: every screen, as everybody, is what its document says.
import assert from "node:assert/strict";
import { test } from "node:test";
import { firstSeed } from "../../../language/src/testing/seed.ts";
import { screenPlanOf } from "../screens/plan.ts";
import { screenTrials, wordsOf } from "../testing/screen-trials.ts";
import { acceptedFrom } from "./documents.ts";

const isLong = process.env["WRIT_LONG"] === "1";
const first = firstSeed(1000);
const tried = isLong ? 400 : 4;
const { tryOn } = screenTrials();

let opened = 0;
let screens = 0;

for (const { seed, source, compiled } of acceptedFrom(first, tried)) {
  // Most random documents have few screens, and some have none: there is nothing to open.
  if (!isLong && seed % 4 !== 0) continue;
  if (screenPlanOf(compiled).cases.length === 0) continue;
  test(`the screens of document ${seed} open as everybody`, async () => {
    // What a component draws is in a file of its author's, which no document holds.
    const drawn = screenPlanOf(compiled).cases.filter(
      ({ scenario }) => compiled.lookup.screens.get(scenario.screen)?.kind?.kind !== "component",
    );
    const results = await tryOn(
      source,
      source,
      drawn.map(({ scenario }) => scenario.address),
    );
    assert.deepEqual(wordsOf(results), []);
    opened++;
    screens += results.filter(({ outcome }) => outcome === "passed").length;
  });
}

test("some of them were there to be opened", (context) => {
  context.diagnostic(`${opened} documents, ${screens} screens`);
  assert.ok(opened >= tried / 12 && screens > opened, `${opened} documents, ${screens} screens`);
});
