// What others may do by section 7 is tried as they do it: requests of other programs, calls with what they take, and
// schedules when their time comes. Whatever a product does otherwise is found out.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { planOf } from "../plan/plan.ts";
import { storyOf } from "../report/story.ts";
import { runPlan } from "../testing/run-plan.ts";

const start = products();

const { source } = completeDocument(`
## 3. Entities and their fields

### Bill

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Label | text up to 20 | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |
| Clerk | named at installation |

| Condition | For | Holds when |
| --- | --- | --- |
| theirs | Bill | \`bill.created_by == me\` |

| For | May | Person | Clerk |
| --- | --- | --- | --- |
| Bill | create | yes | yes |
| Bill | read | theirs | yes |
| Bill | update | no | yes |
| Bill | delete | no | yes |
| Order | call | yes | no |
| Send off | call | no | yes |

## 7. The calls it makes

| Call | Kind | On | Code | Errors |
| --- | --- | --- | --- | --- |
| Paid | webhook in | \`POST /hooks/paid\` | below | |
| Heard | webhook in | \`PUT /hooks/heard\` | below | |
| Open | webhook in | \`POST /hooks/open\` | below | |
| Order | function | button | below | |
| Send off | function | button | below | |
| Remind | schedule | every weekday at 07:30 | below | |
| Never | schedule | \`0 0 30 2 *\` | below | |

### Paid
- In: Bill, Amount (money 1.00 EUR to 90.00 EUR, optional)
- Signature: header \`X-Signature\`, secret \`PAID_SECRET\`
- Timestamp: header \`X-Time\`, within 5 minutes
\`\`\`ts
await Promise.resolve();
\`\`\`

### Heard
- Signature: header \`X-Signature\`, secret \`HEARD_SECRET\`
\`\`\`ts
await Promise.resolve();
\`\`\`

### Open
- In: Mood (one of: good, bad)
- Signature: none
\`\`\`ts
await Promise.resolve();
\`\`\`

### Order
- In: Code (text up to 6 matching \`^[A-Z]{2}[0-9]{2,4}$\`), Copies (integer 1 to 9), Mail (email), Site (url, optional), Paper (file (csv)), On (date), At (datetime), Wait (duration), Again (yes/no), Moods (several of: good, bad)
\`\`\`ts
await Promise.resolve();
\`\`\`

### Send off
- In: Bill, Note (long text, optional)
\`\`\`ts
await Promise.resolve();
\`\`\`

### Remind
\`\`\`ts
await Promise.resolve();
\`\`\`

### Never
\`\`\`ts
await Promise.resolve();
\`\`\`

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Time zone | Europe/Paris |
| Currency | EUR |
| Sign-in | email and password |
`);

test("who is heard, what is taken, and what comes round is tried on a running product", async () => {
  const { passed, failed } = await runPlan(start, source, { only: "7/" });
  assert.deepEqual(failed, []);
  assert.deepEqual(passed.toSorted(), all.toSorted());
  const { cases, notTried } = planOf(compile(source), "7/");
  assert.deepEqual(
    notTried.map(({ scenario, why }) => `${scenario.address}: ${why}`),
    ["7/Never#at its time: it never comes", "7/Never#a second before its time: it never comes"],
  );
  const told = (address: string) =>
    storyOf(cases.find(({ scenario }) => scenario.address === address) ?? assert.fail(address)).slice(-2);
  assert.deepEqual(told("7/Paid#sent too long ago"), [
    "Somebody who is not signed in: POST /hooks/paid, signed in X-Signature with PAID_SECRET, X-Time is 300001 milliseconds ago, with bill = bill 1.",
    "It is refused: TOO_OLD (7/Paid).",
  ]);
  assert.deepEqual(told("7/Remind#at its time"), ["Time goes on until 2026-03-18T06:30:00.000Z.", "remind is called."]);
});

const all = [
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
    const { failed } = await runPlan(start, source, { of, only: "7/" });
    const addresses = failed.map((one) => one.slice(0, one.indexOf(": ")));
    for (const [, , found] of differences)
      for (const address of found) assert.ok(addresses.includes(address), `${address}:\n${failed.join("\n")}`);
  }
});
