// A right that is asked of many people at once says of each what it says to themselves: on random documents and worlds.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { compile, type Compiled } from "@writ/language";
import type { Client } from "pg";
import { databases } from "../../../language/src/testing/database.ts";
import { programOf } from "../interpreter/program.ts";
import { rowsOf } from "../interpreter/world/world.ts";
import { quote } from "../laying/shape.ts";
import { documentOf } from "../random/documents.ts";
import { drawFrom } from "../random/draw.ts";
import { randomWorld } from "../random/world.ts";
import { databaseBackend } from "./testing/database-backend.ts";
import { firstSeed } from "../../../language/src/testing/seed.ts";

const long = process.env["WRIT_LONG"] === "1";
const first = firstSeed();
const count = Number(process.env["WRIT_COUNT"] ?? (long ? 60 : 5));
const moment = Date.UTC(2026, 2, 17, 10);

const { open } = databases();

type Tally = { yes: number; no: number; readonly rights: Set<string> };
type Asked = {
  readonly one: string;
  readonly many: string | null;
  readonly body: string | null;
  readonly from: string;
};

/** Every right of rows that a user is told of, with the table of those rows. */
const rights = `SELECT one.proname AS one, many.proname AS many, many.prosrc AS body, format('%I.%I', n.nspname, c.relname) AS from
 FROM pg_proc one JOIN pg_type t ON t.oid = one.proargtypes[0] JOIN pg_class c ON c.oid = t.typrelid JOIN pg_namespace n ON n.oid = c.relnamespace
 LEFT JOIN pg_proc many ON many.pronamespace = one.pronamespace AND many.proname = 'who_' || regexp_replace(one.proname, '^may_', '')
   AND many.proargtypes[0] = one.proargtypes[0] AND many.prorettype = 'uuid[]'::regtype
 WHERE one.pronamespace = 'writ'::regnamespace AND one.pronargs = 1 AND one.proname ~ '^(may_read|may_hear|sees)_' AND length(one.proname) < 55
 ORDER BY 1`;

/** What a function is about the caller, and says so only to them. */
const ofWhoAsks = /auth"?\."?uid|\bhas_role|was_given_role|things_of_role/;

async function compareRights(client: Client, people: readonly (string | null)[], tally: Tally): Promise<string[]> {
  const differences: string[] = [];
  const { rows } = await client.query<Asked>(rights);
  for (const { one, many, body, from } of rows) {
    if (many === null) continue;
    if (ofWhoAsks.test((body ?? "").replaceAll("person_has_role", ""))) differences.push(`${many} asks for the caller`);
    tally.rights.add(many);
    const { rows: together } = await client.query<{ id: string; who: readonly (string | null)[] }>(
      `SELECT t.id, to_json(writ.${quote(many)}(t, $1::uuid[])) AS who FROM ${from} AS t`,
      [people],
    );
    const answers = new Map(together.map(({ id, who }) => [id, new Set(who)]));
    for (const me of people) {
      const claims = JSON.stringify(me === null ? { role: "anon" } : { role: "authenticated", sub: me });
      await client.query("SELECT set_config('request.jwt.claims', $1, false)", [claims]);
      const { rows: alone } = await client.query<{ id: string; may: boolean }>(
        `SELECT t.id, writ.${quote(one)}(t) IS TRUE AS may FROM ${from} AS t`,
      );
      for (const { id, may } of alone) {
        tally[may ? "yes" : "no"]++;
        if (answers.get(id)?.has(me) !== may) differences.push(`${many} of ${id} for ${me}: ${!may}`);
      }
    }
    await client.query("SELECT set_config('request.jwt.claims', '', false)");
  }
  return differences;
}

async function compareDocument(source: string, compiled: Compiled, seed: number, tally: Tally): Promise<string[]> {
  const database = await open(source);
  const client = await database.connect();
  const laying = await database.connect();
  const program = programOf(compiled);
  const backend = await databaseBackend(client, laying, program);
  const draw = drawFrom(seed);
  const differences: string[] = [];
  for (let round = 0; round < 2; round++) {
    const world = randomWorld(draw, program, moment);
    await backend.lay(world);
    const people = [null, ...rowsOf(world, "user").map(({ id }) => id)];
    differences.push(...(await compareRights(client, people, tally)));
  }
  await laying.end();
  await client.end();
  await database.close();
  return differences.slice(0, 3).map((one) => `seed ${seed}: ${one}`);
}

test("random documents", async (context) => {
  const tally: Tally = { yes: 0, no: 0, rights: new Set() };
  const result: string[] = [];
  for (let seed = first; seed < first + count; seed++) {
    const { source, compiled, seed: own } = documentOf(seed);
    result.push(...(await compareDocument(source, compiled, own, tally)));
  }
  context.diagnostic(`from seed ${first}: ${tally.yes} times yes, ${tally.no} times no, ${tally.rights.size} rights`);
  assert.deepEqual(result, []);
  if (count < 5) return;
  assert.ok(tally.yes > 100 && tally.no > 100);
  for (const kind of ["read", "hear", "sees"])
    assert.ok(
      [...tally.rights].some((name) => name.startsWith(`who_${kind}_`)),
      `no right called ${kind}`,
    );
});

test("the project tracker, whose roles are held within things", async () => {
  const source = readFileSync(`${import.meta.dirname}/../../../../examples/project-tracker/SPEC.md`, "utf8");
  const tally: Tally = { yes: 0, no: 0, rights: new Set() };
  assert.deepEqual(await compareDocument(source, compile(source), 1, tally), []);
  assert.ok(tally.yes > 0 && tally.no > 0, `${tally.yes} times yes, ${tally.no} times no`);
});
