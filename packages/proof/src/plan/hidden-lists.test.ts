// Who sees a list is tried with a row in it: by a user who sees it and a user who does not, and the reference of that row goes with it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { settings } from "../testing/clauses.ts";
import { runPlan } from "../testing/run-plan.ts";
import { shows } from "../testing/shows.ts";
import { catchesMutants } from "../testing/catches-mutants.ts";

const start = products();

const papers = (matrix: string) => `
## 3. Entities and their fields

### Paper
- Owner: Author

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 20 | yes | |
| Author | reference to User | auto | \`me\` |
| Reviews | list of Review via Paper | | |

### Review
- History: kept

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Paper | belongs to Paper | yes | |
| Text | text up to 60 | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |
| Chair | named at installation |

| For | May | Member | Chair |
| --- | --- | --- | --- |
| Paper | create, read, update, delete | yes | yes |
| Review | create, read, update, delete | yes | yes |
${matrix}
${settings}`;

const hidden = "| Paper | see Reviews | own | yes |";
const { source } = completeDocument(papers(hidden));

test("users who see a list and users who do not have their cases, and the product passes them", async () => {
  await shows(start, source, {
    "6/Paper/see Reviews/Member": ["may", "may not"],
    "6/Paper/see Reviews/Chair": ["may"],
  });
});

test("a list that is hidden from no one is detected, and so are changes of its cells", async () => {
  const of = completeDocument(papers("")).source;
  const { failed } = await runPlan(start, source, { of, only: "6/Paper/see Reviews/" });
  assert.match(failed.join("\n"), /^6\/Paper\/see Reviews\/Member#may not: done[^\n]*$/);
  catchesMutants("6/Paper/see Reviews/Member", ["always", "never"], papers(hidden));
});
