// What comes from outside and is no one's to give: a plan gives it, and finds out a product that takes it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { planOf } from "../plan/plan.ts";
import { breakFunction, notRefusing } from "../testing/broken.ts";
import { errors, settings } from "../testing/clauses.ts";
import { groundOf } from "../testing/workshop.ts";
import { redBeside, redOf } from "../testing/red.ts";
import { handOn } from "./run-cases.ts";

const start = products();

const { source } = completeDocument(`
## 3. Entities and their fields

### Shelf
- Owner: Keeper

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 20 | yes | |
| Keeper | reference to User | auto | \`me\` |

### Tool

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Shelf | belongs to Shelf | yes | |
| Beside | reference to Shelf | no | |
| Number | sequence number \`T-{000}\` | | |
| Weight | number | no | |
| Maker | phone | no | |
| Page | url | no | |
| Bought at | datetime | auto | \`now\` |
| Plan | file up to 2 KB (pdf) | no | |
| State | state | | |

## 4. States and transitions

### Tool
| State | Kind |
| --- | --- |
| Whole | start |
| Broken | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Break | Whole | Broken | button |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |
| Guard | assigned by Head |
| Head | named at installation |

| For | May | Person | Guard | Head |
| --- | --- | --- | --- | --- |
| Shelf | create | yes | yes | yes |
| Shelf | read, update, delete | own | own | own |
| Tool | create, read, update, delete, Break | yes | yes | yes |
${errors()}
${settings}`);
const compiled = compile(source);

const { cases } = planOf(compiled);

/** What the database no longer refuses, and the cases that fail then. */
const unrefused: readonly (readonly [string, string, ...(readonly string[])])[] = [
  ["FORBIDDEN", "state", "3/Tool/State#given", "3/Tool/State#given later"],
  ["FORBIDDEN", "number", "3/Tool/Number#given", "3/Tool/Number#given later"],
  ["FORBIDDEN", "bought_at", "3/Tool/Bought at#given", "3/Tool/Bought at#given later"],
  ["FORBIDDEN", "shelf", "3/Tool/Shelf#moved"],
  ["INVALID", "shelf", "3/Tool/Shelf#not to be read"],
  ["INVALID", "beside", "3/Tool/Beside#not to be read"],
  ["INVALID", "weight", "3/Tool/Weight#too fine"],
  ["INVALID", "maker", "3/Tool/Maker#of another form"],
  ["INVALID", "page", "3/Tool/Page#of another form"],
  ["INVALID", "plan", "3/Tool/Plan#not brought"],
  ["FORBIDDEN", "created_by", "3/Tool#made by another", "3/Tool#made by another, later"],
];

/** What a policy lets anybody do to files, and the cases that fail then. */
const openFiles: readonly (readonly [string, readonly string[]])[] = [
  ["INSERT TO anon, authenticated WITH CHECK (true)", ["6/Tool/create#not signed in", "6/Tool/update#not signed in"]],
  ["UPDATE TO anon, authenticated USING (true)", ["3/Tool/Plan#of the greatest size"]],
  ["DELETE TO anon, authenticated USING (true)", ["3/Tool/Plan#of the greatest size"]],
];

test("a value from outside that no one may give is given, and detected where it is accepted", async () => {
  const ground = await groundOf(await start(source, { development: true, jobs: "asked" }));
  const hand = handOn(ground);
  assert.deepEqual(await redOf(cases, hand), []);
  const beside = redBeside(cases, hand);
  const isRed = async (red: readonly string[], what: string) => assert.deepEqual(await beside(red), red, what);
  for (const [code, field, ...red] of unrefused) {
    const mend = await notRefusing(ground, "tool", code, field);
    await isRed(red, field);
    await mend();
  }
  const mend = await breakFunction(ground, "remove_role", /IF NOT \(CASE key/g, "IF false AND (CASE key");
  await isRed(["6/Guard#not taken by person", "6/Guard#not taken by guard"], "remove_role");
  await mend();
  await ground.owner.query("UPDATE writ.error SET status = 418 WHERE code = 'REQUIRED'");
  await isRed(["3/Shelf/Name#required", "3/Shelf/Name#emptied", "3/Tool/Shelf#required"], "status");
  await ground.owner.query("UPDATE writ.error SET status = 422 WHERE status = 418");
  await ground.owner.query("CREATE POLICY open ON public.tool FOR SELECT TO anon USING (true)");
  await isRed(["6/Tool/read#not signed in"], "a policy of rows");
  await ground.owner.query("DROP POLICY open ON public.tool");
  for (const [policy, files] of openFiles) {
    await ground.owner.query(`CREATE POLICY open ON storage.objects FOR ${policy}`);
    await isRed(files, policy);
    await ground.owner.query("DROP POLICY open ON storage.objects");
  }
  await ground.owner.query("UPDATE storage.buckets SET allowed_mime_types = NULL");
  await isRed(["3/Tool/Plan#of another type"], "types of files");
});
