// Who sees a reference is tried as who sees any field is: by a user who does and a user who does not, and from its other side.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { eventually } from "../../../language/src/testing/eventually.ts";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { runCases } from "../run/run-cases.ts";
import type { Result } from "../run/run.ts";
import { settings } from "../testing/clauses.ts";
import { runPlan } from "../testing/run-plan.ts";
import { shows } from "../testing/shows.ts";
import { catchesMutants } from "../testing/catches-mutants.ts";
import { groundOf } from "../testing/workshop.ts";
import { planOf } from "./plan.ts";

const start = products();

const review = (matrix: string) => `
## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Reviews | \`/\` | list of Review | Member | yes |

### Reviews
- Search: Text, Panel.Name

## 3. Entities and their fields

### Panel

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 20 | yes | |

### Review
- Owner: Reviewer
- History: kept

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text up to 60 | yes | |
| Reviewer | reference to User | auto | \`me\` |
| Panel | reference to Panel | no | |
| Panels | several Panel | no | |
| Follows | reference to Review | no | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |
| Chair | named at installation |

| For | May | Member | Chair |
| --- | --- | --- | --- |
| Panel | create, read, update, delete | yes | yes |
| Review | create, read, update, delete | yes | yes |
${matrix}
${settings}`;

const fields = ["Reviewer", "Panel", "Panels", "Follows", "Created by", "Updated by"];
const hiding = (hidden: readonly string[]) =>
  review(hidden.map((field) => `| Review | see ${field} | own | yes |`).join("\n"));
const fragment = hiding(fields);
const { source } = completeDocument(fragment);
const seen = (field: string) => `6/Review/see ${field}`;

test("users who see a reference and users who do not have their cases, and the product passes them", async () => {
  await shows(
    start,
    source,
    Object.fromEntries(
      fields.flatMap((field) => [
        [`${seen(field)}/Member`, ["may", "may not"]],
        [`${seen(field)}/Chair`, ["may"]],
      ]),
    ),
  );
});

test("the cases of its row detect a reference that is hidden from no one, or from everyone", async () => {
  for (const field of fields) {
    const of = completeDocument(hiding(fields.filter((other) => other !== field))).source;
    const { failed } = await runPlan(start, source, { of, only: `${seen(field)}/` });
    assert.equal(failed.length, 1, failed.join("\n"));
    assert.match(failed[0] ?? "", new RegExp(`^${seen(field)}/Member#may not: `), field);
  }
  const none = completeDocument(fragment.replace("| see Panel | own |", "| see Panel | no |")).source;
  const { failed } = await runPlan(start, source, { of: none, only: `${seen("Panel")}/` });
  assert.match(failed.join("\n"), /^6\/Review\/see Panel\/Member#may: /);
});

test("changes of its cells are detected", () => {
  for (const field of fields) catchesMutants(`${seen(field)}/Member`, ["always", "never"], fragment);
});

test("a product that shows it from its other side alone is found out", async () => {
  const of = await start(source, { development: true, jobs: "asked" });
  await of.owner(`CREATE FUNCTION public.review(public.panel) RETURNS SETOF public.review LANGUAGE sql STABLE SECURITY DEFINER
    AS $$ SELECT (jsonb_populate_record(NULL::public.review, to_jsonb(r))).* FROM writ_data.review AS r WHERE r.panel = ($1).id $$`);
  // The second function shows when the server knows the first one.
  await of.owner(
    "CREATE FUNCTION public.reloaded() RETURNS integer LANGUAGE sql STABLE AS 'SELECT 1'; GRANT EXECUTE ON FUNCTION public.reloaded() TO anon; NOTIFY pgrst, 'reload schema'",
  );
  const reloaded = () => fetch(`${of.url}/rest/v1/rpc/reloaded`, { headers: { apikey: of.anonKey } });
  await eventually(async () => (await reloaded()).status === 200, "the function is known");
  const results: Result[] = [];
  const { cases } = planOf(compile(source), `${seen("Panel")}/`);
  await runCases(cases, await groundOf(of), (result) => void results.push(result));
  const failed = results.filter(({ outcome }) => outcome === "failed");
  assert.deepEqual(
    failed.map(({ case: { scenario } }) => scenario.address),
    ["6/Review/see Panel/Member#may not"],
  );
  assert.match(failed[0]?.evidence ?? "", /it is found below what panel names/);
});
