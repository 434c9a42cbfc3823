// What is to be sent after a case is compared with what should be: a product that writes to no one is found out.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { products } from "../../../server/src/testing/product.ts";
import { planOf } from "../plan/plan.ts";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { everything, settings } from "../testing/clauses.ts";
import { lending } from "../testing/lending.ts";
import { runPlan } from "../testing/run-plan.ts";
import { groundOf } from "../testing/workshop.ts";
import { runCases } from "./run-cases.ts";
import type { Result } from "./run.ts";

const start = products();
const { source } = completeDocument(lending);
const row = "| Loan | Return | | mail Thanks | to `loan.borrower` |\n";
const { cases } = planOf(compile(source), "4/Effects/Loan/Return/mail Thanks");

async function tryOn(product: string): Promise<readonly Result[]> {
  const running = await start(product, { development: true, jobs: "asked" });
  const results: Result[] = [];
  await runCases(cases, await groundOf(running), (result) => void results.push(result));
  return results;
}

test("an expected mail that is not sent is reported, with its recipient", async () => {
  assert.ok(cases.length > 0 && source.includes(row));
  assert.deepEqual(
    (await tryOn(source)).flatMap(({ wrong }) => wrong),
    [],
  );
  const [wrong = ""] = (await tryOn(source.replace(row, ""))).flatMap((result) => result.wrong);
  assert.match(wrong, /^sent: \[\] and not \["mail thanks to [-0-9a-f]+ \(4\/Effects\/Loan\/Return\/mail Thanks\)"\]$/);
});

const orders = (given: string, body: string) =>
  completeDocument(`
## 3. Entities and their fields

### Order

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 20 | yes | |
| Price | money 0 to 100 | yes | |
| Buyer | reference to User | auto | \`me\` |

## 4. States and transitions

### Effects
| For | After | On | If | Do | With |
| --- | --- | --- | --- | --- | --- |
| Order | create | | | call Bill | ${given} |

${everything("Order | create, read, update, delete")}

## 7. The calls it makes

| Call | Kind | On | Code |
| --- | --- | --- | --- |
| Bill | webhook out | effect | |

### Bill
- In: Order, Amount (money), Words (text)
- Sends: POST to \`https://bills.example.test/new\`
- Body: \`${body}\`
${settings}
`).source;

test("what a call is given and what goes out with it is compared, and not only that it goes", async () => {
  const [given, body] = [
    "`amount = order.price`, `words = order.title`",
    '{ "of": order.title, "sum": input.amount, "all": [{ "who": order.title }, { "what": input.words }] }',
  ];
  const document = orders(given, body);
  const of = async (other: string) => (await runPlan(start, document, { of: other, only: "4/Effects" })).failed.join();
  assert.equal(await of(document), "");
  assert.match(
    await of(orders(given.replace("order.price", "order.price * 2"), body)),
    /call bill .* says .*input\/amount/,
  );
  assert.match(await of(orders(given, body.replace("input.words", "'nothing'"))), /"body\/all\/1\/what":\["nothing"\]/);
  assert.match(await of(orders(given, body.replace('"what"', '"which"'))), /body\/all\/1\/which/);
});

test("a mail of which a text is not shown in one language goes with what is shown", async () => {
  const { source: document } = completeDocument(`
## 3. Entities and their fields

### Order

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 20 | yes | |

## 4. States and transitions

### Effects
| For | After | On | If | Do | With |
| --- | --- | --- | --- | --- | --- |
| Order | create | | | mail Thanks | to \`order.created_by\` |

${everything("Order | create, read, update, delete")}

## 7. The calls it makes

| Mail | For | Subject | Subject (de) | Text | Text (de) |
| --- | --- | --- | --- | --- | --- |
| Thanks | Order | {order.title} is here | {order.title} ist da | Thank you. | not shown |
${settings}| Languages | en, de |
`);
  assert.deepEqual(await runPlan(start, document, { only: "4/Effects" }), {
    failed: [],
    passed: ["4/Effects/Order/create/mail Thanks#follows"],
  });
});
