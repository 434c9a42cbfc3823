// One language less: who asks for it gets errors in another one, and a case of section 8 notices.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { mutantsOf } from "@writ/language/mutants";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import type { Case } from "../plan/search/find.ts";
import { planOf } from "../plan/plan.ts";
import { runCases } from "../run/run-cases.ts";
import { everything, settings } from "../testing/clauses.ts";
import { workshopOf } from "../testing/workshop.ts";
import { runMutants, type MutantResult } from "./run-mutants.ts";

const start = products();

test("each language that errors are told in is told by what they say", async () => {
  const { source } = completeDocument(`
## 3. Entities and their fields

### Box

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Size | integer 1 to 9 | yes | |

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| Small | Box | \`box.size < 7\` | LARGE |
${everything("Box | create, read, update, delete")}
## 8. The error catalogue

| Code | When | Status | Message | Message (fr) |
| --- | --- | --- | --- | --- |
| LARGE | it is large | 422 | It is large. | Elle est grande. |
${settings.replace("| Time zone |", "| Languages | en, fr |\n| Time zone |")}`);
  const compiled = compile(source);
  const workshop = await workshopOf(start, source);
  const cases: Case[] = [];
  const site = await runCases(planOf(compiled, "8/").cases, workshop, ({ case: one, outcome, evidence }) => {
    assert.equal(outcome, "passed", evidence);
    cases.push(one);
  });
  const tried: MutantResult[] = [];
  const mutants = mutantsOf(compiled).filter(({ clause }) => clause === "9/Languages");
  await runMutants(
    mutants,
    { compiled, cases, notTried: planOf(compiled).notTried, workshop, site },
    (one) => void tried.push(one),
  );
  assert.deepEqual(
    tried.map(({ mutant, fate, by }) => [mutant.what, fate, by]),
    [
      ["without en", "caught", "8/LARGE#fr"],
      ["without fr", "caught", "8/LARGE#fr"],
    ],
  );
});
