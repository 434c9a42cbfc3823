// A document that an operator looks at and deploys, over the wire: as they saw it, in their name, and nobody else's.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { after, before, test } from "node:test";
import { eventually } from "../../../../language/src/testing/eventually.ts";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { products, type TestProduct } from "../../testing/product.ts";
import { ask, enter } from "../testing/ask.ts";
import { account, asked, enterWith, inProduction, operator, origin, signIn } from "../testing/production.ts";
import { removeOperator } from "../operators/operators.ts";
import type { DeployLine, DeployPlanView, DeploysView } from "./response-types.ts";

const start = products();
const folder = mkdtempSync(join(tmpdir(), "writ-deploys-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const documentWith = (fields: string, rights = "yes", more = "") =>
  completeDocument(`## 3. Entities and their fields

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
${fields}

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Reader | signed in |

| For | May | Reader |
| --- | --- | --- |
| Note | create, read | yes |
| Note | update, delete | ${rights} |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
${more}`).source;
const words = "| Words | text up to 40 | yes | |";
const place = "| Place | text up to 40 | no | |";
const first = documentWith(words, "no");
const wider = documentWith(`${words}\n${place}`, "yes");

type Plan = Extract<DeployPlanView, { readonly is: "plan" }>;
let desk: TestProduct;
let cookie: string;

before(async () => {
  writeFileSync(join(folder, "console.html"), "<!doctype html><!-- writ -->");
  desk = await inProduction(start, first, folder);
  cookie = await operator(desk, "ann@example.test");
});

const look = async (source: string) => {
  const { status, told } = await asked(desk, cookie, "plan-deploy", { source });
  assert.equal(status, 200, JSON.stringify(told));
  return told as DeployPlanView;
};

const planOf = async (source: string): Promise<Plan> => {
  const plan = await look(source);
  assert.ok(plan.is === "plan", JSON.stringify(plan));
  return plan;
};

async function deploy(source: string, plan: string, drop: readonly string[] = []): Promise<readonly DeployLine[]> {
  const { status, text } = await ask(desk, "/_/console/api/deploy", {
    method: "POST",
    headers: { cookie, origin: origin(desk), "content-type": "application/json" },
    body: JSON.stringify({ source, plan, drop }),
  });
  assert.equal(status, 200, text);
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as DeployLine);
}

const deploys = async () => (await asked(desk, cookie, "deploys")).told as DeploysView;
const columns = async () =>
  (
    await desk.owner(
      "SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'note' AND column_name IN ('words', 'place') ORDER BY ordinal_position",
    )
  ).map(({ name }) => name);
const isServed = async (source: string) => eventually(async () => (await planOf(source)).isServed, "it is served");

test("a plan says who may do more and which rows are touched, and changes nothing", async () => {
  const plan = await planOf(wider);
  assert.deepEqual(
    plan.steps.flatMap(({ kind, what }) => (kind === "tell" ? [what] : [])),
    ["Reader may now update Note", "Reader may now delete Note"],
  );
  assert.ok(plan.steps.some(({ what }) => what === "column place of public.note"));
  assert.deepEqual(
    plan.changes.map(({ about, how }) => `${about} ${how}`),
    ["Note: field Place added", "Note: permission update changed", "Note: permission delete changed"],
  );
  assert.deepEqual([plan.losses, plan.blocks, plan.missing, plan.isServed], [[], [], [], false]);
  assert.deepEqual(await columns(), ["words"]);
  const wrong = await look(wider.replace("text up to 40", "txt"));
  assert.ok(wrong.is === "mistakes" && wrong.problems.length > 0);
  const gaps = await look(wider.replace("| Words | text up to 40 |", "| Words | not shown |"));
  assert.ok(gaps.is === "mistakes" && gaps.problems.every(({ severity }) => severity === "gap"));
});

test("what was looked at is deployed, in the operator's name, and is served", async () => {
  assert.deepEqual(await deploy(wider, (await planOf(wider)).plan), [{ is: "deployed" }]);
  assert.deepEqual(await columns(), ["words", "place"]);
  await isServed(wider);
  const { applied } = await deploys();
  assert.deepEqual(
    applied.map(({ operator: by }) => by),
    ["ann@example.test (Ann)", null],
  );
  const { told } = await asked(desk, cookie, "acts");
  const [act] = (told as { acts: readonly { name: string; act: string }[] }).acts;
  assert.deepEqual([act?.name, act?.act], ["ann@example.test (Ann)", "Deployed a document"]);
  const source = (await asked(desk, cookie, `deployed-document?id=${applied[1]?.id}`)).told;
  assert.deepEqual(source, { source: first });
});

test("rows are lost where they are named alone, and a plan that is out of date is no plan", async () => {
  await desk.owner("INSERT INTO public.note (words, place) VALUES ('one', 'here')");
  const plan = await planOf(first);
  assert.deepEqual(
    plan.losses.map(({ address, about, says, risk }) => [address, about, says, risk?.count]),
    [["3/Note/Place", "Note: field Place", "1 row has a value", 1]],
  );
  const [stopped] = await deploy(first, plan.plan);
  assert.deepEqual(stopped, {
    is: "stopped",
    words: "Note: field Place: 1 row has a value.",
  });
  assert.deepEqual(await columns(), ["words", "place"]);
  // Rows that have come since are no other plan; another document is.
  await desk.owner("INSERT INTO public.note (words, place) VALUES ('two', 'there')");
  const [other] = await deploy(documentWith(words, "yes"), plan.plan, ["3/Note/Place"]);
  assert.match(other?.is === "stopped" ? other.words : "", /The database has changed since you looked/);
  assert.deepEqual(await deploy(first, plan.plan, ["3/Note/Place"]), [{ is: "deployed" }]);
  assert.deepEqual(await columns(), ["words"]);
  await isServed(first);
  const [{ lost } = { lost: [] }] = (await deploys()).applied;
  assert.deepEqual(lost, [{ about: "Note: field Place", rows: 2 }]);
});

test("what goes with a field that names several rows is said of the field, and of nothing of its own", async () => {
  const tagged = first
    .replace(
      "### Note\n",
      `### Tag\n\n| Field | Type | Required | Default |\n| --- | --- | --- | --- |\n| Name | text up to 9 | yes | |\n\n### Note\n`,
    )
    .replace(words, `${words}\n| Tags | several Tag | no | |`)
    .replace(
      "| Note | create, read | yes |",
      "| Note | create, read | yes |\n| Tag | create, read, update, delete | yes |",
    );
  assert.deepEqual(await deploy(tagged, (await planOf(tagged)).plan), [{ is: "deployed" }]);
  await isServed(tagged);
  await desk.owner("INSERT INTO public.tag (name) VALUES ('red'), ('blue')");
  await desk.owner("INSERT INTO public.note (words, tags) SELECT 'tagged', array_agg(id) FROM public.tag");
  const { plan, losses, changes } = await planOf(first);
  assert.deepEqual(
    [losses, changes].map((all) => all.map((one) => `${one.about} ${"how" in one ? one.how : one.says}`).toSorted()),
    [
      ["Note: field Tags 1 row has a value", "entity Tag 2 rows are in it"],
      ["Note: field Tags removed", "entity Tag removed"],
    ],
  );
  assert.deepEqual(await deploy(first, plan, ["3/Note/Tags", "3/Tag"]), [{ is: "deployed" }]);
  await isServed(first);
});

test("of two that are deployed at once one is looked at again, and who was removed meanwhile deploys nothing", async () => {
  const [one, other] = ["Colour", "Shade"].map((name) =>
    documentWith(`${words}\n| ${name} | text up to 9 | no | |`, "no"),
  );
  const plans = [await planOf(one ?? ""), await planOf(other ?? "")];
  const ends = await Promise.all([deploy(one ?? "", plans[0]?.plan ?? ""), deploy(other ?? "", plans[1]?.plan ?? "")]);
  assert.deepEqual(ends.map((lines) => lines.at(-1)?.is).toSorted(), ["deployed", "stopped"]);
  const late = await deploy(other ?? "", plans[1]?.plan ?? "");
  assert.match(JSON.stringify(late), /has changed since you looked|"deployed"/);

  const leaving = await operator(desk, "leo@example.test");
  const [last] = await desk.owner("SELECT max(id)::text AS id FROM writ.applied");
  const body = JSON.stringify({ source: first, plan: (await planOf(first)).plan, drop: [] });
  const { port } = desk;
  const sent = request({
    host: "127.0.0.1",
    port,
    path: "/_/console/api/deploy",
    method: "POST",
    headers: {
      cookie: leaving,
      origin: origin(desk),
      "content-type": "application/json",
      "content-length": body.length,
    },
  });
  const answered = once(sent, "response");
  sent.write(body.slice(0, 20));
  await eventually(async () => (await asked(desk, leaving, "deploys")).status === 200, "it has arrived");
  const client = await desk.database.connect();
  await removeOperator(client, "leo@example.test");
  await client.end();
  sent.end(body.slice(20));
  const [answer] = (await answered) as readonly IncomingMessage[];
  assert.equal(answer?.statusCode, 401);
  assert.deepEqual(await desk.owner("SELECT max(id)::text AS id FROM writ.applied"), [last]);
});

test("nobody but an operator, from the console's own page, sees or deploys anything", async () => {
  await account(desk, "eve@example.test");
  const stranger = await enterWith(desk, await signIn(desk, "eve@example.test"));
  assert.notEqual(stranger.status, 200);
  const token = await signIn(desk, "eve@example.test");
  const body = JSON.stringify({ source: first, plan: "", drop: [] });
  const as = async (path: string, headers: Readonly<Record<string, string>>, method = "POST") =>
    (await ask(desk, `/_/console/api/${path}`, { method, headers, ...(method === "POST" ? { body } : {}) })).status;
  const json = { "content-type": "application/json", origin: origin(desk) };
  for (const path of ["plan-deploy", "deploy"]) {
    assert.equal(await as(path, json), 401);
    assert.equal(await as(path, { ...json, authorization: `Bearer ${token}`, apikey: desk.anonKey }), 401);
    assert.equal(await as(path, { ...json, authorization: `Bearer ${desk.serviceKey}` }), 401);
    assert.equal(await as(path, { ...json, cookie, origin: "https://evil.example" }), 403);
    assert.equal(await as(path, { origin: origin(desk), "content-type": "text/plain", cookie }), 400);
  }
  for (const path of ["deploys", "deployed-document?id=1"])
    assert.equal(await as(path, { origin: origin(desk) }, "GET"), 401);
});

test("while a document is written, its file says what is served, and nothing is deployed", async () => {
  const document = { file: "SPEC.md", source: first, compiled: (await import("@writ/language")).compile(first) };
  const writing = await start(first, { document, console: { folder }, development: true });
  const entered = await enter(writing);
  const own = String(entered.headers["set-cookie"] ?? "").split(";")[0] ?? "";
  const { status } = await asked(writing, own, "plan-deploy", { source: wider });
  assert.equal(status, 404);
  assert.equal((await asked(writing, own, "deploys")).status, 404);
});
