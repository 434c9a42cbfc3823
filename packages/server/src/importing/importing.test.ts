// Rows of files into a product that is there: what they become, what is refused, and by whose rights; long because it is all of one document.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, beforeEach, test } from "node:test";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products, type TestProduct } from "../testing/product.ts";
import { workbook, zipOf } from "./testing/workbook.ts";
import { ImportRefused, importRows, type ImportOptions } from "./index.ts";

const start = products();
const { source } = completeDocument(`## 3. Entities and their fields

### Shelf

- Shown as: \`shelf.name\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 40 | yes | |
| Code | text up to 10 unique | no | |
| Within | reference to Shelf | no | |

### Book

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 40 | yes | |
| Number | text up to 20 unique | no | |
| Pages | integer 1 to 5000 | no | |
| Price | money 0 to 500 | no | |
| Discount | percent | no | |
| Bought | date | no | |
| Lent at | datetime | no | |
| Lent | yes/no | no | yes |
| Kind | one of: novel, long poem | no | |
| Shelf | reference to Shelf | no | |
| Secret | text up to 20 | no | |
| Cover | image up to 1 MB (png) | no | |
| Papers | files up to 3 (txt) | no | |

## 5. Validation rules

| Rule | For | On | When | Must hold | Otherwise | At |
| --- | --- | --- | --- | --- | --- | --- |
| Long novels | Book | create, update | \`book.kind == 'novel' and book.pages != null\` | \`book.pages >= 50\` | TOO_THIN | Pages |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Reader | signed in |
| Keeper | named at installation |

| Condition | For | Holds when |
| --- | --- | --- |
| open | Shelf | \`shelf.code != 'CELLAR'\` |

| For | May | Reader | Keeper |
| --- | --- | --- | --- |
| Shelf | read | open | open |
| Shelf | create, update, delete | no | no |
| Book | read | yes | yes |
| Book | create | no | yes |
| Book | update | no | yes |
| Book | delete | no | no |
| Book | set Secret | no | no |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| TOO_THIN | A novel is thin | 422 | A novel has at least 50 pages. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
| Currency | EUR |
| Languages | de |
| Time zone | Europe/Berlin |
`);
let desk: TestProduct;
before(async () => {
  desk = await start(source);
  await desk.person("Kim", "keeper");
  await desk.person("Rob");
});
beforeEach(async () => {
  await desk.owner("DELETE FROM public.book; DELETE FROM public.shelf; DELETE FROM writ.import");
});

const file = (text: string | Uint8Array, name = "rows.csv"): string => {
  const path = join(desk.folder, name);
  writeFileSync(path, text);
  return path;
};
const run = async (text: string | Uint8Array, options: Partial<ImportOptions> = {}) =>
  importRows({
    database: desk.database,
    path: file(text),
    entity: "Book",
    map: [],
    ignore: [],
    as: undefined,
    updateBy: undefined,
    mode: "all or nothing",
    how: "new",
    ...options,
  });
const books = async (columns = "title") => desk.owner(`SELECT ${columns} FROM public.book ORDER BY title`);
const told = ({ problems }: Awaited<ReturnType<typeof run>>) =>
  problems.map(({ row, column, code }) => [row, column, code]);

test("values are read as people write them in the document's language", async () => {
  await desk.owner("INSERT INTO public.shelf (name, code) VALUES ('Links oben', 'A1'), ('Rechts', 'B2')");
  const report = await run(
    `titel;Pages;PRICE;discount;bought;lent_at;Lent;Kind;Shelf\r\n` +
      `"Äpfel; rot";1.200;"1.234,50 €";12,5 %;09.03.2026;9. März 2026, 14:30;nein;Long Poem;a1\r\n`.replace(
        "1.234,50",
        "234,50",
      ) +
      `=1+1;60;0,5;;2026-01-02;2026-01-02T10:00:00Z;;;Links oben\r\n`,
    { map: ["Titel=Title"] },
  ).catch(async (failure: unknown) => Promise.reject(failure));
  assert.deepEqual(told(report), [[2, "Shelf", "INVALID"]]);
  assert.deepEqual(await books(), []);
  const again = await run(
    `titel;Pages;PRICE;discount;bought;lent_at;Lent;Kind;Shelf\n` +
      `"Äpfel; rot";1.200;234,50 €;12,5 %;09.03.2026;9. März 2026, 14:30;nein;Long Poem;A1\n` +
      `=1+1;60;0,5;;2026-01-02;2026-01-02T10:00:00Z;;;Links oben\n`,
    { map: ["Titel=Title"] },
  );
  assert.deepEqual([told(again), again.created, again.isKept], [[], 2, true]);
  assert.deepEqual(
    await desk.owner(
      `SELECT title, pages::text, price::text, discount::text, bought::text, lent_at AT TIME ZONE 'UTC' || '' AS at, lent, kind,
       (SELECT name FROM public.shelf WHERE id = shelf) AS shelf FROM public.book ORDER BY title DESC`,
    ),
    [
      {
        title: "Äpfel; rot",
        pages: "1200",
        price: "234.50",
        discount: "0.125",
        bought: "2026-03-09",
        at: "2026-03-09 13:30:00",
        lent: false,
        kind: "long_poem",
        shelf: "Links oben",
      },
      {
        title: "=1+1",
        pages: "60",
        price: "0.50",
        discount: null,
        bought: "2026-01-02",
        at: "2026-01-02 10:00:00",
        lent: true,
        kind: null,
        shelf: "Links oben",
      },
    ],
  );
});

test("all or nothing tells every error by row and column in the document's words, and keeps nothing", async () => {
  const report = await run(
    'Title,Pages,Kind,Price\nGood,60,novel,1\nThin,3,novel,1\n,5,,1\nMany,viele,,1\nLarge,6000,,1\nExact,1,,"1,234"\nKind,1,essay,1\n',
  );
  assert.deepEqual(
    told(report),
    [
      [5, "Pages", "INVALID"],
      [8, "Kind", "INVALID"],
      [3, "Pages", "TOO_THIN"],
      [4, "Title", "REQUIRED"],
      [6, "Pages", "INVALID"],
      [7, "Price", "INVALID"],
    ].toSorted((a, b) => Number(a[0]) - Number(b[0])),
  );
  assert.equal(report.problems.find(({ code }) => code === "TOO_THIN")?.message, "A novel has at least 50 pages.");
  assert.deepEqual([report.refused, report.isKept, (await books()).length], [6, false, 0]);
  const dry = await run("Title,Pages\nGood,60\n", { mode: "dry run" });
  assert.deepEqual([dry.created, dry.isKept, (await books()).length], [1, false, 0]);
  assert.deepEqual(dry.preview, [{ row: 2, values: { Title: "Good", Pages: "60" } }]);
  const mixed = await run("Title,Pages\n,60\nGood,60\n", { mode: "dry run" });
  assert.deepEqual([mixed.created, mixed.preview], [1, [{ row: 3, values: { Title: "Good", Pages: "60" } }]]);
});

test("only the good rows, and the others as they were written", async () => {
  const kept: unknown[] = [];
  const report = await run(
    `Title,Pages\n${Array.from({ length: 1200 }, (_, at) => `Book ${at},${at % 400 === 7 ? "0" : at + 1}`).join("\n")}\n`,
    {
      mode: "only good",
      keepRefused: async (heads, rows) => {
        for await (const { number, cells } of rows) kept.push([number, ...cells]);
        assert.deepEqual(heads, ["Title", "Pages"]);
      },
    },
  );
  assert.deepEqual([report.created, report.refused, (await books()).length], [1197, 3, 1197]);
  assert.deepEqual(kept, [
    [9, "Book 7", "0"],
    [409, "Book 407", "0"],
    [809, "Book 807", "0"],
  ]);
});

test("columns that mean nothing, or what the system sets, are said and left out by name alone", async () => {
  const refused = async (text: string, options: Partial<ImportOptions> = {}) =>
    run(text, options).then(
      () => "",
      (failure: unknown) => (failure instanceof ImportRefused ? failure.message : String(failure)),
    );
  assert.match(await refused("Title,Pagse\na,1\n"), /"Pagse" is no field of Book\. Did you mean "Pages"\?/);
  assert.match(await refused("Title,Created at\na,1\n"), /Created at is set by the system/);
  assert.match(await refused("Title,title\na,1\n"), /both for Title/);
  assert.match(await refused("Title\na\n", { ignore: ["Other"] }), /no column "Other"/);
  assert.match(await refused("Title\na\n", { entity: "Bok" }), /Did you mean "Book"\?/);
  assert.match(await refused("Title\na\n", { as: "no@example.test" }), /no account/);
  assert.match(await refused("Title\na\n", { updateBy: "Title" }), /Title is not unique/);
  assert.match(await refused('Title\n"a\n'), /never closed/);
  assert.match(await refused(""), /no line with the names/);
  const report = await run("Title,Other\na,1\n", { ignore: ["other"] });
  assert.deepEqual([report.created, report.ignored], [1, ["Other"]]);
  const alike = await run("Title,title\nKept,Left out\n", { ignore: ["title"] });
  assert.deepEqual([alike.created, alike.ignored], [1, ["title"]]);
  assert.deepEqual(alike.preview, [{ row: 2, values: { Title: "Kept" } }]);
});

test("rows that are there are changed in the given columns, others are new", async () => {
  await desk.owner(
    "INSERT INTO public.book (title, number, pages, lent) VALUES ('One', 'N1', 60, false), ('Two', 'N2', 70, false)",
  );
  const report = await run("Number,Pages\nN1,100\nN2,\nN3,5\nN1,101\n", { updateBy: "number", map: [] });
  assert.deepEqual(told(report), [[4, undefined, "REQUIRED"]]);
  const good = await run("Number,Pages,Title\nN1,100,One\nN2,,Two\nN3,5,Three\nN3,6,Three\n", { updateBy: "Number" });
  assert.deepEqual([good.created, good.updated], [1, 3]);
  assert.deepEqual(good.preview[1], { row: 3, values: { Number: "N2", Title: "Two" } });
  assert.deepEqual(await books("title, number, pages::int, lent"), [
    { title: "One", number: "N1", pages: 100, lent: false },
    { title: "Three", number: "N3", pages: 6, lent: true },
    { title: "Two", number: "N2", pages: null, lent: false },
  ]);
});

test("rows may name earlier ones of the same file; what is unknown or ambiguous is refused at its column", async () => {
  const report = await run("Name,Within\nHouse,\nRoom,House\nBox,Room\nRoom,House\nBag,Room\nCup,Nowhere\n", {
    entity: "shelf",
  });
  assert.deepEqual(told(report), [
    [6, "Within", "INVALID"],
    [7, "Within", "INVALID"],
  ]);
  const good = await run("Name,Within\nHouse,\nRoom,House\nBox,Room\n", { entity: "Shelf" });
  assert.deepEqual([good.created, good.isKept], [3, true]);
});

test("a person imports with their rights and no other", async () => {
  await desk.owner("INSERT INTO public.shelf (name, code) VALUES ('Cellar', 'CELLAR'), ('Attic', 'ATTIC')");
  const as = async (name: string, text: string, options: Partial<ImportOptions> = {}) => {
    const report = await run(text, { as: `${name}@example.test`, ...options });
    return told(report);
  };
  assert.deepEqual(await as("rob", "Title\na\nb\n"), [
    [2, undefined, "FORBIDDEN"],
    [3, undefined, "FORBIDDEN"],
  ]);
  assert.deepEqual(await as("kim", "Title,Secret\na,x\nb,\n"), [[2, "Secret", "FORBIDDEN"]]);
  assert.deepEqual(await as("kim", "Title,Shelf\na,Cellar\nb,Attic\nc,CELLAR\n"), [
    [2, "Shelf", "INVALID"],
    [4, "Shelf", "INVALID"],
  ]);
  await desk.owner("INSERT INTO public.book (title, number) VALUES ('One', 'N1')");
  assert.deepEqual(await as("rob", "Number,Title\nN1,Mine\n", { updateBy: "Number" }), [[2, undefined, "FORBIDDEN"]]);
  assert.deepEqual(await books(), [{ title: "One" }]);
  assert.deepEqual(await as("kim", "Title\na\nb\n"), []);
  assert.deepEqual(
    await desk.owner("SELECT DISTINCT u.email FROM public.book b JOIN auth.users u ON u.id = b.created_by"),
    [{ email: "kim@example.test" }],
  );
});

test("a workbook is imported, and its rows are changed by their id", async () => {
  const styles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="9"/></cellXfs>';
  const cell = (text: string) => `<c t="str"><v>${text}</v></c>`;
  const rows = (...list: readonly string[]) => list.map((cells, at) => `<row r="${at + 1}">${cells}</row>`).join("");
  const numbers = '<c><v>1200</v></c><c s="1"><v>46090</v></c><c s="2"><v>0.125</v></c>';
  const heads = ["Title", "Pages", "Bought", "Discount"].map(cell).join("");
  const made = await run(zipOf(workbook(rows(heads, `${cell("One")}${numbers}`), { styles })));
  assert.deepEqual([told(made), made.created], [[], 1]);
  const [book] = await books("id::text, pages::int, bought::text, discount::text");
  assert.deepEqual({ ...book, id: "" }, { id: "", pages: 1200, bought: "2026-03-09", discount: "0.125" });
  const changed = await run(`id,Pages\n${String(book?.["id"])},7\n${crypto.randomUUID()},8\nx,9\n`, { updateBy: "id" });
  assert.deepEqual(told(changed), [
    [3, undefined, "INVALID"],
    [4, undefined, "INVALID"],
  ]);
  await run(`id,Pages\n${String(book?.["id"])},7\n`, { updateBy: "id" });
  assert.deepEqual(await books("title, pages::int"), [{ title: "One", pages: 7 }]);
});

test("what is not UTF-8 is read as Windows-1252, and said", async () => {
  const report = await run(Buffer.from("Title\nCaf\xe9 \x80\n", "latin1"));
  assert.deepEqual(await books(), [{ title: "Café €" }]);
  assert.ok(
    report.notes.some((note) => note.includes("Windows-1252")),
    report.notes.join(),
  );
  await run(Buffer.from("\ufeffTitle\tPages\r\nTab\t5\r\n", "utf16le"));
  assert.deepEqual(await books("title, pages::int"), [
    { title: "Café €", pages: null },
    { title: "Tab", pages: 5 },
  ]);
});

test("files come out of their folder, with the rights of the caller, and from nowhere else", async () => {
  const folder = join(desk.folder, "attached");
  mkdirSync(join(folder, "in"), { recursive: true });
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  writeFileSync(join(folder, "in", "Äpfel & Birnen.png"), png);
  writeFileSync(join(folder, "a.txt"), "a");
  writeFileSync(join(folder, "no.png"), "a program");
  writeFileSync(join(desk.folder, "secret.txt"), "secret");
  symlinkSync(join(desk.folder, "secret.txt"), join(folder, "link.txt"));
  const kept = join(desk.folder, "files");
  const options = { as: "kim@example.test", files: { folder, kept } };
  const good = await run("Title,Cover,Papers\nOne,in/Äpfel & Birnen.png,a.txt; in/../a.txt\n", options);
  assert.deepEqual([told(good), good.created], [[], 1]);
  const [book] = await desk.owner("SELECT id::text, cover, papers FROM public.book");
  const cover = String(book?.["cover"]);
  assert.match(cover, new RegExp(`^${String(book?.["id"])}/[0-9a-f-]{36}/=C3=84pfel=20=26=20Birnen\\.png$`));
  assert.ok(Array.isArray(book?.["papers"]) && book["papers"].length === 2);
  const [object] = await desk.owner("SELECT version::text, owner::text FROM storage.objects WHERE name = $1", [cover]);
  const version = String(object?.["version"]);
  assert.ok(existsSync(join(kept, version.slice(0, 2), version)) && object?.["owner"] !== null);
  const wrong = await run(
    `Title,Cover,Papers\na,,../secret.txt\nb,,${join(desk.folder, "secret.txt")}\nc,,link.txt\nd,,none.txt\ne,no.png,\nf,,in\n`,
    options,
  );
  assert.deepEqual(
    told(wrong),
    [2, 3, 4, 5, 6, 7].map((row) => [row, row === 6 ? "Cover" : "Papers", "INVALID"]),
  );
  assert.ok(!JSON.stringify(wrong.problems).includes("a program"));
  const objects = async () => (await desk.owner("SELECT count(*)::int AS n FROM storage.objects"))[0]?.["n"];
  const known = await objects();
  await run("Title,Cover\nTwo,in/Äpfel & Birnen.png\n", { ...options, mode: "dry run" });
  assert.deepEqual(told(await run("Title,Papers\nTwo,a.txt\n", { ...options, as: "rob@example.test" })), [
    [2, "Papers", "INVALID"],
  ]);
  assert.equal(await objects(), known);
});
