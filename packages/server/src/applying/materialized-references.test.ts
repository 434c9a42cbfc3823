// Values that step through references, as a document changes over rows that are there.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Client } from "pg";
import { compile } from "@writ/language";
import type { Database } from "../postgres/index.ts";
import { openMade } from "../postgres/testing/copied.ts";
import { applyDocument, type Outcome } from "./index.ts";

const folder = mkdtempSync(join(tmpdir(), "writ-kept-references-"));
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

const source = `# Tickets

## 1. What the product does and for whom

none.

## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Tickets | \`/tickets\` | list of Ticket | signed in | yes |

### Tickets
- Show: Title

## 3. Entities and their fields

### Category

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |
| Level | integer | yes | 1 |

### Ticket

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text | yes | |
| Category | reference to Category, cleared on delete | no | |
| Level | computed integer \`ticket.category == null ? 0 : ticket.category.level\` | | |
| Next | computed integer \`ticket.level + 1\` | | |

## 4. States and transitions

none.

## 5. Validation rules

none.

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| For | May | Member |
| --- | --- | --- |
| Category | create, read, update, delete | yes |
| Ticket | create, read, update, delete | yes |

## 7. The calls it makes

none.

## 8. The error catalogue

none.

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`;

type Change = readonly [from: string, to: string];

function edited(...changes: readonly Change[]): string {
  return changes.reduce((text, [from, to]) => {
    assert.ok(text.includes(from), from);
    return text.replace(from, to);
  }, source);
}

async function apply(text: string, ...drop: readonly string[]): Promise<Outcome> {
  const compiled = compile(text);
  const errors = compiled.problems.filter(({ severity }) => severity === "error");
  assert.deepEqual(
    errors.map(({ code, message }) => `${code} ${message}`),
    [],
  );
  return applyDocument(client, text, compiled, (previous) => compile(previous), { drop: new Set(drop) });
}

/** What the plan says is worked out anew, and for how many rows. */
const rewritten = ({ plan }: Outcome) =>
  plan.steps.flatMap(({ risk, rows }) => (risk?.kind === "rewrites" ? [`${risk.words}: ${rows?.count}`] : []));

const sorted: Change = ["- Show: Title", "- Show: Title\n- Sort: Next"];
const rowsOf = async (from = "public") =>
  (await client.query(`SELECT level::int, next::int FROM ${from}.ticket ORDER BY title`)).rows.map(
    ({ level, next }) => `${level} ${next}`,
  );
const columns = async () =>
  (
    await client.query(
      "SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'ticket' AND table_schema IN ('public', 'writ_data') AND column_name IN ('level', 'next') ORDER BY 1",
    )
  ).rows.map(({ name }) => name);

test("from a function to a column, with all rows, and back", async () => {
  await apply(source);
  await client.query(
    `INSERT INTO public.category (name, level) VALUES ('one', 1), ('two', 2);
    INSERT INTO public.ticket (title, category) SELECT name, id FROM public.category;
    INSERT INTO public.ticket (title) VALUES ('none')`,
  );
  assert.deepEqual(await columns(), []);
  const { rows: changed } = await client.query("SELECT updated_at FROM public.ticket ORDER BY id");
  const kept = await apply(edited(sorted));
  assert.deepEqual(rewritten(kept), ["n rows get a calculated level: 3", "n rows get a calculated next: 3"]);
  assert.deepEqual(await columns(), ["level", "next"]);
  assert.deepEqual(await rowsOf(), ["0 1", "1 2", "2 3"]);
  assert.deepEqual((await client.query("SELECT updated_at FROM public.ticket ORDER BY id")).rows, changed);
  await client.query("UPDATE public.category SET level = level * 10");
  assert.deepEqual(await rowsOf(), ["0 1", "10 11", "20 21"]);
  assert.deepEqual((await apply(edited(sorted))).plan.steps, []);
  const back = await apply(source);
  assert.equal(back.is, "applied", "nobody's data is lost");
  assert.deepEqual(rewritten(back), []);
  assert.deepEqual(await columns(), []);
  await client.query("UPDATE public.category SET level = level + 1");
  assert.equal((await apply(edited(sorted))).is, "applied");
  assert.deepEqual(await rowsOf(), ["0 1", "11 12", "21 22"]);
});

test("what it is worked out from changes, also where it is a list instead of a reference", async () => {
  const other = await apply(edited(sorted, ["ticket.category.level`", "ticket.category.level * 2`"]));
  assert.deepEqual(rewritten(other), ["n rows get a calculated level: 3", "n rows get a calculated next: 3"]);
  assert.deepEqual(await rowsOf(), ["0 1", "22 23", "42 43"]);
  const lists = edited(
    sorted,
    [
      "| Level | computed integer `ticket.category == null ? 0 : ticket.category.level` | | |",
      "| Parts | list of Part | | |\n| Level | computed integer `ticket.parts.size()` | | |",
    ],
    [
      "## 4. States",
      "### Part\n\n| Field | Type | Required | Default |\n| --- | --- | --- | --- |\n| Ticket | belongs to Ticket | yes | |\n\n## 4. States",
    ],
    ["| Ticket | create, read", "| Part | create, read, update, delete | yes |\n| Ticket | create, read"],
  );
  assert.deepEqual(rewritten(await apply(lists)).length, 2);
  await client.query("INSERT INTO public.part (ticket) SELECT id FROM public.ticket WHERE title <> 'none'");
  assert.deepEqual(await rowsOf(), ["0 1", "1 2", "1 2"]);
  await client.query("UPDATE public.category SET level = 5");
  assert.deepEqual(await rowsOf(), ["0 1", "1 2", "1 2"]);
  await apply(edited(sorted), "3/Part", "3/Part/Ticket");
  assert.deepEqual(await rowsOf(), ["0 1", "5 6", "5 6"]);
});

test("where a value is worked out in another place its index stays", async () => {
  const indexes = async () =>
    (await client.query("SELECT indexname FROM pg_indexes WHERE tablename = 'ticket' AND indexdef LIKE '%(next, id)'"))
      .rowCount;
  assert.equal(await indexes(), 1);
  const own = edited(sorted, ["ticket.level + 1", "size(ticket.title)"]);
  await apply(own);
  assert.equal(await indexes(), 1);
  await apply(edited(sorted));
  assert.equal(await indexes(), 1);
  assert.deepEqual((await apply(edited(sorted))).plan.drift, []);
});

test("behind views of what refers and of what is referred to", async () => {
  const masked = edited(sorted, [
    "| Ticket | create, read, update, delete | yes |",
    "| Ticket | create, read, update, delete | yes |\n| Ticket | see Next | no |\n| Category | see Level | no |",
  ]);
  assert.equal((await apply(masked)).is, "applied");
  assert.deepEqual(await rowsOf("writ_data"), ["0 1", "5 6", "5 6"]);
  await client.query("UPDATE writ_data.category SET level = 7 WHERE name = 'two'");
  assert.deepEqual(await rowsOf("writ_data"), ["0 1", "5 6", "7 8"]);
  await client.query("DELETE FROM writ_data.category WHERE name = 'one'");
  assert.deepEqual(await rowsOf("writ_data"), ["0 1", "0 1", "7 8"]);
  assert.equal((await apply(edited(sorted))).is, "applied");
  assert.deepEqual(await rowsOf(), ["0 1", "0 1", "7 8"]);
});
