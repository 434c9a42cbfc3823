// What only has another name is called otherwise where it stands: keys to which others refer, and indexes over many rows.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../compile.ts";
import { databases } from "../testing/database.ts";
import { completeDocument } from "../testing/run-cases.ts";
import { compare } from "./compare.ts";
import { databaseOf } from "./database.ts";

const { open } = databases();

const { source } = completeDocument(`## 3. Entities and their fields

### Door

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 20, unique | yes | |

### Door key

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Door | reference to Door | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Porter | signed in |

| For | May | Porter |
| --- | --- | --- |
| Door | create, read, update, delete | yes |
| Door key | create, read, update, delete | yes |
`);

test("constraints and indexes get another name, and nothing is taken away or made", async () => {
  const now = databaseOf(compile(source));
  const named = now.filter((object) => object.kind === "constraint" || object.kind === "index");
  const other = now.map((object) =>
    object.kind === "constraint" || object.kind === "index" ? { ...object, name: `other.${object.name}` } : object,
  );
  const database = await open(source);
  await database.owner("INSERT INTO door (name) VALUES ('front')");
  await database.owner("INSERT INTO door_key (door) SELECT id FROM door");
  const question = `SELECT c.oid::int, c.relfilenode::int AS file FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relkind = 'i' ORDER BY 1`;
  const before = await database.owner(question);
  for (const steps of [compare(now, other), compare(other, now)]) {
    assert.deepEqual(new Set(steps.map(({ kind }) => kind)), new Set(["change"]));
    assert.equal(steps.length, named.length);
    for (const { sql } of steps) for (const statement of sql) await database.owner(statement);
  }
  assert.deepEqual(await database.owner(question), before);
});

test("a name that something else has is not given to what says the same", () => {
  const now = databaseOf(compile(source));
  const key = (name: string, definition: string) =>
    ({ kind: "constraint", table: { schema: "public", name: "door" }, name, definition, address: "3/Door" }) as const;
  const steps = compare(
    [...now, key("a", "CHECK (true)"), key("b", "CHECK (false)")],
    [...now, key("b", "CHECK (true)"), key("c", "CHECK (false)")],
  );
  assert.deepEqual(
    steps.map(({ kind, sql }) => `${kind} ${sql[0]}`),
    [
      'remove ALTER TABLE "public"."door" DROP CONSTRAINT "a"',
      'change ALTER TABLE "public"."door" RENAME CONSTRAINT "b" TO "c"',
      'change ALTER TABLE "public"."door" ADD CONSTRAINT "b" CHECK (true)',
    ],
  );
});
