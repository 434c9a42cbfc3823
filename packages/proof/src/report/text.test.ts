// What documents and rows bring to a terminal is shown in every place of a report, and obeyed in none.
import assert from "node:assert/strict";
import { test } from "node:test";
import { mutantsText } from "./mutants-text.ts";
import { reportText } from "./text.ts";

const steering = "\u001b[2Jgone";
const printing = { colour: false, visible: (text: string) => text.replaceAll("\u001b", "ESC") };

test("of a report on cases and on mutants nothing steers the terminal", () => {
  const one = {
    address: `3/${steering}`,
    sentence: steering,
    clause: steering,
    evidence: `no ${steering}`,
    steps: [steering],
  };
  const cases = [
    { ...one, outcome: "failed" as const },
    { ...one, outcome: "not tried" as const },
  ];
  const text = reportText({ passed: 0, failed: 1, notTried: 1, cases }, { seconds: 1 }, printing);
  assert.ok(!text.includes("\u001b"), text);
  assert.equal(text.match(/ESC\[2Jgone/g)?.length, 8);
  const mutant = {
    address: steering,
    clause: steering,
    what: steering,
    before: steering,
    after: steering,
    evidence: steering,
    by: steering,
  };
  const fates = ["survived", "caught elsewhere", "equivalent", "no document"] as const;
  const mutants = fates.map((fate) => ({ ...mutant, fate }));
  const told = mutantsText(
    { caught: 0, elsewhere: 1, equivalent: 1, noDocument: 1, survived: 1, mutants },
    1,
    printing,
  );
  assert.ok(!told.includes("\u001b"), told);
  assert.equal(told.match(/ESC\[2Jgone/g)?.length, 10);
});
