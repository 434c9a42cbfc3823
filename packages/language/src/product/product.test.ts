// The module that a browser runs: what the examples become, and what never gets into it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { compile } from "../compile.ts";
import { runtime, type Runtime } from "../expression/runtime.ts";
import type { Application } from "./application.ts";
import { applicationOf, productModule, productModules } from "./product-module.ts";

const sourceOf = (name: string) => readFileSync(`${import.meta.dirname}/../../../../examples/${name}/SPEC.md`, "utf8");

async function load(module: string): Promise<Application> {
  const address = `data:text/javascript;base64,${Buffer.from(module).toString("base64")}`;
  const loaded = (await import(address)) as { readonly describe: (given: Runtime) => Application };
  return loaded.describe(runtime);
}

for (const name of ["help-desk", "project-tracker", "equipment-lending", "nothing-shown"]) {
  test(`${name} becomes a module that loads, the same each time`, async () => {
    const compiled = compile(sourceOf(name));
    const module = productModule(compiled);
    assert.equal(module, productModule(compile(sourceOf(name))));
    const application = await load(module);
    assert.equal(application.screens.length, applicationOf(compiled).screens.length);
    // Made from texts at run time is what a page's security policy forbids.
    assert.doesNotMatch(module, /\bFunction\(|\beval\(|import\s*\(/);
  });
}

test("the seed document has nine gaps in its own words, and nothing else", async () => {
  const { gaps, screens, entities, signIn } = await load(productModule(compile(sourceOf("nothing-shown"))));
  assert.deepEqual([screens.length, Object.keys(entities).length, signIn.length], [0, 0, 0]);
  assert.deepEqual(
    gaps.map(({ address }) => address),
    ["1", "2", "3", "4", "5", "6", "7", "8", "9"],
  );
  assert.match(gaps[2]?.explanation ?? "", /^No entity, table or field/);
});

test("conditions become filters where the wire can ask them, and formulas where a browser can", async () => {
  const application = await load(productModule(compile(sourceOf("help-desk"))));
  const mine = application.screens.find(({ id }) => id === "my_tickets");
  assert.equal(mine?.filter?.kind, "compare");
  const solve = application.entities["ticket"]?.machines[0]?.transitions.find(({ id }) => id === "solve");
  assert.deepEqual(solve?.asks, [{ field: "resolution", required: true }]);
  // Whose comment may be written depends on a row that is only referred to: its path has to be asked for.
  const create = application.entities["comment"]?.rights["create"]?.find(({ role }) => role === "customer");
  assert.deepEqual(typeof create?.when === "object" && create.when.reads, [["ticket", "requester"]]);
});

test("fields that every row has are called in the reader's language, unless the document says how", async () => {
  const source = sourceOf("equipment-lending");
  const { words } = await load(productModule(compile(source)));
  assert.deepEqual(words["Created at"], { fr: "Créé le" });
  const stated = `${source}\n| Word | fr |\n| --- | --- |\n| Name | Appellation |\n`;
  const own = await load(productModule(compile(stated)));
  assert.deepEqual(own.words["Name"], { fr: "Appellation" });
  assert.deepEqual((await load(productModule(compile(sourceOf("help-desk"))))).words, {});
});

test("no words of the document end the script or name what they must not", async () => {
  const source = sourceOf("help-desk").replaceAll(
    "The agent believes it is done",
    "</script><script>alert(1)</script>",
  );
  const hostile = source.replace("Please describe the problem", "</script>`alert(1)`");
  const module = productModule(compile(hostile));
  assert.doesNotMatch(module, /<\/script/);
  const application = await load(module);
  assert.match(application.messages["BODY_TOO_SHORT"]?.[""] ?? "", /^<\/script>`alert\(1\)`/);
});

test("rows, mails and code stay where they are", () => {
  const module = productModule(compile(sourceOf("help-desk")));
  for (const inside of [
    "Ann Moreau",
    "ann@example.test",
    "The printer on the third floor",
    "We need something from you",
    "calls/export_tickets.ts",
  ])
    assert.ok(!module.includes(inside), inside);
});

test("a part is the same for the same roles, holds nothing that the whole has not, and all roles together get nearly all", async () => {
  for (const name of ["help-desk", "project-tracker", "equipment-lending", "nothing-shown"]) {
    const compiled = compile(sourceOf(name));
    const { roles, moduleFor, whole } = productModules(compiled);
    const nobody = await load(moduleFor({ isSignedIn: false, roles: [] }));
    const everything = await load(moduleFor({ isSignedIn: true, roles }));
    assert.equal(moduleFor({ isSignedIn: true, roles }), moduleFor({ isSignedIn: true, roles: roles.toReversed() }));
    assert.ok(moduleFor({ isSignedIn: true, roles: [] }).length <= whole.length);
    const all = await load(whole);
    assert.deepEqual(
      everything.screens.map(({ id }) => id),
      all.screens.map(({ id }) => id),
    );
    assert.ok(nobody.screens.every(({ for: whom }) => whom.includes("anyone")));
    assert.deepEqual([nobody.title, nobody.signIn, nobody.timeZone], [all.title, all.signIn, all.timeZone]);
  }
});
