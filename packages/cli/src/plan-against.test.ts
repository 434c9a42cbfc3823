// `writ plan --against`: a pipeline asks a product that runs what a document would change, and nobody else may.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { products } from "../../server/src/testing/product.ts";
import { startingDocument } from "./document/starting-document.ts";
import { waitFor } from "./testing/fake-console.ts";

const start = products();
const source = startingDocument("Tasks");
const wider = source.replace("| Title |", "| Remark | text up to 40 | no | | |\n| Title |");
const narrower = source.replace(/^\| Notes \|.*\n/m, "").replaceAll(", Notes", "");

const planned = async (document: string, address: string, key: string | undefined, ...more: readonly string[]) =>
  waitFor({ "SPEC.md": document }, ["plan", "--against", address, ...more], { environment: { WRIT_SERVICE_KEY: key } });

test("the plan of a product that runs is shown, and nothing is changed there", async () => {
  const { url, serviceKey, owner } = await start(source);
  const { exit, out } = await planned(wider, url, serviceKey);
  assert.equal(exit, 0);
  assert.match(out, /\+ 3\/Task\/Remark +column remark of task/);
  assert.deepEqual(await owner("SELECT FROM information_schema.columns WHERE column_name = 'remark'"), []);
  assert.match((await planned(source, url, serviceKey)).out, /nothing to do/);
});

test("a change that would lose rows ends with 1, and is told", async () => {
  const { url, serviceKey, owner, person } = await start(source);
  await person("ann");
  await owner("INSERT INTO public.task (title, notes, author) SELECT 'Sweep', 'The whole yard', id FROM auth.users");
  const { exit, out, error } = await planned(narrower, url, serviceKey);
  assert.equal(exit, 1);
  assert.match(out, /loses: 1 row has a value for notes/);
  assert.match(error, /^writ plan: this document would not be applied\./);
  const told = JSON.parse((await planned(narrower, url, serviceKey, "--json")).out);
  assert.deepEqual(
    told.stops.map(({ kind }: { readonly kind: string }) => kind),
    ["names"],
  );
});

test("without the service key there is nothing, for whoever asks in whatever way", async () => {
  const { url, anonKey, person } = await start(source);
  const signedIn = await person("ann");
  const ask = async (headers: Readonly<Record<string, string>>, method = "POST") =>
    (await fetch(`${url}/_/plan`, { method, headers, ...(method === "POST" ? { body: source } : {}) })).status;
  for (const token of [anonKey, signedIn, "nonsense"]) {
    assert.equal(await ask({ authorization: `Bearer ${token}` }), 404);
    assert.equal(await ask({ apikey: token }), 404);
  }
  assert.equal(await ask({}), 404);
  assert.equal(await ask({}, "GET"), 404);
  const { exit, error } = await planned(source, url, anonKey);
  assert.equal(exit, 2);
  assert.match(error, /is no product of Writ, or the key in WRIT_SERVICE_KEY is not its service key/);
});

test("what another server answers does not steer the terminal", async () => {
  const steps = [
    { kind: "add", what: "\u001b[2J", address: "3/A", sql: ["SELECT '\u001b]0;title\u0007',\n  '\u202e'"] },
  ];
  const server = createServer((_, response) =>
    response.end(JSON.stringify({ steps, drift: [], stops: [], isFirst: false })),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const { out } = await planned(source, `http://127.0.0.1:${port}`, "key", "--sql");
  const short = await planned(source, `http://127.0.0.1:${port}`, "key");
  assert.match(short.out, /\+ 3\/A {2}\\u\{1b\}\[2J\n/);
  assert.ok(!short.out.includes("\u001b"));
  server.close();
  assert.match(out, /SELECT '\\u\{1b\}\]0;title\\u\{7\}',\n {2}'\\u\{202e\}'/);
  assert.ok(!out.includes("\u001b") && !out.includes("\u202e"));
});

test("a document with errors is checked here, and the key goes over https alone", async () => {
  const { url, serviceKey } = await start(source);
  assert.equal((await planned(source.replace("| Title |", "| Title |x"), url, serviceKey)).exit, 1);
  assert.match((await planned(source, "http://desk.example.org", serviceKey)).error, /--against must begin with https/);
  assert.match((await planned(source, url, undefined)).error, /needs the product's service key/);
  assert.match((await planned(source, "http://127.0.0.1:1", serviceKey)).error, /nothing answers at http:\/\/127/);
  const broken = await fetch(`${url}/_/plan`, {
    method: "POST",
    headers: { authorization: `Bearer ${serviceKey}` },
    body: source.replace("| Title |", "| Title |x"),
  });
  assert.equal(broken.status, 422);
});
