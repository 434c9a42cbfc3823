// What others may do by section 7 is tried as they do it: requests of other programs, calls with what they take, and
// schedules when their time comes. Whatever a product does otherwise is found out.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { products } from "../../../server/src/testing/product.ts";
import { planOf } from "../plan/plan.ts";
import { storyOf } from "../report/story.ts";
import { source } from "../testing/calls-of-others.ts";
import { runPlan } from "../testing/run-plan.ts";

const start = products();
const plan = planOf(compile(source), "7/");

test("who is heard, what is taken, and what comes round is tried on a running product", async () => {
  const { passed, failed } = await runPlan(start, source, { plan });
  assert.deepEqual(failed, []);
  assert.deepEqual(passed.toSorted(), all.toSorted());
  const { cases, notTried } = plan;
  assert.deepEqual(
    notTried.map(({ scenario, why }) => `${scenario.address}: ${why}`),
    [],
  );
  const told = (address: string) =>
    storyOf(cases.find(({ scenario }) => scenario.address === address) ?? assert.fail(address)).slice(-2);
  assert.deepEqual(told("7/Paid#sent too long ago"), [
    "A visitor who is not signed in: POST /hooks/paid, signed in X-Signature with PAID_SECRET, X-Time is 300001 milliseconds ago, with bill = bill 1.",
    "It is refused: TOO_OLD (7/Paid).",
  ]);
  assert.deepEqual(told("7/Remind#at its time"), [
    "Time advances to 2026-03-18T06:30:00.000Z.",
    "remind is called once.",
  ]);
});

const all = [
  "7/Never#never",
  "7/Paid#signed",
  "7/Paid#not signed",
  "7/Paid#signed with another secret",
  "7/Paid#signed for another body",
  "7/Paid#sent a while ago",
  "7/Paid#sent too long ago",
  "7/Paid#sent just ahead",
  "7/Paid#sent too far ahead",
  "7/Paid#sent at no time",
  "7/Paid#Bill left out",
  "7/Paid#Bill that is not there",
  "7/Paid#Amount left out",
  "7/Paid#Amount at its least",
  "7/Paid#Amount beyond its least",
  "7/Paid#Amount at its most",
  "7/Paid#Amount beyond its most",
  "7/Heard#signed",
  "7/Heard#not signed",
  "7/Heard#signed with another secret",
  "7/Heard#signed for another body",
  "7/Open#not signed",
  "7/Open#Mood left out",
  "7/Open#Mood none of its choices",
  "7/Order#Code left out",
  "7/Order#Code of the greatest length",
  "7/Order#Code one longer",
  "7/Order#Code of another form",
  "7/Order#Copies left out",
  "7/Order#Copies at its least",
  "7/Order#Copies beyond its least",
  "7/Order#Copies at its most",
  "7/Order#Copies beyond its most",
  "7/Order#Mail left out",
  "7/Order#Mail of another form",
  "7/Order#Site left out",
  "7/Order#Site of another form",
  ...["Paper", "On", "At", "Wait", "Again", "Moods"].map((name) => `7/Order#${name} left out`),
  "7/Order#Moods none of its choices",
  "7/Send off#Bill left out",
  "7/Send off#Bill that is not there",
  "7/Send off#Note left out",
  "7/Remind#at its time",
  "7/Remind#a second before its time",
  "7/Remind#again and again",
  ...["Count", "Bill all", "Sweep"].flatMap((name) => [
    `7/${name}#at its time`,
    `7/${name}#a second before its time`,
    `7/${name}#again and again`,
  ]),
  "7/Paid#Amount given",
  "7/Order#Site given",
  "7/Send off#Note given",
];

type Difference = readonly [text: string, other: string, found: readonly string[]];

/** What products do otherwise, each of them several things, and the cases that find it out. */
const others: readonly (readonly Difference[])[] = [
  [
    [
      "- In: Bill, Amount (money 1.00 EUR to 90.00 EUR, optional)\n- Signature: header `X-Signature`, secret `PAID_SECRET`",
      "- In: Bill, Amount (money 1.00 EUR to 91.00 EUR)\n- Signature: none",
      [
        "7/Paid#not signed",
        "7/Paid#signed with another secret",
        "7/Paid#signed for another body",
        "7/Paid#sent too long ago",
        "7/Paid#sent too far ahead",
        "7/Paid#sent at no time",
        "7/Paid#signed",
        "7/Paid#Amount left out",
        "7/Paid#Amount beyond its most",
      ],
    ],
    ["`HEARD_SECRET`", "`OTHER_SECRET`", ["7/Heard#signed"]],
    ["integer 1 to 9", "integer 0 to 8", ["7/Order#Copies beyond its least", "7/Order#Copies at its most"]],
    ["[0-9]{2,4}$`", "[0-9]{2,3}$`", ["7/Order#Code of the greatest length"]],
    ["On (date)", "On (date, optional)", ["7/Order#On left out"]],
    ["Note (long text, optional)", "Note (long text)", ["7/Send off#Note left out"]],
    ["every weekday at 07:30", "every weekday at 07:31", ["7/Remind#at its time"]],
  ],
  [
    ["`X-Time`, within 5 minutes", "`X-Time`, within 6 minutes", ["7/Paid#sent too long ago"]],
    ["(long text, optional)", "(long text)", ["7/Send off#Note left out"]],
    ["`PUT /hooks/heard`", "`POST /hooks/heard`", ["7/Heard#signed", "7/Heard#not signed"]],
    ["up to 6 matching", "up to 7 matching", ["7/Order#Code one longer"]],
    ["every weekday at 07:30", "every weekday at 07:29", ["7/Remind#a second before its time"]],
  ],
  [["`X-Time`, within 5 minutes", "`X-Time`, within 4 minutes", ["7/Paid#sent just ahead"]]],
];

test("a product that hears others, or takes something else, or is late, fails", async () => {
  for (const differences of others) {
    const of = differences.reduce((so, [text, other]) => {
      assert.ok(so.includes(text), text);
      return so.replace(text, () => other);
    }, source);
    const { failed } = await runPlan(start, source, { of, plan });
    const addresses = failed.map((one) => one.slice(0, one.indexOf(": ")));
    for (const [, , result] of differences)
      for (const address of result) assert.ok(addresses.includes(address), `${address}:\n${failed.join("\n")}`);
  }
});
