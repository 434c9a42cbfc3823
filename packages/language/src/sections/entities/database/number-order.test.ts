// Sequence numbers are texts in the order of their numbers: in lists, in expressions, in SQL and in JavaScript.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Typed } from "../../../expression/typed.ts";
import { runtime } from "../../../expression/javascript/runtime.ts";
import { printSql } from "../../../expression/sql.ts";
import { plainTarget } from "../../../testing/plain-target.ts";
import { sampleSchema } from "../../../testing/sample-schema.ts";
import { databases, type TestDatabase } from "../../../testing/database.ts";
import { completeDocument } from "../../../testing/run-cases.ts";

const { open } = databases();

const { source } = completeDocument(`
## 3. Entities and their fields

### Box

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Things | list of Thing | | |
| Last | computed text \`box.things.first(t, -t.place) == null ? 'none' : box.things.first(t, -t.place).number\` | | |

### Thing

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Box | belongs to Box | yes | |
| Number | sequence number \`A-{0}\` | | |
| Bare | sequence number | | |
| Paper | sequence number \`{year}/{0}\` per year | | |
| Place | sequence number per Box | | |
| After nine | computed yes/no \`thing.bare > '9' and thing.number > 'A-9'\` | | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| For | May | Member |
| --- | --- | --- |
| Box | create, read, update, delete | yes |
| Thing | create, read, update, delete | yes |
`);

let shelf: TestDatabase;
let ann: string;
before(async () => {
  shelf = await open(source);
  ann = await shelf.account("Ann");
  const [box] = await shelf.owner("INSERT INTO box DEFAULT VALUES RETURNING id");
  for (let count = 0; count < 11; count++) await shelf.owner("INSERT INTO thing (box) VALUES ($1)", [box?.["id"]]);
});

const column = async (sql: string): Promise<readonly unknown[]> => {
  const answer = await shelf.as(ann, sql);
  assert.ok("rows" in answer, JSON.stringify(answer));
  return answer.rows.map((row) => Object.values(row)[0]);
};

const eleven = Array.from({ length: 11 }, (_, index) => String(index + 1));

test("lists are sorted by the number, and asked by it", async () => {
  assert.deepEqual(await column("SELECT bare FROM thing ORDER BY bare"), eleven);
  assert.deepEqual(
    await column("SELECT number FROM thing ORDER BY number"),
    eleven.map((number) => `A-${number}`),
  );
  const year = new RegExp(String.raw`^\d{4}/`);
  assert.deepEqual(
    (await column("SELECT paper FROM thing ORDER BY paper")).map((paper) => String(paper).replace(year, "")),
    eleven,
  );
  assert.deepEqual(await column("SELECT bare FROM thing WHERE bare >= '9' ORDER BY bare DESC"), ["11", "10", "9"]);
  assert.deepEqual(await column("SELECT number FROM thing WHERE number = 'A-10'"), ["A-10"]);
});

test("expressions compare the number", async () => {
  assert.deepEqual(await column("SELECT bare FROM thing WHERE after_nine(thing) ORDER BY bare"), ["10", "11"]);
  assert.deepEqual(await column("SELECT last(box) FROM box"), ["A-11"]);
});

test("SQL and JavaScript say the same of any text", async () => {
  const place = { start: 0, end: 0 };
  const type = { kind: "text", empty: false } as const;
  for (const value of ["", "a", "7", "007", "A-10", "2026/0009", "9".repeat(30), "1a22b", "é9", "\u{1f600}1", "٣"]) {
    const of: Typed = { ...place, type, node: "text", value };
    const ordered: Typed = { ...place, type, node: "in number order", of };
    const sql = printSql(ordered, plainTarget(sampleSchema), "strict");
    assert.deepEqual(await shelf.owner(`SELECT ${sql} AS made`), [{ made: runtime.inNumberOrder(value) }]);
  }
});
