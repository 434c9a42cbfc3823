// Whole products as databases: every document that is right becomes one, whose objects name their clauses, and every function in it is understood.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { before, test } from "node:test";
import { compile } from "../compile.ts";
import { databases } from "../testing/database.ts";
import { listed, planned } from "../testing/enforced/catalogue.ts";
import { completeDocument } from "../testing/run-cases.ts";
import { databaseOf } from "../database/database.ts";
import { samplesOf } from "../database/samples.ts";

const { open } = databases();
const documents = `${import.meta.dirname}/../testing/documents`;
const examples = `${import.meta.dirname}/../../../../examples`;
const files = [
  ...readdirSync(documents).map((name) => `${documents}/${name}`),
  ...readdirSync(examples).map((name) => `${examples}/${name}/SPEC.md`),
];

/** What is there whatever a document says. */
let always: ReadonlySet<string>;
before(async () => {
  always = new Set(await listed(await open(completeDocument("").source)));
});

for (const file of files) {
  const name = file.split("/").slice(-2).join("/");
  test(`${name} becomes a database, in which every object names its clause, and no grant is another`, async () => {
    const source = readFileSync(file, "utf8");
    const database = await open(source);
    const { owner, account } = database;
    const compiled = compile(source);
    const own = planned(databaseOf(compiled));
    const known = new Set(own);
    const there = await listed(database);
    assert.deepEqual(
      there.filter((line) => known.has(line) || !always.has(line)),
      own,
    );
    const functions = await owner(
      `SELECT pg_get_functiondef(p.oid) AS definition FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
       WHERE n.nspname IN ('public', 'writ') AND obj_description(p.oid) IS NOT NULL`,
    );
    const { lookup } = compiled;
    if (lookup.entities.size > 0 && !lookup.entities.get("user")?.fields.some(({ required }) => required === "yes"))
      await account("Ann");
    await owner("BEGIN");
    for (const statement of samplesOf(compiled))
      await owner(statement).catch((failure) => assert.fail(`${failure.message}\n${statement}`));
    await owner("COMMIT");
    for (const { definition } of functions) {
      await owner(String(definition)).catch((failure) => assert.fail(`${failure.message}\n${definition}`));
    }
  });
}
