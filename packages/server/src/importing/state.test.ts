// What is known of imports: of all rows as of good ones, for each account that imports, in the transaction of the rows.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, beforeEach, test } from "node:test";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products, type TestProduct } from "../testing/product.ts";
import { ImportRefused, importRows, type ImportOptions } from "./index.ts";

const start = products();
const { source } = completeDocument(`## 3. Entities and their fields

### Item

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Number | integer 1 to 100 | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Reader | signed in |

| For | May | Reader |
| --- | --- | --- |
| Item | create, read | yes |
| Item | update, delete | no |
`);
let desk: TestProduct;
before(async () => {
  desk = await start(source);
  await desk.person("Kim");
});
beforeEach(async () => {
  await desk.owner("DELETE FROM public.item; DELETE FROM writ.import");
});

const run = async (text: string, options: Partial<ImportOptions> = {}) => {
  const path = join(desk.folder, "rows.csv");
  writeFileSync(path, text);
  return importRows({
    database: desk.database,
    path,
    entity: "Item",
    map: [],
    ignore: [],
    as: undefined,
    updateBy: undefined,
    mode: "all or nothing",
    how: "new",
    ...options,
  });
};
const code = async (text: string, options: Partial<ImportOptions> = {}) =>
  run(text, options).then(
    () => "done",
    (failure: unknown) => (failure instanceof ImportRefused ? failure.code : String(failure)),
  );
const known = async () => desk.owner("SELECT importer, rows::int, ended_at IS NOT NULL AS ended FROM writ.import");
const count = async () => (await desk.owner("SELECT count(*)::int AS n FROM public.item"))[0]?.["n"];

test("all rows are remembered with them, and nothing that was not kept", async () => {
  assert.equal((await run("Number\n1\n0\n")).isKept, false);
  await run("Number\n1\n", { mode: "dry run" });
  await run("Number\n1\n");
  assert.deepEqual(await known(), [{ importer: "service_role ", rows: 1, ended: true }]);
  assert.equal(await code("Number\n1\n"), "IMPORTED");
  assert.equal(await code("Number\n1\n", { mode: "only good" }), "IMPORTED");
  // A dry run asks what would come of the rows.
  assert.equal(await code("Number\n1\n", { mode: "dry run" }), "done");
  assert.equal(await code("Number\n1\n", { how: "again" }), "done");
  assert.equal(await code("Number\n1\n", { mode: "only good", how: "again" }), "done");
  assert.deepEqual([(await known()).length, await count()], [1, 3]);
});

test("what one imports is another import than the same file of another", async () => {
  assert.equal(await code("Number\n1\n"), "done");
  assert.equal(await code("Number\n1\n", { as: "kim@example.test" }), "done");
  assert.equal(await code("Number\n1\n", { as: "kim@example.test" }), "IMPORTED");
  assert.equal((await known()).length, 2);
});

test("an import that is ended leaves nothing, or its batches", async () => {
  const rows = `Number\n${Array.from({ length: 1200 }, (_, at) => (at % 100) + 1).join("\n")}\n`;
  const ending = (mode: ImportOptions["mode"]) => {
    const end = new AbortController();
    return { mode, signal: end.signal, progress: () => end.abort() };
  };
  assert.match(await code(rows, ending("all or nothing")), /AbortError/);
  assert.equal(await count(), 0);
  assert.match(await code(rows, ending("only good")), /AbortError/);
  assert.equal(await count(), 500);
  assert.equal(await code(rows), "CUT_OFF");
  assert.equal(await code(rows, { how: "continue" }), "INVALID");
  // Of a file that was corrected meanwhile its first rows would be there twice.
  assert.equal(await code(`${rows}7\n`, { mode: "only good", how: "continue" }), "INVALID");
  assert.equal(await count(), 500);
  await run(rows, { mode: "only good", how: "continue" });
  assert.equal(await count(), 1200);
  // Where nothing was cut off there is nothing to mistake it for.
  assert.equal(await code("Number\n7\n", { mode: "only good", how: "continue" }), "done");
});

test("refused rows are given away once: an import that goes on after its end writes no empty file over them", async () => {
  const given: unknown[][] = [];
  const options: Partial<ImportOptions> = {
    mode: "only good",
    keepRefused: async (_heads, rows) => {
      given.push((await Array.fromAsync(rows)).map(({ number }) => number));
    },
  };
  await run("Number\n1\n0\n", options);
  const again = await run("Number\n1\n0\n", { ...options, how: "continue" });
  assert.deepEqual(given, [[3]]);
  assert.deepEqual([again.created, again.refused, await count()], [1, 1, 1]);
});
