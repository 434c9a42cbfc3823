// What the roles of requests may touch at all, by the catalogue of the database and by trying it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { databases } from "../../../testing/database.ts";

const { open } = databases();
const root = `${import.meta.dirname}/../../../../../..`;
const documents = [
  "examples/project-tracker/SPEC.md",
  "packages/language/src/testing/documents/clinic.md",
  "packages/language/src/testing/documents/rental.md",
];

/** What policies ask with the rights of who reads, the plain arithmetic of expressions, and what callers ask of themselves. */
const helpers =
  /^(has_role|was_given_role|things_of_role|now|today|divide|add_days|add_time|slug|was_written|file_row|shown_.+|narrow_.+)$/;

for (const path of documents) {
  test(`${path}: clients reach what the document opens and nothing else`, async () => {
    const database = await open(readFileSync(`${root}/${path}`, "utf8"));
    for (const role of ["anon", "authenticated", "writ_client"]) {
      const functions = await database.owner(
        `SELECT n.nspname AS schema, p.proname AS name, p.prosecdef AS definer, p.proconfig::text AS config FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
          WHERE n.nspname IN ('writ', 'writ_data') AND has_function_privilege($1, p.oid, 'EXECUTE')`,
        [role],
      );
      for (const { name, definer, config } of functions) {
        // The role that views and searches act as owns what writes behind them, and asks which rows a search finds.
        if (role === "writ_client" && /^(?:write_client|found|seen)_/.test(String(name))) continue;
        assert.match(String(name), helpers, `${role} may call ${name}`);
        if (definer === true) assert.match(String(config), /search_path=/, `${name} pins its path`);
      }
      const tables = await database.owner(
        `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
          WHERE n.nspname IN ('writ', 'writ_data', 'auth') AND c.relkind IN ('r', 'v', 'S', 'm', 'p')
          AND (has_table_privilege($1, c.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER'))`,
        [role],
      );
      // What stands behind a view is for the role that the view acts as.
      const behind = tables.filter(({ name }) => !(role === "writ_client" && String(name).startsWith("writ_data.")));
      assert.deepEqual(behind, [], role);
      const [may] = await database.owner(
        `SELECT has_schema_privilege($1, 'public', 'CREATE') OR has_schema_privilege($1, 'writ', 'CREATE') OR has_schema_privilege($1, 'writ_data', 'CREATE')
          OR has_database_privilege($1, current_database(), 'CREATE') AS create, has_schema_privilege($1, 'writ_data', 'USAGE') AS usage, has_schema_privilege($1, 'writ_policies', 'USAGE, CREATE') AS "usesPolicies"`,
        [role],
      );
      assert.deepEqual(may, { create: false, usage: role === "writ_client", usesPolicies: false }, role);
    }
    const unguarded = await database.owner(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname IN ('public', 'writ_data', 'writ') AND c.relkind = 'r' AND NOT c.relrowsecurity
        AND (has_table_privilege('anon', c.oid, 'SELECT') OR has_table_privilege('authenticated', c.oid, 'SELECT'))`,
    );
    assert.deepEqual(unguarded, [], "row security stands wherever clients read");
    const truncating = await database.owner(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = 'public' AND c.relkind IN ('r', 'v') AND has_table_privilege('authenticated', c.oid, 'TRUNCATE, REFERENCES, TRIGGER')`,
    );
    assert.deepEqual(truncating, []);
  });
}

test("what is tried is refused", async () => {
  const database = await open(readFileSync(`${root}/examples/help-desk/SPEC.md`, "utf8"));
  const ann = await database.account("Ann");
  const tries = [
    "SELECT * FROM writ.assigned_role",
    "INSERT INTO writ.assigned_role (person, role) VALUES (auth.uid(), 'lead')",
    "SELECT * FROM writ.history",
    "SELECT nextval('writ.outbox_id_seq')",
    "SELECT writ.person_has_role(auth.uid(), 'lead', NULL)",
    "SELECT writ.name_role('ann@example.test', 'lead')",
    "SELECT writ.refuse('[]')",
    "CREATE TABLE public.mine (id int)",
    "CREATE FUNCTION public.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    "TRUNCATE ticket",
    "ALTER TABLE ticket DISABLE ROW LEVEL SECURITY",
    "DROP POLICY select_ticket ON ticket",
    "CREATE TEMP TABLE mine (id int)",
    "SELECT * FROM auth.users",
  ];
  for (const person of [ann, null]) {
    for (const sql of tries) {
      const answer = await database.as(person, sql);
      assert.equal("code" in answer && answer.code, "42501", `${sql}: ${JSON.stringify(answer)}`);
    }
    // Row security cannot be put aside: a statement that it would change fails.
    const off = await database.as(
      person,
      "SELECT set_config('row_security', 'off', true), (SELECT count(*) FROM ticket)",
    );
    assert.ok("code" in off || off.rows[0]?.["count"] === "0");
  }
});

test("no caller runs what policies ask of all rows, not even by its number", async () => {
  const database = await open(readFileSync(`${root}/examples/project-tracker/SPEC.md`, "utf8"));
  const ann = await database.account("Ann");
  const views = await database.owner(
    "SELECT relname AS name, oid FROM pg_class WHERE relnamespace = 'writ_policies'::regnamespace AND relkind = 'v'",
  );
  const functions = await database.owner(
    "SELECT proname AS name FROM pg_proc WHERE pronamespace = 'writ_policies'::regnamespace",
  );
  assert.ok(views.length > 0 && functions.length > 0);
  const tries = [
    ...functions.map(({ name }) => `SELECT writ_policies."${String(name)}"()`),
    ...views.flatMap(({ name, oid }) => [
      `SELECT * FROM writ_policies."${String(name)}"`,
      `SELECT table_to_xml(${String(oid)}::oid::regclass, true, false, '')`,
      `SELECT query_to_xml('SELECT * FROM ' || ${String(oid)}::oid::regclass, true, false, '')`,
      `DO $$ DECLARE one uuid; BEGIN EXECUTE format('SELECT id FROM %s', ${String(oid)}::oid::regclass) INTO one; END $$`,
    ]),
  ];
  for (const person of [ann, null]) {
    for (const sql of tries) {
      const answer = await database.as(person, sql);
      assert.equal("code" in answer && answer.code, "42501", `${sql}: ${JSON.stringify(answer)}`);
    }
    // The policies themselves go on asking.
    assert.deepEqual(await database.as(person, "SELECT title FROM issue"), { rows: [] });
  }
});
