// Measures how many rows a minute `writ import` brings in: an entity with two rules and a reference, by each way.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compile } from "../packages/language/src/compile.ts";
import { completeDocument } from "../packages/language/src/testing/run-cases.ts";
import { applyDocument } from "../packages/server/src/applying/index.ts";
import { importRows, type ImportOptions } from "../packages/server/src/importing/index.ts";
import { openDatabase } from "../packages/server/src/postgres/index.ts";

const rows = Number(process.argv[2] ?? 100_000);

const { source } = completeDocument(`## 3. Entities and their fields

### Shelf

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 40, unique | yes | |

### Book

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 80 | yes | |
| Pages | integer 1 to 5000 | no | |
| Price | money 0 to 500 | no | |
| Bought | date | no | |
| Shelf | reference to Shelf | no | |

## 5. Validation rules

| Rule | For | On | When | Must hold | Otherwise | At |
| --- | --- | --- | --- | --- | --- | --- |
| Not too thin | Book | create, update | \`book.pages != null\` | \`book.pages >= 5\` | TOO_THIN | Pages |
| Thick is dated | Book | create, update | \`book.pages != null\` | \`book.pages < 4000 or book.bought != null\` | NO_DATE | Bought |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| TOO_THIN | A book is thin | 422 | A book has at least 5 pages. |
| NO_DATE | A thick book has no date | 422 | A thick book has a date. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Currency | EUR |
`);

const ways: readonly (readonly [name: string, everyWrong: number, mode: ImportOptions["mode"]])[] = [
  ["all or nothing", 0, "all or nothing"],
  ["only good, all good", 0, "only good"],
  ["only good, one in 1,000 wrong", 1000, "only good"],
  ["dry run", 0, "dry run"],
];

const folder = mkdtempSync(join(tmpdir(), "writ-bench-importing-"));
try {
  const database = await openDatabase({ folder: join(folder, "data") });
  const client = await database.connect();
  await applyDocument(client, source, compile(source), (before) => compile(before));
  await client.query("INSERT INTO public.shelf (name) SELECT 'Shelf ' || n FROM generate_series(1, 1000) n");
  for (const [name, wrong, mode] of ways) {
    await client.query("DELETE FROM public.book");
    const lines = Array.from(
      { length: rows },
      (_, at) =>
        `Book ${at},${wrong > 0 && at % wrong === wrong - 1 ? 1 : 5 + (at % 3000)},${(at % 400) + 3}.50,2026-03-0${1 + (at % 9)},Shelf ${1 + (at % 1000)}`,
    );
    const path = join(folder, "books.csv");
    writeFileSync(path, `Title,Pages,Price,Bought,Shelf\n${lines.join("\n")}\n`);
    const began = performance.now();
    const { created, refused } = await importRows({
      database,
      path,
      entity: "Book",
      map: [],
      ignore: [],
      as: undefined,
      updateBy: undefined,
      mode,
      how: "new",
    });
    const minutes = (performance.now() - began) / 60_000;
    const memory = Math.round(process.memoryUsage().rss / 2 ** 20);
    console.log(
      `${name}: ${Math.round(rows / minutes).toLocaleString("en")} rows a minute (${created} created, ${refused} refused, ${memory} MB)`,
    );
  }
  await client.end();
  await database.stop();
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
