// Fields may have any name, also those that the system gives to rows in its own statements.
import assert from "node:assert/strict";
import { test } from "node:test";
import { databases } from "../testing/database.ts";
import { completeDocument } from "../testing/run-cases.ts";

const { open } = databases();

const names =
  "Kept Stored Chosen Counted Given Before After Other One Held Found Moved Touched Was Changed Listed Problems Client Somebody Person Row Item Climbed Own".split(
    " ",
  );
const fields = names.map((name) => `| ${name} | yes/no | no | no |`).join("\n");
const all = (row: string) => names.map((name) => `${row}.${name.toLowerCase()}`).join(" or ");

const { source } = completeDocument(`
## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Boxes | \`/boxes\` | list of Box | signed in | yes |
| Things | \`/things\` | list of Thing | signed in | yes |

### Boxes
- Sort: Number of things
- Filter by: Is any

### Things
- Filter by: Is of any

## 3. Entities and their fields

### Box

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text | yes | |
${fields}
| Things | list of Thing | | |
| Number of things | computed integer \`box.things.filter(t, ${all("t")}).size()\` | | |
| Is any | computed yes/no \`${all("box")}\` | | |
| Nobody asks | computed integer \`box.things.filter(t, ${all("t")}).size()\` | | |

### Thing

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Box | reference to Box | yes | |
| Best | reference to Thing among \`thing.box.things\` | no | |
${fields}
| Is of any | computed yes/no \`${all("thing.box")}\` | | |
| Nobody asks | computed yes/no \`thing.box.kept\` | | |

## 5. Validation rules

| Rule | For | On | When | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Not both | Thing | | \`thing.kept\` | \`not thing.box.things.exists(t, t.stored)\` | BOTH |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| Condition | For | Holds when |
| --- | --- | --- |
| fine | Box | \`not box.chosen\` |
| of a fine one | Thing | \`not thing.box.chosen\` |

| For | May | Member |
| --- | --- | --- |
| Box | read | fine |
| Box | create, update, delete | yes |
| Thing | read | of a fine one |
| Thing | create, update, delete | yes |
| Thing | see Other | of a fine one |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| BOTH | both | 422 | Both. |
| MANY | many | 422 | Many. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |

| Limit | Value | Counts | When | Otherwise |
| --- | --- | --- | --- | --- |
| Things many | 2 per Box | Thing | \`thing.is_of_any\` | MANY |
`);

test("fields are called what functions call their rows", async () => {
  const database = await open(source);
  const ann = await database.account("Ann");
  const as = async (sql: string) => {
    const answer = await database.as(ann, sql);
    return "rows" in answer ? answer.rows : `${answer.code} ${answer.message}`;
  };
  const [box, thing] = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];
  assert.deepEqual(await as(`INSERT INTO box (id, title, given) VALUES ('${box}', 'A', true)`), []);
  assert.deepEqual(await as(`INSERT INTO thing (id, box, held) VALUES ('${thing}', '${box}', true)`), []);
  assert.deepEqual(await as(`INSERT INTO thing (box, best, "row") VALUES ('${box}', '${thing}', true)`), []);
  assert.match(String(await as(`INSERT INTO thing (box) VALUES ('${box}')`)), /^MANY/);
  assert.deepEqual(
    await as(
      "SELECT number_of_things::integer AS n, is_any, nobody_asks(box)::integer AS asked, (created_by(box)).name FROM box",
    ),
    [{ n: 2, is_any: true, asked: 2, name: "Ann" }],
  );
  assert.deepEqual(
    await as(`SELECT is_of_any, nobody_asks, other, (created_by(thing)).name FROM thing WHERE id = '${thing}'`),
    [{ is_of_any: true, nobody_asks: false, other: false, name: "Ann" }],
  );
  assert.deepEqual(await as("UPDATE box SET given = false, kept = true"), []);
  assert.deepEqual(await as(`UPDATE thing SET kept = true WHERE id = '${thing}'`), []);
  assert.match(String(await as("UPDATE thing SET stored = true, kept = true")), /^BOTH/);
  assert.deepEqual(await as(`DELETE FROM thing WHERE id <> '${thing}'`), []);
  assert.deepEqual(await as("UPDATE box SET chosen = true"), []);
  assert.deepEqual(await as("SELECT FROM thing"), []);
});
