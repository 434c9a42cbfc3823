// What is to be sent after a case is compared with what should be: a product that writes to nobody is found out.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { products } from "../../../server/src/testing/product.ts";
import { planOf } from "../plan/plan.ts";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { lending } from "../testing/lending.ts";
import { groundOf } from "../testing/workshop.ts";
import { runCases } from "./run-cases.ts";
import type { Result } from "./run.ts";

const start = products();
const { source } = completeDocument(lending);
const row = "| Loan | Return | | mail Thanks | to `loan.borrower` |\n";
const { cases } = planOf(compile(source), "4/Effects/Loan/Return/mail Thanks");

async function tryOn(product: string): Promise<readonly Result[]> {
  const running = await start(product, { development: true });
  const results: Result[] = [];
  await runCases(cases, await groundOf(running), (result) => void results.push(result));
  return results;
}

test("a mail that is to go and does not is told, with whom it is for", async () => {
  assert.ok(cases.length > 0 && source.includes(row));
  assert.deepEqual(
    (await tryOn(source)).flatMap(({ wrong }) => wrong),
    [],
  );
  const [wrong = ""] = (await tryOn(source.replace(row, ""))).flatMap((result) => result.wrong);
  assert.match(wrong, /^sent: \[\] and not \["mail thanks to [-0-9a-f]+ \(4\/Effects\/Loan\/Return\/mail Thanks\)"\]$/);
});
