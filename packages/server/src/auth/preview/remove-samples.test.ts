// Sample rows and accounts, taken out again: all of them, but for what others need or have taken.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { compile } from "@writ/language";
import { sampleRowsOf } from "@writ/language/plan";
import { applyDocument, writeSamples } from "../../applying/index.ts";
import { openMade } from "../../postgres/testing/copied.ts";
import { emptyFolder } from "../../postgres/testing/surroundings.ts";
import { findSamples, removeSamples } from "./remove-samples.ts";
import { writePeople } from "./write-people.ts";

async function withSamples(source: string) {
  const compiled = compile(source);
  const database = await openMade(emptyFolder({ after }));
  const client = await database.connect();
  after(async () => {
    await client.end();
    await database.stop();
  });
  await applyDocument(client, source, compiled, (before) => compile(before));
  const write = async () => {
    assert.equal(await writeSamples(client, compiled), undefined);
    await writePeople(client, compiled);
  };
  const count = async (table: string) => Number((await client.query(`SELECT count(*) FROM ${table}`)).rows[0]?.count);
  // Seeds stay.
  const before = new Map<string, number>();
  for (const { table } of sampleRowsOf(compiled)) before.set(table, await count(table));
  await write();
  return { client, compiled, write, count, before };
}

for (const name of ["help-desk", "project-tracker", "equipment-lending"])
  test(`${name}: nothing of the samples stays, and they can be written again`, async () => {
    const source = readFileSync(`${import.meta.dirname}/../../../../../examples/${name}/SPEC.md`, "utf8");
    const { client, compiled, write, count, before } = await withSamples(source);
    const { rows, accounts } = await findSamples(client, compiled);
    assert.ok(rows.length > 10 && accounts.length > 3);
    const waiting = await count("writ.outbox");
    const removed = await removeSamples(client, compiled);
    assert.equal(await count("writ.outbox"), waiting, "nobody is told");
    assert.deepEqual(removed, { rows: rows.length, accounts: accounts.length, needed: [], taken: [] });
    assert.deepEqual(await findSamples(client, compiled), { rows: [], accounts: [] });
    for (const table of ["auth.users", "writ.assigned_role"]) assert.equal(await count(table), 0, table);
    for (const [table, seeds] of before) assert.equal(await count(table), seeds, table);
    await write();
    const again = await findSamples(client, compiled);
    assert.deepEqual([again.rows.length, again.accounts.length], [rows.length, accounts.length]);
  });

test("what others need stays, and so do accounts that somebody has taken; the rest goes", async () => {
  const source = readFileSync(`${import.meta.dirname}/../../../../../examples/help-desk/SPEC.md`, "utf8");
  const { client, compiled, count } = await withSamples(source);
  const { rows, accounts } = await findSamples(client, compiled);
  const [ann, ben] = ["ann@example.test", "ben@example.test"];
  await client.query("UPDATE auth.users SET encrypted_password = 'x' WHERE email = $1", [ben]);
  const { rows: own } = await client.query("INSERT INTO auth.users (email) VALUES ('eve@example.org') RETURNING id");
  await client.query(
    `INSERT INTO public.ticket (subject, body, category, requester, assignee)
     SELECT 'Mine', 'It stays where it is, whatever goes.', (SELECT id FROM public.category WHERE name = 'Software'), $1,
       (SELECT id FROM auth.users WHERE email = 'cleo@example.test')`,
    [own[0]?.id],
  );
  const removed = await removeSamples(client, compiled);
  assert.deepEqual(
    [removed.needed, removed.taken, removed.rows, removed.accounts],
    [["3/Sample: Category/soft"], [ben], rows.length - 1, accounts.length - 1],
  );
  assert.equal(await count("public.ticket"), 1);
  const { rows: people } = await client.query("SELECT name, email FROM public.user ORDER BY email NULLS LAST");
  // Cleo has a ticket of somebody else, and is nobody any more.
  assert.deepEqual(
    people.map((one) => [one.name, one.email]),
    [
      ["Ben Okafor", ben],
      ["eve", null],
      ["", null],
    ],
  );
  assert.equal(
    people.some(({ email }) => email === ann),
    false,
  );
  const audited = await client.query("SELECT FROM auth.audit_log WHERE action = 'user_deleted' AND by_service");
  assert.equal(audited.rowCount, accounts.length - 1);
});
