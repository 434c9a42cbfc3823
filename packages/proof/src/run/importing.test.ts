// Rows of files: who may create them imports them by the columns of the lists that are for them, and a product that takes others is found out.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { mutantsOf } from "@writ/language/mutants";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { runMutants, type MutantResult } from "../mutate/run-mutants.ts";
import type { Case } from "../plan/search/find.ts";
import { planOf } from "../plan/plan.ts";
import { settings } from "../testing/clauses.ts";
import { runPlan } from "../testing/run-plan.ts";
import { workshopOf } from "../testing/workshop.ts";
import { runCases } from "./run-cases.ts";

const start = products();

const { source } = completeDocument(`
## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Parcels | \`/\` | list of Parcel | Clerk, Guest | yes |
| Desk | \`/desk\` | list of Parcel | Clerk | yes |
| New parcel | \`/new\` | new Parcel | Clerk, Courier | yes |

### Parcels
- Import: Address, Size, Weight, Rate, Sent on, Picked up at, Takes, Sender, Fragile, Price

### Desk
- Import: Remark, Label, Rank

## 3. Entities and their fields

### Parcel

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Address | text up to 80 | yes | |
| Size | one of: small (\`s\`), very large (\`xl\`) | yes | |
| Weight | number 0 to 9.5 | yes | |
| Rate | percent | yes | |
| Sent on | date | yes | |
| Picked up at | datetime | yes | |
| Takes | duration | yes | |
| Sender | reference to User | yes | |
| Fragile | yes/no | no | |
| Price | money | yes | |
| Remark | text up to 80 | no | |
| Label | text up to 20 | no | |
| Secret | text up to 20 | no | |
| Rank | integer | auto | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Clerk | named at installation, assigned by Clerk |
| Guest | assigned by Clerk |
| Courier | assigned by Clerk |

| Condition | For | Holds when |
| --- | --- | --- |
| Light | Parcel | \`parcel.weight < 2\` |

| For | May | Clerk | Guest | Courier |
| --- | --- | --- | --- | --- |
| Parcel | create | Light | no | yes |
| Parcel | read | yes | yes | yes |
| Parcel | update, delete | no | no | no |
| Parcel | set Rank | yes | no | no |
| User | read | yes | yes | yes |
${settings}`);

const cell = "6/Parcel/create";

test("who may create a row imports it, and who may not is refused; others are offered nothing", async () => {
  const { passed, failed } = await runPlan(start, source, { only: cell });
  assert.deepEqual(failed, []);
  assert.ok(passed.length >= 5, passed.join("\n"));
  assert.ok(planOf(compile(source), "2/Parcels/Import").cases.length >= 5);
});

test("a product that takes other columns is found out, and one that offers them to others", async () => {
  const tell = async (from: string, to: string, seen: RegExp) => {
    const { failed } = await runPlan(start, source, { only: cell, of: source.replace(from, to) });
    assert.match(failed.join("\n"), seen);
  };
  await tell("Fragile, Price", "Fragile, Price, Secret", /a file with Secret as well/);
  await tell("list of Parcel | Clerk, Guest |", "list of Parcel | Clerk, Guest, Courier |", /no list offers them/);
});

test("each column of an Import is shown to matter", async () => {
  const compiled = compile(source);
  const workshop = await workshopOf(start, source);
  const cases: Case[] = [];
  const plan = planOf(compiled, cell);
  const site = await runCases(plan.cases, workshop, (result) => {
    assert.equal(result.outcome, "passed", `${result.case.scenario.address}: ${result.evidence}`);
    cases.push(result.case);
  });
  const mutants = mutantsOf(compiled).filter(({ clause }) => clause.startsWith("2/"));
  assert.deepEqual(
    mutants
      .map(({ address, after }) => [address, after])
      .filter(([address]) => /Desk|Price|Address|Secret/.test(address ?? "")),
    [
      ["2/Parcels/Import~without Address", ""],
      ["2/Parcels/Import~without Price", ""],
      ["2/Parcels/Import~Secret as well", ", Secret"],
      ["2/Desk/Import~without Remark", ""],
      ["2/Desk/Import~without Label", ""],
      ["2/Desk/Import~without Rank", ""],
      ["2/Desk/Import~Secret as well", ", Secret"],
    ],
  );
  const tried: MutantResult[] = [];
  await runMutants(
    mutants,
    { compiled, cases, notTried: plan.notTried, workshop, site },
    (one) => void tried.push(one),
  );
  assert.deepEqual(
    tried
      .filter(({ fate }) => fate !== "caught")
      .map(({ mutant, fate, evidence }) => `${mutant.address} ${fate} ${evidence}`),
    [],
  );
});
