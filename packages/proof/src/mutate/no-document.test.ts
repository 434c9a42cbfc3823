// Changes that leave a condition without its guard: the check refuses such a document, so that one which no case tells is none.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { mutantsOf } from "@writ/language/mutants";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import type { Case } from "../plan/search/find.ts";
import { planOf } from "../plan/plan.ts";
import { runCases } from "../run/run-cases.ts";
import { errors, everything, settings } from "../testing/clauses.ts";
import { workshopOf } from "../testing/workshop.ts";
import { runMutants } from "./run-mutants.ts";

const start = products();

test("a rule that is looked at always without its guard, and that nobody can tell, is no document", async () => {
  const { source } = completeDocument(`
## 3. Entities and their fields

### Task

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Due on | date | no | |

## 5. Validation rules

| Rule | For | When | Must hold | Otherwise |
| --- | --- | --- | --- | --- |
| Late | Task | \`task.due_on != null\` | \`task.due_on > date("2026-01-01")\` | LATE |
${everything("Task | create, read, update, delete")}
${errors("LATE")}
${settings}`);
  const compiled = compile(source);
  const workshop = await workshopOf(start, source);
  const cases: Case[] = [];
  const site = await runCases(planOf(compiled, "5/").cases, workshop, ({ case: one }) => void cases.push(one));
  const fates: (readonly [string, string])[] = [];
  const mutants = mutantsOf(compiled).filter(({ clause }) => clause === "5/Task/Late");
  await runMutants(
    mutants,
    { compiled, cases, notTried: planOf(compiled).notTried, workshop, site },
    ({ mutant, fate, evidence }) => {
      fates.push([mutant.what, fate]);
      if (fate === "no document") assert.match(evidence, /^X007 at 5\/Task\/Late\/Must hold: /);
    },
  );
  assert.deepEqual(fates, [
    ["left out", "caught"],
    ["looked at always", "no document"],
    ["never kept", "caught"],
    ["> is >=", "caught"],
  ]);
});
