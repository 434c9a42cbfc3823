// Measures how long writers wait while a changed document is applied: a million tickets, or as many as are named, each change
// on its own, and what it is then taken back by.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compile } from "@writ/language";
import { applyDocument } from "@writ/server/applying";
import { openDatabase } from "@writ/server/postgres";
import { completeDocument } from "../packages/language/src/testing/run-cases.ts";

const rows = Number(process.argv[2] ?? 1_000_000);
const only = process.argv[3] ?? "";

type Parts = { readonly fields?: string; readonly screens?: string; readonly rules?: string; readonly lines?: string };

const document = ({ fields = "", screens = "", rules = "", lines = "" }: Parts): string =>
  completeDocument(`
## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Tickets | \`/\` | list of Ticket | Person | yes |

### Tickets
- Show: Subject, Due, Pieces
${screens}

## 3. Entities and their fields

### Customer

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 80 | yes | |

### Ticket

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Subject | text up to 120 | yes | |
| Body | text up to 2000 | no | |
| Pieces | integer | yes | 1 |
| Note | text up to 80 | no | |
| Due | date | no | |
| Customer | reference to Customer | no | |
${fields}

### Line

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Ticket | belongs to Ticket | yes | |
| Pieces | integer | yes | 1 |
${lines}

## 5. Validation rules

${rules === "" ? "none." : `| Rule | For | When | Must hold | Otherwise | At |\n| --- | --- | --- | --- | --- | --- |\n${rules}`}

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Customer | create, read, update, delete | yes |
| Ticket | create, read, update, delete | yes |
| Line | create, read, update, delete | yes |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| TOO_MANY | There are too many | 422 | There are too many. |
`).source;

const changes: Readonly<Record<string, Parts>> = {
  "an optional field": { fields: "| Aside | text up to 40 | no | |" },
  "a yes/no": { fields: "| Urgent | yes/no | yes | no |" },
  "a required choice with a default": { fields: "| Level | one of: low, high | yes | low |" },
  "a required moment with a default": { fields: "| Seen at | datetime | yes | `now` |" },
  "a reference": { fields: "| Second | reference to Customer | no | |" },
  "a required reference with no rows": { lines: "| Customer | reference to Customer | yes | |" },
  "a unique field": { fields: "| Code | text up to 20, unique | no | |" },
  "a field computed of its row": { fields: "| Twice | computed integer `ticket.pieces * 2` | | |" },
  "a computed value over other rows that a screen sorts by": {
    fields: "| Lines | list of Line | | |\n| Weight | computed integer `ticket.lines.map(l, l.pieces).sum()` | | |",
    screens: "- Sort: Weight descending",
  },
  "another order of a screen": { screens: "- Sort: Due descending" },
  "a search": { screens: "- Search: Subject, Body" },
  "a filter": { screens: "- Filter by: Customer, Due" },
  "a rule": { rules: "| Few | Ticket | | `ticket.pieces < 1000` | TOO_MANY | |" },
};

const plain = document({});
const folder = mkdtempSync(join(tmpdir(), "writ-bench-"));
const database = await openDatabase({ folder });

async function apply(source: string): Promise<void> {
  const client = await database.connect();
  try {
    const compiled = compile(source);
    const wrong = compiled.problems.filter(({ severity }) => severity === "error");
    if (wrong.length > 0) throw new Error(wrong.map(({ code, message }) => `${code} ${message}`).join("\n"));
    const drop = new Set([
      "3/Ticket/Aside",
      "3/Ticket/Urgent",
      "3/Ticket/Level",
      "3/Ticket/Seen at",
      "3/Ticket/Second",
      "3/Ticket/Code",
      "3/Line/Customer",
    ]);
    const { is } = await applyDocument(client, source, compiled, (before) => compile(before), { drop });
    if (is !== "applied") throw new Error("the change was stopped");
  } finally {
    await client.end();
  }
}

async function lay(): Promise<void> {
  const client = await database.connect({ as: "superuser" });
  await client.query("SET session_replication_role = replica");
  await client.query(
    `INSERT INTO customer (id, created_at, updated_at, name) SELECT gen_random_uuid(), now(), now(), 'Customer ' || n FROM generate_series(1, 1000) n`,
  );
  await client.query(
    `INSERT INTO ticket (id, created_at, updated_at, subject, body, pieces, due, customer) SELECT gen_random_uuid(), now(), now(), 'Ticket ' || n, repeat('It blinks red. ', 8), n % 50, current_date + n % 90, (SELECT id FROM customer OFFSET n % 7 LIMIT 1) FROM generate_series(1, ${rows}) n`,
  );
  await client.query("SET session_replication_role = origin");
  await client.query("VACUUM ANALYZE");
  await client.end();
}

/** One writer after the other, each a transaction of its own; the longest time that one of them took. */
async function longestWhile(work: () => Promise<void>): Promise<{ readonly longest: number; readonly whole: number }> {
  const client = await database.connect();
  const state = { isOver: false };
  let longest = 0;
  const writing = (async () => {
    for (let n = 1; !state.isOver; n++) {
      const began = performance.now();
      await client.query("INSERT INTO customer (name) VALUES ($1)", [`Another ${n}`]);
      await client.query("UPDATE ticket SET note = $1 WHERE ctid = '(0,1)'", [`n ${n}`]);
      longest = Math.max(longest, performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  const began = performance.now();
  try {
    await work();
  } finally {
    state.isOver = true;
    await writing;
    await client.end();
  }
  return { longest, whole: performance.now() - began };
}

try {
  await apply(plain);
  await lay();
  console.log(`| ${rows} tickets | longest wait of a writer | the whole change |\n| --- | --- | --- |`);
  for (const [name, parts] of Object.entries(changes)) {
    if (!name.includes(only)) continue;
    const { longest, whole } = await longestWhile(async () => apply(document(parts)));
    console.log(`| ${name} | ${(longest / 1000).toFixed(2)} s | ${(whole / 1000).toFixed(2)} s |`);
    await apply(plain);
  }
} finally {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}
