// The module that a browser runs: what the examples become, and what never gets into it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { compile } from "../compile.ts";
import { completeDocument } from "../testing/run-cases.ts";
import { runtime, type Runtime } from "../expression/javascript/runtime.ts";
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
  assert.match(gaps[2]?.said[""] ?? "", /^not shown\. No entity, table or field/);
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
  assert.deepEqual({ ...(await load(productModule(compile(sourceOf("help-desk"))))).words }, {});
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

test("a refusal without shown words is reported as that, also ahead", async () => {
  const unsaid = { "": "The specification does not say what happens here." };
  const open = (cell: string) =>
    sourceOf("help-desk").replace(/^(\| NOT_ASSIGNED \|[^|]+\|) \d+ \| .* \|$/m, `$1 ${cell} |`);
  for (const cell of ["422 | not shown", "not shown | Take it first."]) {
    const { messages } = await load(productModule(compile(open(cell))));
    assert.deepEqual({ ...messages["NOT_ASSIGNED"] }, unsaid, cell);
  }
  const unknown = sourceOf("help-desk").replace("| NOT_ASSIGNED | Resolution", "| not shown | Resolution");
  const { entities } = await load(productModule(compile(unknown)));
  const solve = entities["ticket"]?.machines[0]?.transitions.find(({ id }) => id === "solve");
  assert.equal(solve?.ways[0]?.otherwise, "NOT_SHOWN");
  // An error that every product has may be restated without words: then it has its own.
  const restated = sourceOf("help-desk").replace(/^(\| CONFLICT \|[^|]+\| \d+ \|) .* \|$/m, "$1 |");
  const { messages } = await load(productModule(compile(restated)));
  assert.match(messages["CONFLICT"]?.[""] ?? "", /changed/);
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

const unsaid = (signIn: string) =>
  completeDocument(`## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Payroll | \`/:salary/pay\` | dashboard | not shown | yes |

### Payroll

| Tile | Chart | Measure | Of | Where |
| --- | --- | --- | --- | --- |
| Bonus | number | sum of Amount | Salary | not shown |

## 3. Entities and their fields

### Salary

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Amount | integer | yes | |
| Reason | not shown | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Boss | named at installation |

| For | May | Boss |
| --- | --- | --- |
| Salary | create, read, update, delete | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
${signIn}
| Currency | EUR |
`).source;

test("a screen whose For is not shown reveals only its name and that", async () => {
  const { moduleFor } = productModules(compile(unsaid("| Sign-in | email and password |")));
  const outside = moduleFor({ isSignedIn: false, roles: [] });
  assert.ok(!outside.includes("Payroll"));
  const inside = moduleFor({ isSignedIn: true, roles: [] });
  for (const secret of ["alary", "Bonus", "Amount", "Reason", "oss"]) assert.ok(!inside.includes(secret), secret);
  const { screens, gaps } = await load(inside);
  assert.deepEqual(
    screens.map(({ id, kind, for: whom, gaps: own }) => [id, kind, whom, own]),
    [["payroll", "not shown", [], ["2/Payroll/For"]]],
  );
  assert.deepEqual(
    gaps.map(({ title, said }) => [title[""], said[""]]),
    [["Payroll", "Not shown: who this screen is for."]],
  );
  const boss = await load(moduleFor({ isSignedIn: true, roles: ["boss"] }));
  assert.deepEqual(boss.screens[0]?.tiles, []);
  assert.deepEqual(boss.entities["salary"]?.fields["reason"]?.type, { kind: "not shown" });
});

test("without accounts every reader learns that the audience of a screen is unknown", async () => {
  const { moduleFor } = productModules(compile(unsaid("| Time zone | UTC |")));
  const { screens } = await load(moduleFor({ isSignedIn: false, roles: [] }));
  assert.deepEqual(
    screens.map(({ id }) => id),
    ["payroll"],
  );
});
