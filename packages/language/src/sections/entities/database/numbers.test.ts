// Numbers that are counted without a gap under many hands, and codes that nobody draws twice.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { asPerson, databases, type TestDatabase } from "../../../testing/database.ts";
import { completeDocument } from "../../../testing/run-cases.ts";

const { open } = databases();

const { source } = completeDocument(`
## 3. Entities and their fields

### Box

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | no | |

### Thing

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Box | belongs to Box | yes | |
| Number | sequence number \`A-{000}\` | | |
| Bare | sequence number | | |
| Paper | sequence number \`{year}/{00}\` per year | | |
| Place | sequence number per Box | | |
| Key | random code \`{aaaa}-{0000}\` | | |

### Seat

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Code | random code \`S{00}\` | | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| For | May | Member |
| --- | --- | --- |
| Box | create, read, update, delete | yes |
| Thing | create, read, update, delete | yes |
| Seat | create, read, update, delete | yes |
`);

let shelf: TestDatabase;
let ann: string;
before(async () => {
  shelf = await open(source);
  ann = await shelf.account("Ann");
});

const boxes = async (count: number) =>
  (await shelf.owner("INSERT INTO box (name) SELECT 'box' FROM generate_series(1, $1) RETURNING id", [count])).map(
    ({ id }) => String(id),
  );

test("patterns, years, and numbers of their own in each row", async () => {
  const [one, other] = await boxes(2);
  const year = (await shelf.owner("SELECT to_char(writ.today(), 'YYYY') AS year"))[0]?.["year"];
  const make = async (box: string | undefined) => {
    const answer = await shelf.as(
      ann,
      "INSERT INTO thing (box) VALUES ($1) RETURNING number, bare, paper, place, key",
      [box],
    );
    return "rows" in answer ? answer.rows[0] : answer;
  };
  const first = await make(one);
  assert.match(String(first && "key" in first && first.key), /^[a-z]{4}-[0-9]{4}$/);
  const without = ({ key: _key, ...row }: Record<string, unknown>) => row;
  assert.deepEqual(without({ ...first }), { number: "A-001", bare: "1", paper: `${year}/01`, place: "1" });
  assert.deepEqual(without({ ...(await make(other)) }), {
    number: "A-002",
    bare: "2",
    paper: `${year}/02`,
    place: "1",
  });
  assert.deepEqual(without({ ...(await make(one)) }), { number: "A-003", bare: "3", paper: `${year}/03`, place: "2" });
  await shelf.owner("UPDATE writ.sequence SET last = 999 WHERE name = 'thing.number'");
  assert.equal((await make(one))?.["number" as never], "A-1000");
});

test("what is undone leaves no gap", async () => {
  const [box] = await boxes(1);
  const last = await shelf.owner("SELECT last FROM writ.sequence WHERE name = 'thing.bare'");
  const refused = await shelf.as(ann, "INSERT INTO thing (box) VALUES ($1), (gen_random_uuid())", [box]);
  assert.ok("problems" in refused);
  assert.deepEqual(await shelf.owner("SELECT last FROM writ.sequence WHERE name = 'thing.bare'"), last);
});

test("a row that moves is counted where it goes", async () => {
  const [from, to] = await boxes(2);
  await shelf.owner("INSERT INTO thing (box) VALUES ($1), ($2)", [from, to]);
  const moved = await shelf.owner("UPDATE thing SET box = $1 WHERE box = $2 RETURNING place", [to, from]);
  assert.deepEqual(moved, [{ place: "2" }]);
});

test("sixteen at once: no number twice, and none left out", async () => {
  const all = await boxes(3);
  const clients = await Promise.all(Array.from({ length: 16 }, () => shelf.connect()));
  await shelf.owner("DELETE FROM thing");
  const start = Number(
    (await shelf.owner("SELECT last FROM writ.sequence WHERE name = 'thing.bare'"))[0]?.["last"] ?? 0,
  );
  await Promise.all(
    clients.map(async (client, hand) => {
      for (let turn = 0; turn < 10; turn++) {
        const answer = await asPerson(client, ann, "INSERT INTO thing (box) VALUES ($1)", [all[(hand + turn) % 3]]);
        assert.ok("rows" in answer, JSON.stringify(answer));
      }
    }),
  );
  await Promise.all(clients.map((client) => client.end()));
  const [bare] = await shelf.owner(
    "SELECT count(DISTINCT bare)::integer AS n, min(bare::integer) AS low, max(bare::integer) AS high FROM thing",
  );
  assert.deepEqual(bare, { n: 160, low: start + 1, high: start + 160 });
  const places = await shelf.owner(
    "SELECT bool_and(n = high) AS whole FROM (SELECT count(DISTINCT place) AS n, max(place::integer) AS high FROM thing GROUP BY box) AS s",
  );
  assert.deepEqual(places, [{ whole: true }]);
});

test("codes: a clash is drawn again under many hands, and a full drum is said", async () => {
  const clients = await Promise.all(Array.from({ length: 8 }, () => shelf.connect()));
  await Promise.all(
    clients.map(async (client) => {
      for (let turn = 0; turn < 11; turn++) {
        const answer = await asPerson(client, ann, "INSERT INTO seat DEFAULT VALUES");
        assert.ok("rows" in answer, JSON.stringify(answer));
      }
    }),
  );
  await Promise.all(clients.map((client) => client.end()));
  assert.deepEqual(await shelf.owner("SELECT count(DISTINCT code)::integer AS n FROM seat"), [{ n: 88 }]);
  await shelf.owner(
    "INSERT INTO seat (code) SELECT 'S' || lpad(n::text, 2, '0') FROM generate_series(0, 99) AS n WHERE NOT EXISTS (SELECT FROM seat WHERE code = 'S' || lpad(n::text, 2, '0'))",
  );
  const full = await shelf.as(ann, "INSERT INTO seat DEFAULT VALUES");
  assert.deepEqual("problems" in full && full.problems, [{ code: "NOT_UNIQUE", field: "code", clause: "3/Seat/Code" }]);
});
