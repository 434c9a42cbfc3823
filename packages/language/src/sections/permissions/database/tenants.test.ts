// Rows go with what they belong to: what is within something is found there, and nobody has written it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completeDocument } from "../../../testing/run-cases.ts";
import { databases } from "../../../testing/database.ts";

const { open } = databases();

const houses = `## 3. Entities and their fields

### House

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |

### Stay

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| House | belongs to House | yes | |
| Guest | reference to User | yes | |

### Room

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| House | belongs to House | yes | |
| Name | text | yes | |

### Model

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |
| Beds | list of Bed | | |

### Bed

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Room | belongs to Room | yes | |
| Model | reference to Model | no | |
| Name | text | yes | |
| Short | computed yes/no \`size(bed.name) < 5\` | | |

### Sheet

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Bed | belongs to Bed | yes | |

## 5. Validation rules

| Rule | For | On | When | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Beds stay | Bed | update | | \`bed.name != 'bed'\` | STAYS |
| No beds | Model | update | | \`model.beds.size() == 0\` | BEDS |

## 6. Roles and permissions

| Role | Given by | Within |
| --- | --- | --- |
| Boss | named at installation | |
| Guest | Stay where \`true\` | House |

| For | May | Boss | Guest |
| --- | --- | --- | --- |
| House | create, read, update, delete | yes | no |
| Stay | create, read, update, delete | yes | no |
| Room | create, read, update, delete | yes | no |
| Room | set House | yes | no |
| Model | create, read, update, delete | yes | no |
| Bed | read | yes | yes |
| Bed | create, update, delete | yes | no |
| Sheet | read | yes | yes |
| Sheet | create, update, delete | yes | no |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| STAYS | | 409 | It stays. |
| BEDS | | 409 | There are beds. |
`;

test("a room that moves takes its beds along, and no user has written them", async () => {
  const database = await open(completeDocument(houses).source);
  const [ann, boss] = [await database.account("Ann"), await database.account("Bo", "boss")];
  const [a, b] = ["aaaaaaaa-0000-4000-8000-000000000000", "bbbbbbbb-0000-4000-8000-000000000000"];
  await database.owner("INSERT INTO house (id, name) VALUES ($1, 'A'), ($2, 'B')", [a, b]);
  await database.owner("INSERT INTO stay (house, guest) VALUES ($1, $2)", [b, ann]);
  await database.owner("INSERT INTO room (house, name) VALUES ($1, 'R')", [a]);
  await database.owner("INSERT INTO bed (room, name) SELECT id, 'bed' FROM room");
  await database.owner("INSERT INTO sheet (bed) SELECT id FROM bed");
  // What is there already may break rules that were not asked.
  const [model] = await database.owner("INSERT INTO model (name) VALUES ('M') RETURNING id");
  await database.owner("ALTER TABLE bed DISABLE TRIGGER USER");
  await database.owner("UPDATE bed SET model = $1, updated_at = '2020-01-01'", [model?.["id"]]);
  await database.owner("ALTER TABLE bed ENABLE TRIGGER USER");
  const [before] = await database.owner("SELECT updated_at, updated_by FROM bed");
  assert.deepEqual(await database.as(ann, "SELECT FROM bed"), { rows: [] });
  assert.deepEqual(await database.as(boss, `UPDATE room SET house = '${b}' RETURNING name`), { rows: [{ name: "R" }] });
  // Neither its own rules nor those of the row in whose list it is are asked, and it is as it was.
  assert.deepEqual(await database.owner("SELECT updated_at, updated_by FROM bed"), [before]);
  for (const table of ["bed", "sheet"])
    assert.deepEqual(await database.as(ann, `SELECT count(*)::int FROM ${table}`), { rows: [{ count: 1 }] }, table);
  // Whoever writes it is asked.
  const written = await database.as(boss, "UPDATE bed SET name = 'bed'");
  assert.deepEqual("problems" in written && written.problems.map(({ code }) => code).toSorted(), ["BEDS", "STAYS"]);
  // Nor does a value for the column that says where it is hide another change.
  await assert.rejects(database.owner("UPDATE bed SET _house = $1, name = ''", [a]), { code: "PGRST" });
  await assert.rejects(database.owner("UPDATE bed SET _house = $1, name = 'bet'", [a]), { code: "PGRST" });
});
