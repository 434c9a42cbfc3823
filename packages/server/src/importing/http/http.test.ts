// Imports over the wire: what users bring with their rights, and what those may not who would misuse it; long because it is all of one document.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { eventually } from "../../../../language/src/testing/eventually.ts";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { products, type TestProduct } from "../../testing/product.ts";
import { workbook, zipOf } from "../testing/workbook.ts";

// What is on its way lies in a folder of this test alone.
const temporary = mkdtempSync(join(tmpdir(), "writ-http-"));
const usual = process.env["TMPDIR"];
after(() => {
  if (usual === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = usual;
  rmSync(temporary, { recursive: true, force: true });
});

const start = products();
const { source } = completeDocument(`## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Books | \`/books\` | list of Book | Keeper, Reader | yes |
| Shelves | \`/shelves\` | list of Shelf | Keeper | yes |
| Notes | \`/notes\` | list of Note | Reader | yes |
| Desk | \`/desk\` | list of Note | Keeper | yes |
| Slips | \`/slips\` | list of Slip | Keeper | yes |

### Books
- Show: Title
- Import: Title, Number, Pages, Shelf, Cipher

### Shelves
- Show: Name

### Notes
- Show: Text
- Import: Text

### Desk
- Import: Text, Remark, Rank

### Slips
- Import: Text

## 3. Entities and their fields

### Shelf
- Shown as: \`shelf.name\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 40 | yes | |

### Book

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 40 | yes | |
| Number | text up to 20 unique | no | |
| Cipher | text up to 20 unique | no | |
| Pages | integer 1 to 5000 | no | |
| Shelf | reference to Shelf | no | |
| Secret | text up to 20 unique | no | |
| Cover | image up to 1 MB (png) | no | |

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text up to 40 | yes | |
| Remark | text up to 40 | no | |
| Rank | integer | auto | |

### Slip

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text up to 40 | yes | |

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| Not on the index | Book | \`book.title != 'Banned'\` | ON_THE_INDEX |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Reader | signed in |
| Keeper | named at installation |

| For | May | Reader | Keeper |
| --- | --- | --- | --- |
| Shelf | read | yes | yes |
| Shelf | create, update, delete | no | no |
| Book | read | yes | yes |
| Book | create, update | no | yes |
| Book | delete | no | no |
| Book | see Cipher | no | no |
| Note | read, create | yes | yes |
| Note | update, delete | no | no |
| Note | set Rank | no | yes |
| Slip | read, create | yes | yes |
| Slip | update, delete | no | no |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| ON_THE_INDEX | banned | 422 | This book is not lent here. |
`);
let desk: TestProduct;
let kim: string;
let rob: string;
before(async () => {
  desk = await start(source, { development: true, environment: {} });
  kim = await desk.person("Kim", "keeper");
  rob = await desk.person("Rob");
  process.env["TMPDIR"] = temporary;
});
beforeEach(async () => {
  await desk.owner("DELETE FROM public.book; DELETE FROM public.note; DELETE FROM writ.import");
});

type Sent = { readonly as?: string; readonly path?: string; readonly headers?: Readonly<Record<string, string>> };

const ask = async (body: string | Uint8Array, query: string, { as = kim, path = "book", headers = {} }: Sent = {}) =>
  fetch(`${desk.url}/import/v1/${path}?name=rows.csv&${query}`, {
    method: "POST",
    headers: { ...(as === "" ? {} : { authorization: `Bearer ${as}` }), ...headers },
    body: Buffer.from(body),
  });
type Line = {
  readonly progress?: number;
  readonly refused?: { readonly number: number; readonly cells: readonly string[] };
  readonly report?: {
    readonly created: number;
    readonly updated: number;
    readonly refused: number;
    readonly isKept: boolean;
    readonly problems: readonly {
      readonly row: number;
      readonly column?: string;
      readonly code: string;
      readonly message: string;
    }[];
  };
  readonly error?: { readonly code: string; readonly message: string };
};
const linesOf = (text: string): readonly Line[] =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
async function run(body: string | Uint8Array, query: string, sent: Sent = {}): Promise<Line> {
  const answer = await ask(body, query, sent);
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  assert.equal(answer.headers.get("content-type"), "application/x-ndjson; charset=utf-8");
  return linesOf(text).at(-1) ?? {};
}
async function refused(body: string | Uint8Array, query: string, sent: Sent = {}) {
  const answer = await ask(body, query, sent);
  const { code, message } = (await answer.json()) as { readonly code: string; readonly message: string };
  return { status: answer.status, code, message };
}
const count = async (table = "book") => (await desk.owner(`SELECT count(*)::int AS n FROM public.${table}`))[0]?.["n"];
const many = (rows: number) => `Title\n${Array.from({ length: rows }, (_, at) => `Book ${at}`).join("\n")}\n`;
const left = () => readdirSync(temporary).filter((name) => name.startsWith("writ-import-"));

test("a file is looked at, tried and imported, in the caller's name", async () => {
  const text = "Title,number,Something\nOne,N1,x\nTwo,,y\n";
  const look = await (await ask(text, "mode=look")).json();
  assert.deepEqual(look, {
    heads: ["Title", "number", "Something"],
    columns: [
      { head: "Title", field: "title" },
      { head: "number", field: "number" },
      { head: "Something", field: null },
    ],
    fields: [
      { id: "title", label: "Title", required: true, unique: false },
      { id: "number", label: "Number", required: false, unique: true },
      { id: "cipher", label: "Cipher", required: false, unique: true },
      { id: "pages", label: "Pages", required: false, unique: false },
      { id: "shelf", label: "Shelf", required: false, unique: false },
    ],
    sample: [
      ["One", "N1", "x"],
      ["Two", "", "y"],
    ],
    notes: ["the cells are separated by commas"],
  });
  const tried = await run(text, "mode=dry_run&ignore=Something");
  assert.deepEqual([tried.report?.created, tried.report?.isKept, await count()], [2, false, 0]);
  const done = await run(text, "mode=all_or_nothing&ignore=Something");
  assert.deepEqual([done.report?.created, done.report?.isKept, await count()], [2, true, 2]);
  assert.deepEqual(
    await desk.owner("SELECT DISTINCT u.email FROM public.book JOIN auth.users u ON u.id = book.created_by"),
    [{ email: "kim@example.test" }],
  );
  assert.deepEqual(left(), []);
});

test("all rows or none: the same file a second time is refused unless it is asked for, to each by themselves", async () => {
  const text = "Text\nHello\n";
  const notes = { path: "note" };
  await run(text, "mode=all_or_nothing", notes);
  const { status, code } = await refused(text, "mode=all_or_nothing", notes);
  assert.deepEqual([status, code], [409, "IMPORTED"]);
  assert.deepEqual((await refused(text, "mode=only_good", notes)).code, "IMPORTED");
  await run(text, "mode=all_or_nothing&how=again", notes);
  assert.equal(await count("note"), 2);
  // Another account hears nothing of it.
  await run(text, "mode=all_or_nothing", { ...notes, as: rob });
  assert.equal(await count("note"), 3);
  // What was not kept is not remembered.
  const wrong = `Text\n${"x".repeat(50)}\n`;
  assert.equal((await run(wrong, "mode=all_or_nothing", notes)).report?.isKept, false);
  assert.equal((await run(wrong, "mode=all_or_nothing", notes)).report?.isKept, false);
});

test("only good rows: progress, the refused ones as they were, and the report", async () => {
  const answer = await ask(
    `Title,Pages\n${Array.from({ length: 1200 }, (_, at) => `Book ${at},${at % 400 === 7 ? 0 : 9}`).join("\n")}\n`,
    "mode=only_good",
  );
  const lines = linesOf(await answer.text());
  assert.deepEqual(
    lines.flatMap(({ progress }) => progress ?? []),
    [500, 1000, 1200],
  );
  assert.deepEqual(
    lines.flatMap((line) => (line.refused ? [[line.refused.number, line.refused.cells]] : [])),
    [7, 407, 807].map((at) => [at + 2, [`Book ${at}`, "0"]]),
  );
  assert.deepEqual([lines.at(-1)?.report?.created, await count()], [1197, 1197]);
});

test("without an account, an offer or a right nothing is imported", async () => {
  const text = "Title\nOne\n";
  const ring = await desk.token({ role: "service_role" });
  assert.deepEqual((await refused(text, "mode=dry_run", { as: "" })).status, 401);
  assert.deepEqual((await refused(text, "mode=dry_run", { as: "nonsense" })).status, 401);
  assert.deepEqual((await refused(text, "mode=dry_run", { as: ring })).status, 403);
  // What no list offers is answered like what is not there.
  for (const path of ["shelf", "nothing", "user", "Book", "writ.import", "book%20"]) {
    const { status, code } = await refused("Name\nOne\n", "mode=all_or_nothing", { path });
    assert.deepEqual([status, code], [404, "PGRST205"], path);
  }
  // An offer is no right.
  const rows = await run(text, "mode=all_or_nothing", { as: rob });
  assert.deepEqual(
    rows.report?.problems.map(({ row, code }) => [row, code]),
    [[2, "FORBIDDEN"]],
  );
  await desk.owner("INSERT INTO public.book (title, number) VALUES ('One', 'N1')");
  const changed = await run("Number,Title\nN1,Mine\n", "mode=only_good&update_by=Number", { as: rob });
  assert.deepEqual([changed.report?.updated, changed.report?.refused], [0, 1]);
  assert.deepEqual(await desk.owner("SELECT title FROM public.book"), [{ title: "One" }]);
});

test("a list offers its columns to those whom it is for, and to no one else", async () => {
  const text = "Text,Remark\nHello,Loud\n";
  const own = await refused(text, "mode=all_or_nothing", { path: "note", as: rob });
  assert.deepEqual([own.status, own.message], [422, '"Remark" is no field of Note.']);
  const look = await (await ask(text, "mode=look", { path: "note", as: rob })).json();
  assert.deepEqual(
    (look as { readonly fields: readonly { readonly id: string }[] }).fields.map(({ id }) => id),
    ["text"],
  );
  assert.equal((await refused("Text\nHello\n", "mode=all_or_nothing", { path: "slip", as: rob })).status, 404);
  assert.equal(await count("note"), 0);
  assert.equal((await run(text, "mode=all_or_nothing", { path: "note" })).report?.created, 1);
  assert.equal((await run("Text\nHello\n", "mode=dry_run", { path: "slip" })).report?.created, 1);
  // What the system sets is set by those whom section 6 lets.
  await run("Text,Rank\nFirst,7\n", "mode=all_or_nothing", { path: "note" });
  assert.deepEqual(await desk.owner("SELECT rank FROM public.note WHERE text = 'First'"), [{ rank: "7" }]);
});

test("a row that a rule forbids is refused in the document's words, and none of its file is kept", async () => {
  const { report } = await run("Title\nOne\nBanned\n", "mode=all_or_nothing");
  assert.deepEqual(
    report?.problems.map(({ row, code, message }) => [row, code, message]),
    [[3, "ON_THE_INDEX", "This book is not lent here."]],
  );
  assert.deepEqual([report?.isKept, await count()], [false, 0]);
});

test("only what the list names may be a column, and no file", async () => {
  const secret = await refused("Title,Secret\nOne,x\n", "mode=all_or_nothing");
  assert.deepEqual([secret.status, secret.message], [422, '"Secret" is no field of Book.']);
  const mapped = await refused("Title,Other\nOne,x\n", "mode=all_or_nothing&map=Other=secret");
  assert.equal(mapped.message, '"secret" is no field of Book.');
  assert.match((await refused("Title,Cover\nOne,x\n", "mode=dry_run")).message, /"Cover" is no field of Book/);
  assert.equal(await count(), 0);
});

test("rows are found by no field that the list does not name, by no id, and by no value that is hidden", async () => {
  await desk.owner("INSERT INTO public.book (title, number, cipher, secret) VALUES ('One', 'N1', 'C1', 'S1')");
  const [row] = await desk.owner("SELECT id::text FROM public.book");
  for (const [by, text] of [
    ["id", `id,Title\n${String(row?.["id"])},Mine\n`],
    ["ID", `id,Title\n${String(row?.["id"])},Mine\n`],
    ["Secret", "Secret,Title\nS1,Mine\n"],
    ["Title", "Title\nOne\n"],
  ] as const)
    assert.equal((await refused(text, `mode=only_good&update_by=${by}`)).status, 422, by);
  // Nor is it said that there is such a field.
  assert.equal(
    (await refused("Title\nOne\n", "mode=only_good&update_by=Secret")).message,
    '"Secret" is no field of Book.',
  );
  // It may be written and not be seen: nothing is found by it.
  const { report } = await run("Cipher,Title\nC1,Mine\n", "mode=only_good&update_by=Cipher");
  assert.equal(report?.updated, 0);
  assert.deepEqual(await desk.owner("SELECT title FROM public.book"), [{ title: "One" }]);
});

test("a workbook is imported; a file of more rows than there may be is not begun", async () => {
  const cell = (text: string) => `<c t="str"><v>${text}</v></c>`;
  const sheet = zipOf(workbook(`<row r="1">${cell("Title")}</row><row r="2">${cell("One")}</row>`));
  const answer = await fetch(`${desk.url}/import/v1/book?mode=all_or_nothing&name=Books.XLSX`, {
    method: "POST",
    headers: { authorization: `Bearer ${kim}` },
    body: Buffer.from(sheet),
  });
  assert.equal(answer.status, 200, await answer.text());
  assert.equal(await count(), 1);
  const { status, message } = await refused(`Title\n${"a\n".repeat(100_001)}`, "mode=only_good");
  assert.equal(status, 422);
  assert.match(message, /more than 100000 rows/);
  assert.equal(await count(), 1);
});

test("a NUL character, which no row can hold, is wrong at its cell and stops no other row", async () => {
  const wrong = "Title,Number,Shelf,Rest\nA\0b,1,,\nKept,2,,\nA,3,Y\0Z,\nB,4\0,,\nKept too,5,,\0\n";
  const { report } = await run(wrong, "mode=only_good&ignore=Rest&update_by=Number");
  assert.deepEqual([report?.created, report?.refused, await count()], [2, 3, 2]);
  assert.deepEqual(
    report?.problems.map(({ row, column, code }) => [row, column, code]),
    [
      [2, "Title", "INVALID"],
      [4, "Shelf", "INVALID"],
      [5, "Number", "INVALID"],
    ],
  );
});

test("a zip bomb, another kind of file than its name says, and a forged type are refused", async () => {
  const bomb = zipOf(workbook("", { shared: `<si><t>${"x".repeat(900_000)}</t></si>`.repeat(60) }));
  const asWorkbook = "mode=dry_run&name=rows.xlsx";
  const sent = async (body: Uint8Array | string, query: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${desk.url}/import/v1/book?${query}`, {
      method: "POST",
      headers: { authorization: `Bearer ${kim}`, ...headers },
      body: Buffer.from(body),
    });
  const answer = await sent(bomb, asWorkbook);
  assert.equal(answer.status, 422);
  assert.match(await answer.text(), /far too large when it is unpacked/);
  assert.match(await (await sent("Title\nOne\n", asWorkbook)).text(), /no Excel workbook/);
  assert.match(await (await sent(zipOf(workbook("")), "mode=dry_run&name=rows.csv")).text(), /no CSV/);
  assert.equal((await sent("Title\nOne\n", "mode=dry_run&name=rows.html")).status, 422);
  assert.equal((await sent("Title\nOne\n", "mode=dry_run&name=")).status, 422);
  // What a client says of the type decides nothing.
  const forged = { "content-type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" };
  const { report } = linesOf(await (await sent("Title\nOne\n", "mode=dry_run&name=a.csv", forged)).text()).at(-1) ?? {};
  assert.equal(report?.created, 1);
  const form = { "content-type": "multipart/form-data; boundary=x" };
  assert.equal(
    (
      await sent(
        '--x\r\nContent-Disposition: form-data; name="f"\r\n\r\nTitle\r\n--x--',
        "mode=dry_run&name=a.csv",
        form,
      )
    ).status,
    422,
  );
  assert.deepEqual(left(), []);
});

/** A request that is still being sent. */
function begin(query: string, headers: Readonly<Record<string, string>> = {}) {
  const sent = request(`${desk.url}/import/v1/book?name=rows.csv&${query}`, {
    method: "POST",
    headers: { authorization: `Bearer ${kim}`, ...headers },
  });
  const answer = new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
    sent.on("response", (response) => {
      let text = "";
      response.on("data", (piece) => (text += String(piece)));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
      response.on("error", reject);
    });
    sent.on("error", reject);
  });
  answer.catch(() => undefined);
  return { sent, answer };
}

test("a file that is too large is refused before it is all there, and nothing of it is left", async () => {
  const announced = begin("mode=look", { "content-length": String(51 * 2 ** 20) });
  announced.sent.write("Title\n");
  const { status, text } = await announced.answer;
  assert.equal(status, 413);
  assert.match(text, /larger than 50 MB/);
  announced.sent.destroy();
  const endless = begin("mode=all_or_nothing", { "transfer-encoding": "chunked" });
  const piece = Buffer.alloc(2 ** 20, "x\n");
  const send = () => {
    while (!endless.sent.destroyed && endless.sent.write(piece));
    endless.sent.once("drain", send);
  };
  send();
  assert.equal((await endless.answer).status, 413);
  endless.sent.destroy();
  await eventually(() => left().length === 0, "nothing is left");
});

test("a request that is cut off leaves no file, and only its own account waits for it", async () => {
  const open = begin("mode=look", { "transfer-encoding": "chunked" });
  open.sent.write("Title\n");
  await eventually(() => left().length === 1, "it arrives");
  const folder = join(temporary, left()[0] ?? "");
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  await eventually(() => readdirSync(folder).length === 1, "its file is there");
  assert.equal(statSync(join(folder, "rows")).mode & 0o777, 0o600);
  const second = await ask("Title\nOne\n", "mode=look");
  assert.deepEqual([second.status, second.headers.get("retry-after")], [429, "5"]);
  assert.equal((await ask("Text\nOne\n", "mode=look", { as: rob, path: "note" })).status, 200);
  open.sent.destroy();
  await eventually(() => left().length === 0, "nothing is left");
  assert.equal((await ask("Title\nOne\n", "mode=look")).status, 200);
});

test("who is signed out while their file arrives imports nothing", async () => {
  const [row] = await desk.owner(
    `INSERT INTO auth.sessions (id, user_id, refresh_key) SELECT gen_random_uuid(), id, 'none' FROM auth.users
     WHERE email = 'kim@example.test' RETURNING id, user_id`,
  );
  const as = await desk.token({ sub: row?.["user_id"], session_id: row?.["id"] });
  const open = begin("mode=all_or_nothing", { authorization: `Bearer ${as}`, "transfer-encoding": "chunked" });
  open.sent.write("Title\n");
  await eventually(() => left().length === 1, "it arrives");
  await desk.owner("DELETE FROM auth.sessions WHERE id = $1", [row?.["id"]]);
  await eventually(
    async () =>
      (await fetch(`${desk.url}/rest/v1/book`, { headers: { authorization: `Bearer ${as}` } })).status === 401,
    "the server has heard of it",
  );
  open.sent.end("One\n");
  const { status, text } = await open.answer;
  assert.equal(status, 401);
  assert.match(text, /NOT_SIGNED_IN/);
  assert.deepEqual([await count(), left()], [0, []]);
});

test("one import of an account, two of all, in all processes", async () => {
  const busy = await desk.database.connect();
  await busy.query("SELECT pg_advisory_lock(7765864, 1), pg_advisory_lock(7765864, 2)");
  const all = await refused("Title\nOne\n", "mode=dry_run");
  assert.deepEqual([all.status, all.code], [429, "BUSY"]);
  await busy.query("SELECT pg_advisory_unlock_all()");
  const [{ id }] = (await desk.owner("SELECT id::text FROM auth.users WHERE email = 'kim@example.test'")) as [
    { id: string },
  ];
  await busy.query("SELECT pg_advisory_lock(7765863, hashtext($1))", [`authenticated ${id}`]);
  const own = await refused("Title\nOne\n", "mode=dry_run");
  assert.match(own.message, /another import of this account/i);
  assert.equal((await ask("Text\nOne\n", "mode=dry_run", { as: rob, path: "note" })).status, 200);
  await busy.end();
});

/** Reads until so much is done, and goes away. */
async function abort(query: string, rows: number, until: number): Promise<void> {
  const gone = new AbortController();
  const answer = await fetch(`${desk.url}/import/v1/book?name=rows.csv&${query}`, {
    method: "POST",
    headers: { authorization: `Bearer ${kim}` },
    body: many(rows),
    signal: gone.signal,
  });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = ""; !text.includes(`"progress":${until}`);) text += (await reader?.read())?.value ?? "";
  gone.abort();
  const connections = "SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'writ import'";
  await eventually(async () => (await desk.owner(connections))[0]?.["n"] === 0 && left().length === 0, "it has ended");
}

test("a client that goes away ends its import: nothing is kept, or the batches before, which go on later", async () => {
  const rows = 6000;
  await abort("mode=all_or_nothing", rows, 500);
  assert.equal(await count(), 0);
  await abort("mode=dry_run", rows, 500);
  await abort("mode=only_good", rows, 500);
  const already = Number(await count());
  assert.ok(already >= 500 && already < rows, String(already));
  const { code } = await refused(many(rows), "mode=only_good");
  assert.equal(code, "CUT_OFF");
  assert.equal((await refused(many(rows), "mode=all_or_nothing")).code, "CUT_OFF");
  const { report } = await run(many(rows), "mode=only_good&how=continue");
  assert.deepEqual([report?.created, await count()], [rows, rows]);
});

test("what a killed process has left behind goes when the next one starts", async () => {
  const old = join(temporary, "writ-import-old");
  const fresh = join(temporary, "writ-import-fresh");
  for (const path of [old, fresh]) mkdirSync(path);
  const { removeLeftBehind } = await import("./receive.ts");
  await removeLeftBehind(statSync(old).mtimeMs + 80_000_000);
  assert.deepEqual(left().length, 2);
  await removeLeftBehind(statSync(old).mtimeMs + 90_000_000);
  assert.deepEqual(left(), []);
  // A server starts too where there is no such folder.
  process.env["TMPDIR"] = join(temporary, "none");
  try {
    await removeLeftBehind(0);
  } finally {
    process.env["TMPDIR"] = temporary;
  }
});
