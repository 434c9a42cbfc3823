// Where of a list that no filter can say: the database tells it of each row, to those who may read the row.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { compile } from "../../../compile.ts";
import { applicationOf } from "../../../product/product-module.ts";
import { databases, type Answer, type TestDatabase } from "../../../testing/database.ts";
import { completeDocument } from "../../../testing/run-cases.ts";

const { open } = databases();

const { source } = completeDocument(`
## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Parties | \`/\` | list of Party | Member | yes |
| Crowded | \`/crowded\` | list of Party | Member | yes |
| Counts | \`/counts\` | dashboard | Member | yes |
| Party | \`/parties/:party\` | detail of Party | Member | |
| Namesakes | \`/parties/:party/guests\` | calendar of Guest on Created at | Member | |

### Crowded
- Where: \`party.host == me and party.guests.exists(g, g.name != party.title) and not (party.guests.size() < 2)\`

### Namesakes
- Where: \`guest.party.guests.exists(g, g.name == route.party.title)\`

### Counts
| Tile | Chart | Measure | Of | Where |
| --- | --- | --- | --- | --- |
| Same | number | count | Party | \`party.title == party.motto\` |

## 3. Entities and their fields

### Party

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 20 | yes | |
| Motto | text up to 20 | no | |
| Host | reference to User | auto | \`me\` |
| Guests | list of Guest | | |

### Guest

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Party | belongs to Party | yes | |
| Name | text up to 20 | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| For | May | Member |
| --- | --- | --- |
| Party | create | yes |
| Party | read, update, delete | own |
| Guest | create | yes |
| Guest | read, update, delete | no |
`);

let desk: TestDatabase;
let ann: string;
let bob: string;
before(async () => {
  desk = await open(source);
  ann = await desk.account("Ann");
  bob = await desk.account("Bob");
  for (const [host, title, motto, guests] of [
    [ann, "a", "a", ["x", "y"]],
    [ann, "b", null, ["x"]],
    [ann, "c", "z", []],
    [bob, "d", "d", ["x", "y"]],
  ] as const) {
    const [party] = await desk.owner(
      "INSERT INTO party (host, created_by, title, motto) VALUES ($1, $1, $2, $3) RETURNING id",
      [host, title, motto],
    );
    for (const name of guests)
      await desk.owner("INSERT INTO guest (party, name) VALUES ($1, $2)", [party?.["id"], name]);
  }
});

const said = (answer: Answer) => ("rows" in answer ? answer.rows : answer.code);

test("the list asks what a filter can say as filters, and the rest of the database", () => {
  const screen = applicationOf(compile(source)).screens.find(({ id }) => id === "crowded");
  assert.ok(screen?.filter?.kind === "and");
  assert.deepEqual(
    screen.filter.of.map((one) => (one.kind === "compare" || one.kind === "yes" ? [one.kind, one.path] : one.kind)),
    [
      ["compare", ["host"]],
      ["yes", ["_shown_crowded"]],
    ],
  );
});

test("every such screen is shown, of whatever kind it is", () => {
  const screens = applicationOf(compile(source)).screens.map(({ id, notShown }) => [id, notShown] as const);
  assert.deepEqual(screens, [
    ["parties", false],
    ["crowded", false],
    ["counts", false],
    ["party", false],
    ["namesakes", false],
  ]);
});

test("it holds for the rows of which the condition holds, rows of lists that the reader may not see included", async () => {
  const asked = "SELECT title FROM party AS p WHERE public._shown_crowded(p) ORDER BY title";
  assert.deepEqual(said(await desk.as(ann, asked)), [{ title: "a" }]);
  assert.deepEqual(said(await desk.as(bob, asked)), [{ title: "d" }]);
  const same = "SELECT title FROM party AS p WHERE public._shown_counts_same(p) ORDER BY title";
  assert.deepEqual(said(await desk.as(ann, same)), [{ title: "a" }]);
});

test("a row of one's own making tells nothing of rows out of sight", async () => {
  const [hidden] = await desk.owner("SELECT id FROM party WHERE title = 'd'");
  const forged = "SELECT public._shown_crowded(p) AS told FROM jsonb_populate_record(NULL::party, $1) AS p";
  const row = JSON.stringify({ id: hidden?.["id"], host: ann });
  assert.deepEqual(said(await desk.as(ann, forged, [row])), [{ told: null }]);
  assert.deepEqual(said(await desk.as(bob, forged, [row])), [{ told: true }]);
});
