// A document that changes over a table with many rows: what takes long is done beside those who write.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Client } from "pg";
import { compile } from "@writ/language";
import type { Database } from "../postgres/index.ts";
import { openMade } from "../postgres/testing/copied.ts";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { applyDocument, type Outcome } from "./index.ts";

const folder = mkdtempSync(join(tmpdir(), "writ-large-"));
let database: Database;
let client: Client;

type Parts = { readonly show?: string; readonly fields?: string; readonly parts?: boolean };

/** `show`: lines of the screen; `fields`: rows of the table of fields. */
const documentOf = ({ show = "", fields = "", parts = false }: Parts): string =>
  completeDocument(`
## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Boxes | \`/\` | list of Box | Person | yes |

### Boxes
- Show: Name, Pieces
${show}

## 3. Entities and their fields

### Box

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 40 | yes | |
| Pieces | integer | yes | 1 |
${fields}
${parts ? "\n### Part\n\n| Field | Type | Required | Default |\n| --- | --- | --- | --- |\n| Box | belongs to Box | yes | |\n| Weight | integer | yes | 1 |\n" : ""}
## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Box | create, read, update, delete | yes |
${parts ? "| Part | create, read, update, delete | yes |" : ""}
`).source;

const shares: number[] = [];
const built: string[] = [];

async function apply(source: string, ...drop: readonly string[]): Promise<Outcome> {
  built.length = 0;
  const compiled = compile(source);
  assert.deepEqual(
    compiled.problems.filter(({ severity }) => severity === "error"),
    [],
  );
  return applyDocument(client, source, compiled, (text) => compile(text), {
    drop: new Set(drop),
    onLong: ({ what }, share) => (share === 0 ? built.push(what) : shares.push(share)),
  });
}

const indexes = async (): Promise<Readonly<Record<string, string>>> => {
  const { rows } = await client.query(
    "SELECT relname AS name, CASE WHEN indisvalid THEN obj_description(i.indexrelid, 'pg_class') ELSE 'invalid' END AS comment FROM pg_index i JOIN pg_class c ON c.oid = indexrelid WHERE indrelid = 'public.box'::regclass",
  );
  return Object.fromEntries(rows.map(({ name, comment }) => [name, comment]));
};

before(async () => {
  database = await openMade(folder);
  client = await database.connect();
  assert.equal((await apply(documentOf({}))).is, "applied");
  await client.query("ALTER TABLE box SET (autovacuum_enabled = false)");
  await client.query("ALTER TABLE box DISABLE TRIGGER USER");
  await client.query(
    "INSERT INTO box (id, created_at, updated_at, name, pieces) SELECT gen_random_uuid(), now(), now(), 'Box ' || n, n FROM generate_series(1, 25000) n",
  );
  await client.query("ALTER TABLE box ENABLE TRIGGER USER");
  await client.query("ANALYZE box");
});
after(async () => {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("an index is built before anything changes, and then has its clause", async () => {
  assert.equal((await apply(documentOf({ show: "- Sort: Pieces\n- Search: Name" }))).is, "applied");
  assert.deepEqual(built, ["index public.box box.pieces_order", "text index public.box box.name_search"]);
  const { "box.pieces_order": sorted, "box.name_search": searched } = await indexes();
  assert.deepEqual([sorted, searched], ["2/Boxes", "2/Boxes/Search"]);
  assert.equal((await apply(documentOf({ show: "- Sort: Pieces\n- Search: Name" }))).plan.steps.length, 0);
  assert.equal((await apply(documentOf({}))).is, "applied");
  assert.deepEqual(built, []);
});

test("what a builder that was killed left behind is built again", async () => {
  await client.query(`INSERT INTO box (name, pieces) VALUES ('Twice', 7)`);
  const broken = `CREATE UNIQUE INDEX CONCURRENTLY "box.pieces_order" ON public.box (pieces)`;
  await assert.rejects(client.query(broken), /could not create unique index/);
  assert.equal((await indexes())["box.pieces_order"], "invalid");
  assert.equal((await apply(documentOf({ show: "- Sort: Pieces" }))).is, "applied");
  assert.equal((await indexes())["box.pieces_order"], "2/Boxes");
  await apply(documentOf({}));
});

test("an index for a document that was not applied goes with the next one", async () => {
  await client.query(`CREATE INDEX CONCURRENTLY "box.pieces_order" ON public.box (pieces, id)`);
  await client.query(
    `COMMENT ON INDEX "box.pieces_order" IS 'Built ahead of a document that is not applied yet: of another one'`,
  );
  assert.equal((await apply(documentOf({ fields: "| Aside | text up to 40 | no | |" }))).is, "applied");
  assert.equal((await indexes())["box.pieces_order"], undefined);
  assert.equal((await apply(documentOf({}), "3/Box/Aside")).is, "applied");
});

test("nothing is built for a change that is stopped", async () => {
  const fields = "| Code | text up to 9 | yes | |";
  assert.equal((await apply(documentOf({ fields, show: "- Sort: Pieces" }))).is, "stopped");
  assert.deepEqual([built, (await indexes())["box.pieces_order"]], [[], undefined]);
});

test("a field with one value for all rows touches none of them", async () => {
  const place = async () =>
    (await client.query("SELECT pg_relation_filenode('public.box') AS file, pg_relation_size('public.box') AS size"))
      .rows[0];
  const was = await place();
  const fields =
    "| Urgent | yes/no | yes | no |\n| Level | one of: low, high | yes | low |\n| Seen at | datetime | yes | `now` |";
  const outcome = await apply(documentOf({ fields }));
  assert.equal(outcome.is, "applied");
  assert.deepEqual(await place(), was);
  const { rows } = await client.query("SELECT DISTINCT urgent, level, seen_at IS NOT NULL AS seen FROM box");
  assert.deepEqual(rows, [{ urgent: false, level: "low", seen: true }]);
  assert.ok(outcome.plan.steps.some(({ risk, rows: found }) => risk?.kind === "rewrites" && found?.count === 25_001));
  // A new row gets its own by the product, and not by the column.
  const { rows: defaults } = await client.query(
    "SELECT column_default FROM information_schema.columns WHERE table_name = 'box' AND column_name IN ('level', 'seen_at')",
  );
  for (const { column_default: one } of defaults) assert.doesNotMatch(String(one), /low|now/);
  assert.equal((await apply(documentOf({}), "3/Box/Urgent", "3/Box/Level", "3/Box/Seen at")).is, "applied");
});

test("a wait of those who write is said ahead, and when it begins", async () => {
  // PostgreSQL believes that there are two million rows.
  await client.query(
    "SELECT pg_restore_relation_stats('schemaname', 'public', 'relname', 'box', 'reltuples', 2000000::real)",
  );
  const outcome = await apply(documentOf({ fields: "| Twice | computed integer `box.pieces * 2` | | |" }));
  assert.equal(outcome.is, "applied");
  const long = outcome.plan.steps.filter(({ seconds }) => seconds !== undefined);
  assert.deepEqual(
    long.map(({ address, seconds }) => [address, seconds]),
    [["3/Box/Twice", 6]],
  );
  assert.deepEqual(built, ["column twice of public.box"]);
});

test("values that are calculated for every row of a large table say how far they are", async () => {
  assert.equal((await apply(documentOf({ parts: true }))).is, "applied");
  await client.query("ALTER TABLE part DISABLE TRIGGER USER");
  await client.query(
    "INSERT INTO part (id, created_at, updated_at, box, weight) SELECT gen_random_uuid(), now(), now(), id, pieces FROM box",
  );
  await client.query("ALTER TABLE part ENABLE TRIGGER USER");
  // As many as PostgreSQL believes decide how many parts there are.
  await client.query(
    "SELECT pg_restore_relation_stats('schemaname', 'public', 'relname', 'box', 'reltuples', 400000::real)",
  );
  shares.length = 0;
  const fields = `| Parts | list of Part | | |
| Weight | computed integer \`box.parts.map(p, p.weight).sum()\` | | |
| Next | integer | yes | \`box.pieces + 1\` |`;
  const outcome = await apply(documentOf({ parts: true, fields, show: "- Sort: Weight" }));
  assert.equal(outcome.is, "applied");
  assert.deepEqual(
    shares.filter((share) => share < 1),
    [0.25, 0.5, 0.75, 0.25, 0.5, 0.75],
  );
  const { rows } = await client.query(
    "SELECT count(*)::int AS boxes, count(*) FILTER (WHERE weight = pieces AND next = pieces + 1)::int AS filled FROM box",
  );
  assert.deepEqual(rows, [{ boxes: 25_001, filled: 25_001 }]);
});
