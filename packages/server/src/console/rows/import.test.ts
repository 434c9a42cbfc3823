// Rows of a file in the console over the wire: past the document's rights and under its rules, in the operator's name, and
// for nobody who is none.
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { eventually } from "../../../../language/src/testing/eventually.ts";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { products, type TestProduct } from "../../testing/product.ts";
import { removeOperator } from "../operators/operators.ts";
import { ask } from "../testing/ask.ts";
import { inProduction, operator, origin } from "../testing/production.ts";

const start = products();
const folder = mkdtempSync(join(tmpdir(), "writ-console-import-"));
const temporary = mkdtempSync(join(tmpdir(), "writ-console-files-"));
const usual = process.env["TMPDIR"];
after(() => {
  if (usual === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = usual;
  for (const one of [folder, temporary]) rmSync(one, { recursive: true, force: true });
});
const { source } = completeDocument(`## 3. Entities and their fields

### Book
- History: kept

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 40 | yes | |
| Pages | integer 1 to 5000 | no | |
| Cover | image up to 1 MB (png) | no | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Reader | signed in |

| For | May | Reader |
| --- | --- | --- |
| Book | create, read, update, delete | no |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);
let desk: TestProduct;
let cookie: string;
before(async () => {
  writeFileSync(join(folder, "console.html"), "<!doctype html><!-- writ -->");
  desk = await inProduction(start, source, folder);
  cookie = await operator(desk, "ann@example.test");
  // Imports are received here, and nothing else is: the database has its folders by now.
  process.env["TMPDIR"] = temporary;
});
beforeEach(async () => {
  await desk.owner("DELETE FROM public.book; DELETE FROM writ.operator_act");
});

const address = (query: string, entity = "book") => `/_/console/api/import/${entity}?name=books.csv&${query}`;
const send = async (body: string, query: string, headers: Readonly<Record<string, string>> = {}, entity = "book") =>
  ask(desk, address(query, entity), { method: "POST", headers: { cookie, origin: origin(desk), ...headers }, body });
const acts = async () => desk.owner("SELECT name, act, about FROM writ.operator_act ORDER BY id");

test("an operator imports what no role may create, and History and the changes name them once", async () => {
  const rows = Array.from({ length: 1100 }, (_, at) => `Book ${at},${at === 700 ? 0 : 7}`);
  const text = `Title,Pages\n${rows.join("\n")}\n`;
  const tried = await send(text, "mode=dry_run");
  assert.equal(tried.status, 200, tried.text);
  assert.deepEqual(await acts(), []);
  const done = await send(text, "mode=only_good");
  const { report } = JSON.parse(done.text.trim().split("\n").at(-1) ?? "");
  assert.deepEqual([report.created, report.refused], [1099, 1]);
  assert.deepEqual(await acts(), [{ name: "ann@example.test (Ann)", act: "Imported rows", about: "Book: books.csv" }]);
  assert.deepEqual(
    await desk.owner("SELECT DISTINCT u.email FROM public.book JOIN auth.users u ON u.id = book.created_by"),
    [{ email: "ann@example.test" }],
  );
});

test("files need the command, accounts are not imported, and only tables of the document are", async () => {
  const cover = await send("Title,Cover\nOne,../../etc/passwd\n", "mode=all_or_nothing");
  assert.equal(cover.status, 422);
  assert.match(cover.text, /writ import/);
  const look = await send("Title,Cover\nOne,a.png\n", "mode=look");
  assert.deepEqual(
    JSON.parse(look.text).fields.map(({ id }: { readonly id: string }) => id),
    ["title", "pages"],
  );
  for (const entity of ["user", "operator", "writ.operator", "Book", "nothing"])
    assert.equal((await send("Name\nEve\n", "mode=all_or_nothing", {}, entity)).status, 404, entity);
});

test("another site's page, another person and no one at all import nothing", async () => {
  const text = "Title\nOne\n";
  const query = "mode=all_or_nothing";
  const form = { "content-type": "text/plain" };
  assert.equal((await send(text, query, { ...form, origin: "https://evil.example" })).status, 403);
  assert.equal((await send(text, query, { ...form, "sec-fetch-site": "same-site" })).status, 403);
  assert.equal((await send(text, query, { cookie: "" })).status, 401);
  const token = await desk.person("Eve");
  assert.equal((await send(text, query, { cookie: "", authorization: `Bearer ${token}` })).status, 401);
  assert.deepEqual(await desk.owner("SELECT FROM public.book"), []);
});

test("an operator who is removed while the file arrives imports nothing", async () => {
  const bob = await operator(desk, "bob@example.test");
  const sent = request({
    host: "127.0.0.1",
    port: desk.port,
    path: address("mode=all_or_nothing"),
    method: "POST",
    headers: { cookie: bob, origin: origin(desk), "transfer-encoding": "chunked" },
  });
  const status = new Promise<number>((resolve, reject) => {
    sent.on("response", (response) => resolve(response.resume().statusCode ?? 0));
    sent.on("error", reject);
  });
  sent.write("Title\n");
  // No other request asks: it would take the place of this account itself.
  await eventually(() => readdirSync(temporary).length === 1, "the file of the request that was let in");
  const client = await desk.database.connect();
  await removeOperator(client, "bob@example.test");
  await client.end();
  sent.end("One\n");
  assert.equal(await status, 401);
  assert.deepEqual(await desk.owner("SELECT FROM public.book"), []);
});
