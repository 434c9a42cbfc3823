// Requests for data against a document's own database, as people: what is answered, and what is refused with which words.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import type { Client } from "pg";
import { databases, type TestDatabase } from "../../../language/src/testing/database.ts";
import { readCatalogue } from "./catalogue/read-catalogue.ts";
import { handle, type Service } from "./handle.ts";

const { open } = databases();
const source = readFileSync(`${import.meta.dirname}/../../../../examples/help-desk/SPEC.md`, "utf8");

let desk: TestDatabase;
let service: Service;
const people = new Map<string, string>();

before(async () => {
  desk = await open(source);
  for (const [name, ...roles] of [["ann"], ["ben"], ["cleo", "agent"], ["lea", "lead"]] as const) {
    people.set(name, await desk.account(name, ...roles));
  }
  const connection: Client = await desk.connect();
  const catalogue = await readCatalogue(connection, ["public"]);
  service = {
    catalogue: () => catalogue,
    schemas: ["public"],
    maxRows: undefined,
    aggregates: true,
    transactionEnd: "commit",
    preRequest: undefined,
    withConnection: (work) => work(connection),
  };
});

type Sent = { readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown };
type Got = { readonly status: number; readonly body: unknown; readonly headers: ReadonlyMap<string, string> };

async function ask(
  person: string | undefined,
  method: string,
  address: string,
  { headers = {}, body }: Sent = {},
): Promise<Got> {
  const [path = "", query = ""] = address.split(/\?(.*)/s);
  const sub = person === undefined ? undefined : people.get(person);
  const role = sub === undefined ? "anon" : "authenticated";
  const response = await handle(
    {
      method,
      path,
      query,
      headers: { get: (name) => headers[name] ?? null },
      body: body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body),
    },
    { role, claims: { role, ...(sub === undefined ? {} : { sub }) }, signedIn: sub !== undefined, settings: {} },
    service,
  );
  const text = typeof response.body === "string" ? response.body : null;
  const isJson = response.headers.some(([name, value]) => name === "Content-Type" && value.includes("json"));
  return {
    status: response.status,
    body: text === null || text === "" ? undefined : isJson ? JSON.parse(text) : text,
    headers: new Map(response.headers.map(([name, value]) => [name.toLowerCase(), value])),
  };
}

const shown = { headers: { prefer: "return=representation" } };
const rows = ({ body }: Got): readonly Record<string, unknown>[] => (Array.isArray(body) ? body : []);

async function ticket(person: string, subject: string): Promise<Record<string, unknown>> {
  const [category] = await desk.owner("SELECT id FROM category WHERE name = 'Hardware'");
  const made = await ask(person, "POST", "/ticket", {
    ...shown,
    body: { subject, body: "It blinks red and prints nothing.", category: category?.["id"] },
  });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return rows(made)[0] ?? {};
}

test("a user writes a ticket and reads it back; other users do not see it", async () => {
  const made = await ticket("ann", "Printer");
  assert.match(String(made["number"]), /^CD-\d{4}$/);
  const own = await ask("ann", "GET", `/ticket?id=eq.${String(made["id"])}&select=subject,state,requester(name)`);
  assert.deepEqual([own.status, own.body], [200, [{ subject: "Printer", state: "new", requester: { name: "ann" } }]]);
  assert.deepEqual((await ask("ben", "GET", `/ticket?id=eq.${String(made["id"])}`)).body, []);
  assert.deepEqual((await ask(undefined, "GET", "/ticket")).body, []);
});

test("a refusal has the catalogue's code, status and words, and every field that is wrong", async () => {
  const refused = await ask("ann", "POST", "/ticket", { body: { subject: "x".repeat(121), body: "short" } });
  assert.equal(refused.status, 422);
  const { code, details } = refused.body as { readonly code: string; readonly details: string };
  const problems = JSON.parse(details) as readonly { readonly code: string; readonly field: string }[];
  assert.equal(code, problems[0]?.code);
  assert.deepEqual(problems.map((one) => `${one.code} ${one.field}`).sort(), ["REQUIRED category", "TOO_LONG subject"]);
  const forbidden = await ask("ann", "POST", "/category", { body: { name: "Phones" } });
  assert.deepEqual([forbidden.status, (forbidden.body as { code: string }).code], [403, "FORBIDDEN"]);
  const nobody = await ask(undefined, "POST", "/category", { body: { name: "Phones" } });
  assert.deepEqual([nobody.status, (nobody.body as { code: string }).code], [401, "NOT_SIGNED_IN"]);
});

test("transitions are functions that answer the row, or say why not", async () => {
  const made = await ticket("ben", "Laptop");
  const taken = await ask("cleo", "POST", "/rpc/ticket_take", { body: { id: made["id"] } });
  assert.equal(taken.status, 200, JSON.stringify(taken.body));
  assert.equal((taken.body as { state: string }).state, "open");
  const again = await ask("cleo", "POST", "/rpc/ticket_take", { body: { id: made["id"] } });
  assert.deepEqual(
    [again.status, (again.body as { message: string }).message],
    [409, "Somebody was faster. Please look at the ticket again."],
  );
  const notTheirs = await ask("ben", "POST", "/rpc/ticket_take", { body: { id: made["id"] } });
  assert.equal(notTheirs.status, 403);
});

test("filters, trees, orders, ranges and counts", async () => {
  for (const subject of ["Alpha", "Beta", "Gamma"]) await ticket("lea", subject);
  const list = async (query: string, headers: Readonly<Record<string, string>> = {}) =>
    ask("lea", "GET", `/ticket?select=subject&${query}`, { headers });
  const subjects = (got: Got) => rows(got).map(({ subject }) => subject);
  assert.deepEqual(subjects(await list("subject=in.(Alpha,Beta)&order=subject.desc")), ["Beta", "Alpha"]);
  assert.deepEqual(subjects(await list("or=(subject.eq.Alpha,and(subject.like.*mm*,state.eq.new))&order=subject")), [
    "Alpha",
    "Gamma",
  ]);
  assert.deepEqual(subjects(await list("subject=not.in.(Alpha,Beta,Gamma)&state=eq.closed")), []);
  const page = await list("subject=in.(Alpha,Beta,Gamma)&order=subject&limit=1&offset=1", { prefer: "count=exact" });
  assert.deepEqual([page.status, subjects(page), page.headers.get("content-range")], [206, ["Beta"], "1-1/3"]);
  const beyond = await list("subject=eq.Alpha&offset=5", { prefer: "count=exact" });
  assert.deepEqual([beyond.status, (beyond.body as { code: string }).code], [416, "PGRST103"]);
});

test("rows are embedded in both directions, filtered and ordered inside", async () => {
  const made = await ticket("ben", "Embedding");
  for (const text of ["b", "a"]) {
    const comment = await ask("ben", "POST", "/comment", { body: { ticket: made["id"], text } });
    assert.equal(comment.status, 201, JSON.stringify(comment.body));
  }
  const query = `/ticket?id=eq.${String(made["id"])}&select=subject,category(name),comment(text)&comment.order=text&comment.text=neq.c`;
  assert.deepEqual((await ask("ben", "GET", query)).body, [
    { subject: "Embedding", category: { name: "Hardware" }, comment: [{ text: "a" }, { text: "b" }] },
  ]);
  const inner = await ask("ben", "GET", "/ticket?select=subject,comment!inner(text)&comment.text=eq.a");
  assert.deepEqual(inner.body, [{ subject: "Embedding", comment: [{ text: "a" }] }]);
  const wrong = await ask("ben", "GET", "/ticket?select=coment(text)");
  assert.deepEqual(
    [wrong.status, (wrong.body as { hint: string }).hint],
    [400, "Perhaps you meant 'comment' instead of 'coment'."],
  );
});

test("updates answer the rows that changed; rows out of sight do not change", async () => {
  const made = await ticket("ann", "Before");
  const changed = await ask("ann", "PATCH", `/ticket?id=eq.${String(made["id"])}&select=subject`, {
    ...shown,
    body: { subject: "After" },
  });
  assert.deepEqual([changed.status, changed.body], [200, [{ subject: "After" }]]);
  const unseen = await ask("ben", "PATCH", `/ticket?id=eq.${String(made["id"])}`, {
    ...shown,
    body: { subject: "Mine" },
  });
  assert.deepEqual([unseen.status, unseen.body], [200, []]);
  const silent = await ask("ann", "PATCH", `/ticket?id=eq.${String(made["id"])}`, { body: { state: "closed" } });
  assert.equal(silent.status, 403);
});

test("one row, CSV, and what may be done there", async () => {
  const one = { headers: { accept: "application/vnd.pgrst.object+json" } };
  const single = await ask("lea", "GET", "/category?name=eq.Hardware&select=name", one);
  assert.deepEqual([single.status, single.body], [200, { name: "Hardware" }]);
  const several = await ask("lea", "GET", "/category?select=name", one);
  assert.deepEqual([several.status, (several.body as { code: string }).code], [406, "PGRST116"]);
  const csv = await ask("lea", "GET", "/category?select=name&order=name", { headers: { accept: "text/csv" } });
  assert.equal(csv.body, "name\nAccounts\nHardware");
  const options = await ask("lea", "OPTIONS", "/category");
  assert.equal(options.headers.get("allow"), "OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE");
});

test("unreadable queries and unknown names are refused with their position", async () => {
  const cases: readonly (readonly [address: string, status: number, code: string])[] = [
    ["/tickets", 404, "PGRST205"],
    ["/ticket?select=subject,", 400, "PGRST100"],
    ["/ticket?subject=is", 400, "PGRST100"],
    ["/ticket?subject=eq.a&order=subject.up", 400, "PGRST100"],
    ["/ticket?nothing=eq.a", 400, "42703"],
    ["/ticket?comment.text=eq.a", 400, "PGRST108"],
    ["/rpc/ticket_tak?id=a", 404, "PGRST202"],
    ["/a/b/c", 404, "PGRST125"],
  ];
  for (const [address, status, code] of cases) {
    const got = await ask("ann", "GET", address);
    assert.deepEqual([got.status, (got.body as { code: string }).code], [status, code], address);
  }
});

test("no value of a request becomes SQL", async () => {
  const bad = `x'); DROP TABLE ticket; --`;
  for (const query of [
    `subject=eq.${encodeURIComponent(bad)}`,
    `subject=in.(${encodeURIComponent(`"${bad}"`)})`,
    `select=subject::${encodeURIComponent("text); DROP TABLE ticket; --")}`,
    `select=${encodeURIComponent(`"${bad}"`)}`,
    `order=${encodeURIComponent(`"${bad}"`)}`,
    `subject=fts(${encodeURIComponent("english'")}).a`,
  ]) {
    const got = await ask("lea", "GET", `/ticket?${query}`);
    assert.ok(
      got.status === 200 || got.status === 400 || got.status === 404,
      `${query}: ${got.status} ${JSON.stringify(got.body)}`,
    );
  }
  const [there] = await desk.owner("SELECT to_regclass('public.ticket') IS NOT NULL AS is_there");
  assert.equal(there?.["is_there"], true);
});
