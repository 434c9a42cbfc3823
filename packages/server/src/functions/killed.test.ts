// Killed while calls of the outbox run: what they do to rows happens once all the same, by the next server at once.
import assert from "node:assert/strict";
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { Client } from "pg";
import { compile } from "@writ/language";
import { drawFrom } from "../../../language/src/testing/draw.ts";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { applyDocument } from "../applying/index.ts";
import type { Database } from "../postgres/index.ts";
import { openMade } from "../postgres/testing/copied.ts";
import { emptyFolder } from "../postgres/testing/surroundings.ts";
import { eventually, pause } from "../../../language/src/testing/eventually.ts";

const rounds = process.env["WRIT_LONG"] === "1" ? 40 : 4;
const fragment = `
## 3. Entities and their fields

### Seat

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Label | text up to 20 | yes | |

### Go

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Label | text up to 20 | yes | |

## 4. States and transitions

### Effects

| For | After | Do | With |
| --- | --- | --- | --- |
| Go | create | call Follow | \`label = go.label\` |
| Seat | delete | call Spin | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Seat | create, read, update, delete | no |
| Go | create, read, update, delete | no |

## 7. The calls it makes

| Call | Kind | On | Code | Errors |
| --- | --- | --- | --- | --- |
| Follow | function | effect | below | |
| Spin | function | effect | below | |

### Follow
- In: Label (text)

\`\`\`ts
while (input.label === "held" && (await system.go.find({ label: "open" })).length === 0)
  await new Promise((again) => setTimeout(again, 20));
await system.seat.create({ label: input.label });
await mail("seated", { to: input.label + "@example.test", row: (await system.go.find({}))[0] });
\`\`\`

### Spin

\`\`\`ts
console.log("spins in", Deno.pid);
for (;;);
\`\`\`

| Mail | For | Subject | Text |
| --- | --- | --- | --- |
| seated | Go | Seated | {go.label} |
`;
const { source } = completeDocument(fragment);
const draw = drawFrom(22);

let database: Database;
let client: Client;
let file = "";
const children = new Set<ChildProcess>();

before(async () => {
  const folder = emptyFolder({ after: () => undefined });
  file = join(folder, "SPEC.md");
  writeFileSync(file, source);
  database = await openMade(folder);
  client = await database.connect();
  await applyDocument(client, source, compile(source), (earlier) => compile(earlier));
  await client.query("INSERT INTO public.go (label) VALUES ('one')");
});
after(async () => {
  for (const child of children) child.kill("SIGKILL");
  await client.end();
  await database.stop();
});

async function startServer(): Promise<ChildProcess> {
  const program = fileURLToPath(new URL("testing/server-of.ts", import.meta.url));
  const child = spawn(process.execPath, [program, database.url, file], { stdio: ["ignore", "pipe", "inherit"] });
  children.add(child);
  await Promise.race([once(child.stdout, "data"), once(child, "exit").then(() => assert.fail("it ended by itself"))]);
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  assert.equal(child.exitCode, null, "it ended by itself");
  child.kill("SIGKILL");
  await once(child, "exit");
  children.delete(child);
}

const one = async (sql: string, values: readonly unknown[] = []) => (await client.query(sql, [...values])).rows[0];
async function until(sql: string): Promise<Readonly<Record<string, unknown>>> {
  return eventually(
    async (): Promise<Readonly<Record<string, unknown>> | undefined> => one(sql),
    async () => `${sql}\n${JSON.stringify((await client.query("SELECT * FROM writ.outbox")).rows)}`,
  );
}
const leave = async (label: string) =>
  client.query(
    "SELECT writ.enqueue('call', 'follow', jsonb_build_object('input', jsonb_build_object('label', $1::text)), '4')",
    [label],
  );
/** By a server, which has not said what became of it. */
const taken =
  "FROM writ.outbox WHERE kind = 'call' AND done_at IS NULL AND due_at BETWEEN now() + interval '10 minutes' AND now() + interval '1 day'";
const seats = async (label: string) =>
  (await one("SELECT count(*)::integer AS n FROM public.seat WHERE label LIKE $1", [label])).n;

test("killed after the writes and before it is marked as done: nothing is there, and then it is there once", async () => {
  // Whoever marks it waits here, with all that the run wrote already written.
  const holder = await database.connect();
  const first = await startServer();
  await client.query("BEGIN");
  await leave("held");
  const job = await one("SELECT max(id) AS id FROM writ.outbox");
  await client.query("COMMIT");
  await until(`SELECT 1 FROM writ.outbox WHERE id = ${job.id} AND tries = 1`);
  await holder.query("BEGIN");
  await holder.query("SELECT FROM writ.outbox WHERE id = $1 FOR UPDATE", [job.id]);
  const marks = "FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'UPDATE writ.outbox SET done_at%'";
  await client.query("INSERT INTO public.go (label) VALUES ('open')");
  await until(`SELECT 1 ${marks}`);
  assert.equal(await seats("held"), 0);
  await kill(first);
  // PostgreSQL sees that nobody is there any more when it next speaks to them; its work is undone then.
  await client.query(`SELECT pg_terminate_backend(pid) ${marks}`);
  await until(`SELECT 1 WHERE NOT EXISTS (SELECT ${marks})`);
  await holder.query("COMMIT");
  await holder.end();
  assert.equal(await seats("held"), 0);
  assert.equal((await one(`SELECT done_at FROM writ.outbox WHERE id = ${job.id}`)).done_at, null);
  assert.equal((await one("SELECT count(*)::integer AS n FROM writ.outbox WHERE kind = 'mail'")).n, 0);

  const second = await startServer();
  await until(`SELECT 1 FROM writ.outbox WHERE id = ${job.id} AND done_at IS NOT NULL`);
  assert.equal(await seats("held"), 1);
  assert.equal((await one("SELECT count(*)::integer AS n FROM writ.outbox WHERE kind = 'mail'")).n, 1);
  await kill(second);
});

test("killed again and again at any moment: each call wrote its row once, and none is left", async () => {
  for (let n = 0; n < 30; n++) await leave(`any-${n}`);
  let killedInside = 0;
  for (let round = 0; round < rounds; round++) {
    const server = await startServer();
    await until(`SELECT 1 ${taken}`);
    await pause(draw.number(0, 200), "any moment");
    await kill(server);
    const { n } = await one(`SELECT count(*)::integer AS n ${taken}`);
    killedInside += n > 0 ? 1 : 0;
    for (let more = 0; more < 5; more++) await leave(`any-${round}-${more}`);
  }
  assert.ok(killedInside > 0, "some call was cut off");
  const last = await startServer();
  await until("SELECT 1 WHERE NOT EXISTS (SELECT FROM writ.outbox WHERE kind = 'call' AND done_at IS NULL)");
  const { rows } = await client.query(
    "SELECT label FROM public.seat WHERE label LIKE 'any-%' GROUP BY label HAVING count(*) <> 1",
  );
  assert.deepEqual(rows, []);
  assert.equal(await seats("any-%"), 30 + 5 * rounds);
  await kill(last);
});

/** By what the system says of all processes. */
const denosOf = (server: ChildProcess): readonly number[] =>
  execFileSync("ps", ["-A", "-o", "pid=,ppid=,comm="], { encoding: "utf8" })
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .flatMap(([pid, parent, name]) => (Number(parent) === server.pid && name === "deno" ? [Number(pid)] : []));

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test("code that loops for ever ends with its server, however that ends", async () => {
  const server = await startServer();
  await client.query("SELECT writ.enqueue('call', 'spin', '{\"input\": {}}', '4')");
  await until("SELECT 1 FROM writ.outbox WHERE name = 'spin' AND tries = 1");
  const pids = await eventually(
    () => denosOf(server).length > 0 && denosOf(server),
    () => "no process runs it",
  );
  await kill(server);
  await eventually(
    () => !pids.some(isThere),
    () => `${pids.join(", ")} run on`,
  );
  await client.query("DELETE FROM writ.outbox WHERE name = 'spin'");
});
