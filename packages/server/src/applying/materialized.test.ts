// Values over other rows, as a document changes over rows that are there: what is kept is what an empty database would keep.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Client } from "pg";
import { compile } from "@writ/language";
import type { Database } from "../postgres/index.ts";
import { openMade } from "../postgres/testing/copied.ts";
import { transactionAs } from "../postgres/testing/transaction-as.ts";
import { applyDocument, type Outcome } from "./index.ts";

const folder = mkdtempSync(join(tmpdir(), "writ-kept-"));
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

const source = `# Orders

## 1. What the product does and for whom

none.

## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Orders | \`/orders\` | list of Order | signed in | yes |

### Orders
- Show: Title

## 3. Entities and their fields

### Order

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text | yes | |
| Lines | list of Line via Order | | |
| Sum | computed integer \`order.lines.map(l, l.pieces * factor).sum()\` | | |
| Total | computed integer \`order.sum + 1\` | | |

### Line

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Order (\`of_order\`) | reference to Order | yes | |
| Pieces | integer | yes | 1 |

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
| Order | create, read, update, delete | yes |
| Line | create, read, update, delete | yes |

## 7. The calls it makes

none.

## 8. The error catalogue

none.

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |

| Constant | Value | Meaning |
| --- | --- | --- |
| Factor | 1 | |
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

const sorted: Change = ["- Show: Title", "- Show: Title\n- Sort: Total"];
const totals = async (from = "public") =>
  (await client.query(`SELECT sum::int, total::int FROM ${from}."order" ORDER BY title`)).rows.map(
    ({ sum, total }) => `${sum} ${total}`,
  );
const isColumn = async () =>
  (
    await client.query(
      "SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'order' AND column_name IN ('sum', 'total') AND is_generated = 'NEVER' ORDER BY 1",
    )
  ).rows.map(({ name }) => name);

test("from a function to a column, with all rows, and back", async () => {
  await apply(source);
  await client.query(`INSERT INTO public."order" (title) VALUES ('a'), ('b'), ('c')`);
  await client.query(
    `INSERT INTO public.line (of_order, pieces) SELECT id, 2 FROM public."order", generate_series(1, 3) WHERE title <> 'c'`,
  );
  assert.deepEqual(await isColumn(), []);
  const { rows: changed } = await client.query(`SELECT updated_at FROM public."order" ORDER BY id`);
  const kept = await apply(edited(sorted));
  assert.deepEqual(rewritten(kept), ["n rows get a calculated sum: 3", "n rows get a calculated total: 3"]);
  assert.deepEqual(await totals(), ["6 7", "6 7", "0 1"]);
  assert.deepEqual((await client.query(`SELECT updated_at FROM public."order" ORDER BY id`)).rows, changed);
  await client.query("UPDATE public.line SET pieces = 3");
  assert.deepEqual(await totals(), ["9 10", "9 10", "0 1"]);
  assert.deepEqual((await apply(edited(sorted))).plan.steps, []);
  const back = await apply(source);
  assert.equal(back.is, "applied", "nobody's data is lost");
  assert.deepEqual(rewritten(back), []);
  assert.deepEqual(await isColumn(), []);
  await client.query("UPDATE public.line SET pieces = 2");
  assert.equal((await apply(edited(sorted))).is, "applied");
  assert.deepEqual(await totals(), ["6 7", "6 7", "0 1"]);
});

test("what it is worked out from changes: its expression, one that it reads, a constant", async () => {
  const total = await apply(edited(sorted, ["order.sum + 1", "order.sum + 2"]));
  assert.deepEqual(rewritten(total), ["n rows get a calculated total: 3"]);
  assert.deepEqual(await totals(), ["6 8", "6 8", "0 2"]);
  const sum = await apply(edited(sorted, ["l.pieces * factor", "l.pieces * factor + 1"]));
  assert.deepEqual(rewritten(sum), ["n rows get a calculated sum: 3", "n rows get a calculated total: 3"]);
  assert.deepEqual(await totals(), ["9 10", "9 10", "0 1"]);
  const factor = await apply(edited(sorted, ["| Factor | 1 |", "| Factor | 10 |"]));
  assert.deepEqual(rewritten(factor), ["n rows get a calculated sum: 3", "n rows get a calculated total: 3"]);
  assert.deepEqual(await totals(), ["60 61", "60 61", "0 1"]);
  await client.query("DELETE FROM public.line WHERE id IN (SELECT id FROM public.line LIMIT 1)");
  assert.deepEqual((await totals()).toSorted(), ["0 1", "40 41", "60 61"]);
  await client.query(`INSERT INTO public.line (of_order, pieces) SELECT id, 2 FROM public."order" WHERE sum = 40`);
  await apply(edited(sorted));
  assert.deepEqual(await totals(), ["6 7", "6 7", "0 1"]);
});

test("a field that it reads is new: rows have its default first", async () => {
  const more = edited(
    sorted,
    ["| Pieces | integer | yes | 1 |", "| Pieces | integer | yes | 1 |\n| Boxes | integer | yes | 5 |"],
    ["l.pieces * factor", "l.pieces * l.boxes"],
  );
  await apply(more);
  assert.deepEqual(await totals(), ["30 31", "30 31", "0 1"]);
  await apply(edited(sorted), "3/Line/Boxes");
  assert.deepEqual(await totals(), ["6 7", "6 7", "0 1"]);
});

test("from kept to a column of the row's own values, to a field that people give, and back", async () => {
  await apply(edited(sorted, ["order.sum + 1", "size(order.title)"]));
  const { rows } = await client.query(`SELECT DISTINCT total::int FROM public."order"`);
  assert.deepEqual(rows, [{ total: 1 }]);
  await apply(edited(sorted));
  assert.deepEqual(await totals(), ["6 7", "6 7", "0 1"]);
  const given = edited(sorted, ["| Total | computed integer `order.sum + 1` | | |", "| Total | integer | no | |"]);
  assert.equal((await apply(given)).is, "applied");
  assert.deepEqual((await client.query(`SELECT DISTINCT total FROM public."order"`)).rows, [{ total: null }]);
  await client.query(`UPDATE public."order" SET total = 5`);
  const stopped = await apply(edited(sorted));
  assert.equal(stopped.is, "stopped", "what people gave is theirs");
  await apply(edited(sorted), "3/Order/Total");
  assert.deepEqual(await totals(), ["6 7", "6 7", "0 1"]);
});

test("behind a view a kept value shows to those who may see it, and is kept all the same", async () => {
  const masked = edited(sorted, [
    "| Line | create, read, update, delete | yes |",
    "| Line | create, read, update, delete | yes |\n| Order | see Total | no |",
  ]);
  assert.equal((await apply(masked)).is, "applied");
  assert.deepEqual(await totals("writ_data"), ["6 7", "6 7", "0 1"]);
  const ann = "00000000-0000-4000-8000-000000000001";
  await client.query(
    "INSERT INTO auth.users (id, email, email_confirmed_at, raw_user_meta_data) VALUES ($1, 'ann@example.test', now(), '{\"name\": \"Ann\"}')",
    [ann],
  );
  const wire = await database.connect({ as: "authenticator" });
  const as = async (sql: string) =>
    (await transactionAs(wire, { role: "authenticated", claims: { sub: ann } }, async () => wire.query(sql))).rows;
  assert.deepEqual(await as(`SELECT sum::int, total FROM public."order" ORDER BY title LIMIT 1`), [
    { sum: 6, total: null },
  ]);
  // Neither a filter nor an order tells what is not shown.
  assert.deepEqual(await as(`SELECT title FROM public."order" WHERE total > 0`), []);
  await as("UPDATE public.line SET pieces = 4");
  assert.deepEqual(await totals("writ_data"), ["12 13", "12 13", "0 1"]);
  assert.deepEqual(await as(`UPDATE public."order" SET title = title || '' WHERE sum = 12 RETURNING sum::int, total`), [
    { sum: 12, total: null },
    { sum: 12, total: null },
  ]);
  await assert.rejects(as(`UPDATE public."order" SET total = 5`), /FORBIDDEN/);
  // Also the right one: who may not see it does not find it out by trying.
  await assert.rejects(as(`UPDATE public."order" SET total = 13 WHERE sum = 12`), /FORBIDDEN/);
  await assert.rejects(as(`UPDATE public."order" SET sum = 5`), /FORBIDDEN/);
  await as(`UPDATE public."order" SET sum = 12, total = NULL WHERE sum = 12`);
  await assert.rejects(as(`INSERT INTO public."order" (title, total) VALUES ('d', 5)`), /FORBIDDEN/);
  await assert.rejects(as("SET LOCAL ROLE writ_keeper"), { code: "42501" });
  assert.deepEqual(await totals("writ_data"), ["12 13", "12 13", "0 1"]);
  assert.equal((await apply(edited(sorted))).is, "applied");
  await as("UPDATE public.line SET pieces = 2");
  assert.deepEqual(await totals(), ["6 7", "6 7", "0 1"]);
  await wire.end();
});
