// A worked-out reference to rows of which fields are hidden: its function goes and comes with the view that it answers.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Client } from "pg";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import type { Database } from "../postgres/index.ts";
import { openMade } from "../postgres/testing/copied.ts";
import { applyDocument } from "./index.ts";

const folder = mkdtempSync(join(tmpdir(), "writ-computed-references-"));
let database: Database;
let client: Client;

before(async () => {
  database = await openMade(folder);
  client = await database.connect();
});
after(async () => {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
});

const document = (...sees: readonly string[]) =>
  completeDocument(`
## 3. Entities and their fields

### Van

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Plate | text | yes | |
| Bookings | list of Booking | | |
| First | computed reference to Booking \`van.bookings.first(b, b.day)\` | | |

### Booking

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Van | reference to Van | yes | |
| Day | date | yes | |
| Purpose | text | no | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Colleague | signed in |
| Garage | named at installation |

| For | May | Colleague | Garage |
| --- | --- | --- | --- |
| Van | create, read, update, delete | yes | yes |
| Booking | create, read, update, delete | yes | yes |
${sees.map((see) => `| ${see} |\n`).join("")}`).source;

const hidden = "Booking | see Purpose | no | yes";

async function apply(source: string) {
  const compiled = compile(source);
  const errors = compiled.problems.filter(({ severity }) => severity === "error");
  assert.deepEqual(errors, []);
  await applyDocument(client, source, compiled, (previous) => compile(previous));
}

test("fields of the rows that it leads to, and of those that have it, are hidden and shown again", async () => {
  for (const sees of [
    [hidden],
    ["Booking | see Purpose | yes | yes"],
    [],
    ["Van | see Plate | no | yes"],
    [hidden, "Van | see Plate | no | yes"],
    ["Booking | see Purpose | yes | no", "Van | see Plate | no | yes"],
    [hidden],
  ]) {
    await apply(document(...sees));
    const { rows } = await client.query("SELECT (_to_first(van)).day FROM public.van");
    assert.deepEqual(rows, []);
  }
});
