// Sequence numbers of imported rows: taken for many rows at once, and still without a gap.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, beforeEach, test } from "node:test";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { eventually } from "../../../language/src/testing/eventually.ts";
import { products, type TestProduct } from "../testing/product.ts";
import { importRows, type ImportOptions } from "./index.ts";

const start = products();
const { source } = completeDocument(`## 3. Entities and their fields

### Box

- Shown as: \`box.name\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 20 unique | yes | |

### Item

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Box | belongs to Box | yes | |
| Code | sequence number \`A-{000}\` | auto | |
| Place | sequence number \`{0}\` per Box | auto | |
| Size | integer 1 to 9000 | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Keeper | signed in |

| For | May | Keeper |
| --- | --- | --- |
| Box | create, read | yes |
| Box | update, delete | no |
| Item | create, read | yes |
| Item | update, delete | no |
`);
let desk: TestProduct;
let keeper: string;
before(async () => {
  desk = await start(source);
  keeper = await desk.person("Kim");
  await desk.owner("INSERT INTO public.box (name) VALUES ('left'), ('right')");
});
beforeEach(async () => {
  await desk.owner("DELETE FROM public.item; DELETE FROM writ.sequence; DELETE FROM writ.import");
});

const rows = (sizes: readonly number[]) =>
  `Box,Size\n${sizes.map((size, at) => `${at % 3 === 0 ? "left" : "right"},${size}`).join("\n")}\n`;
const run = async (text: string, options: Partial<ImportOptions> = {}) => {
  const path = join(desk.folder, "rows.csv");
  writeFileSync(path, text);
  return importRows({
    database: desk.database,
    path,
    entity: "Item",
    map: [],
    ignore: [],
    as: "kim@example.test",
    updateBy: undefined,
    mode: "all or nothing",
    how: "new",
    ...options,
  });
};
const numbers = async () =>
  desk.owner(
    "SELECT i.code, i.place, b.name AS box FROM public.item i JOIN public.box b ON b.id = i.box ORDER BY i.size",
  );
const expected = (boxes: readonly string[]) => {
  const places = new Map<string, number>();
  return boxes.map((box, at) => {
    places.set(box, (places.get(box) ?? 0) + 1);
    return { code: `A-${String(at + 1).padStart(3, "0")}`, place: String(places.get(box)), box };
  });
};
const create = async () =>
  fetch(`${desk.url}/rest/v1/item?select=code,place`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${keeper}`,
      "content-type": "application/json",
      prefer: "return=representation",
    },
    body: JSON.stringify({
      box: (await desk.owner("SELECT id FROM public.box WHERE name = 'left'"))[0]?.["id"],
      size: 1,
    }),
  }).then(async (answer) => (await answer.json()) as unknown);

test("rows that are refused take no number, and the next row has the next one", async () => {
  const sizes = Array.from({ length: 1200 }, (_, at) => (at % 250 === 7 ? 0 : at + 1));
  const { created, refused } = await run(rows(sizes), { mode: "only good" });
  assert.deepEqual([created, refused], [1195, 5]);
  const boxes = sizes.flatMap((size, at) => (size === 0 ? [] : [at % 3 === 0 ? "left" : "right"]));
  assert.deepEqual(await numbers(), expected(boxes));
  assert.deepEqual(await create(), [
    { code: "A-1196", place: String(boxes.filter((box) => box === "left").length + 1) },
  ]);
});

test("what is not kept gives all of its numbers back", async () => {
  await create();
  await run(rows([1, 2, 0]));
  await run(rows([1, 2, 3]), { mode: "dry run" });
  assert.deepEqual(await create(), [{ code: "A-002", place: "2" }]);
});

test("a counter is written for each batch, not for each row", async () => {
  const written = async () =>
    Number(
      (await desk.owner("SELECT n_tup_upd AS n FROM pg_stat_all_tables WHERE relid = 'writ.sequence'::regclass"))[0]?.[
        "n"
      ],
    );
  const earlier = await written();
  await run(rows(Array.from({ length: 2000 }, (_, at) => at + 1)));
  await eventually(async () => (await written()) > earlier, "the connection of the import has ended");
  assert.ok((await written()) - earlier <= 3 * 4 * 2, String((await written()) - earlier));
});
