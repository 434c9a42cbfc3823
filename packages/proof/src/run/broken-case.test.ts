// A case that breaks something in us fails alone, with its address and what to report; all others are planned and tried.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { planOf } from "../plan/plan.ts";
import type { Case } from "../plan/search/find.ts";
import { junitOf } from "../report/junit.ts";
import { reportOf } from "../report/report.ts";
import { errors, everything, settings } from "../testing/clauses.ts";
import { groundOf } from "../testing/workshop.ts";
import { runCases } from "./run-cases.ts";
import type { Result } from "./run.ts";

const start = products();

const { source } = completeDocument(`
## 3. Entities and their fields

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text up to 20 | yes | |
| Count | integer 0 to 9 | yes | |

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| Short | Note | \`size(note.text) < 9\` | LONG |
| Few | Note | \`note.count < 5\` | MANY |
${everything("Note | create, read, update, delete")}
${errors("LONG", "MANY")}
${settings}`);

test("a search that breaks fails its own cases", () => {
  const compiled = compile(source);
  const whole = planOf(compiled);
  // As if the interpreter could not read one rule.
  const must = compiled.model.rules.rules.find(({ name }) => name.label === "Few")?.must;
  assert.ok(must?.kind === "guard" && must.guard.kind === "expression" && must.guard.expression.tree !== undefined);
  const { tree } = must.guard.expression;
  Object.assign(tree, { left: { kind: "name", name: "not_there", start: 0, end: 0 } });
  const plan = planOf(compiled);
  assert.deepEqual(plan.addresses, whole.addresses);
  const broken = plan.broken.map(({ scenario }) => scenario.address);
  assert.ok(broken.includes("5/Note/Few#create refused"));
  const { cases, failed } = reportOf(compiled, plan, []);
  assert.equal(failed, broken.length);
  const told = cases.find(({ address }) => address === "5/Note/Few#create refused");
  assert.equal(told?.outcome, "failed");
  assert.match(
    told?.evidence ?? "",
    /^this case could not be tried because of a mistake in Writ: nothing here is called not_there \(evaluate\.ts:\d+\)\. Please report it with this address and the document\.$/,
  );
  assert.match(junitOf(reportOf(compiled, plan, [])), /<failure message="this case could not be tried/);
});

test("a trial that breaks fails its own case, and the next one is tried", async () => {
  const compiled = compile(source);
  const plan = planOf(compiled, "5/Note/");
  const [first, ...others] = plan.cases;
  assert.ok(first !== undefined && others.length > 2);
  const attempt = { ...first.situation.attempt, values: null } as unknown as Case["situation"]["attempt"];
  const running = await start(source, { development: true, jobs: "asked" });
  const results: Result[] = [];
  const cases = [{ ...first, situation: { ...first.situation, attempt } }, ...others];
  await runCases(cases, await groundOf(running), (result) => void results.push(result));
  assert.deepEqual(
    results.map(({ outcome }) => outcome),
    ["failed", ...others.map(() => "passed")],
  );
  assert.match(results[0]?.evidence ?? "", /because of a mistake in Writ: .+ \([\w-]+\.ts:\d+\)\. Please report it/);
});
