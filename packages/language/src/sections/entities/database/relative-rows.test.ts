// Sample rows whose moments count from the day on which they are stored, and cells that say that there is no value.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../../../compile.ts";
import { databaseOf } from "../../../database/database.ts";
import { saysTheSame } from "../../../database/says-the-same.ts";
import { samplesOf } from "../../../database/samples.ts";
import { databases, type TestDatabase } from "../../../testing/database.ts";
import { completeDocument } from "../../../testing/run-cases.ts";

const { open } = databases();

const { source } = completeDocument(`
## 3. Entities and their fields

### User

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Starts on | date | no | \`today\` |
| Leaves on | date | no | \`today\` |

### Area

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |
| Until | date | no | \`today\` |
| Least | integer | yes | 0 |

### Visit
- History: kept

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Guest | reference to User | no | \`me\` |
| Area | reference to Area | yes | |
| Day | date | yes | \`today\` |
| At | datetime | no | |
| Until | time | no | 17:00 |
| Kinds | several of: long, late | no | long |
| Seats | integer | no | 2 |
| Note | text | no | none yet |

### Seed: Area

| Key | Name | Until |
| --- | --- | --- |
| a | North | \`null\` |

### Sample: User

| Key | Name | Email | Starts on | Leaves on | Roles |
| --- | --- | --- | --- | --- | --- |
| ada | Ada | ada@example.test | \`today - days(30)\` | \`null\` | Keeper, Guide |
| bob | Bob | bob@example.test | | | |

### Sample: Visit

| Key | Area | Guest | Day | At | Until | Kinds | Seats | Note | Created at |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
| v1 | a | ada | \`today + ahead\` | \`today + days(1) + time('09:30')\` | \`time(now)\` | \`null\` | \`null\` | \`null\` | \`now - hours(2)\` |
| v2 | a | \`null\` | | \`null\` | \`null\` | | | | |

### Sample: Visit

| Key | Area | Guest | Day | Seats | Created at |
| --- | --- | --- | --- | --- | --- |
| v3 | a | ada | \`today - days(5)\` | 1 | \`today - days(6) + time('08:00')\` |

## 5. Validation rules

| Rule | For | On | Must hold | Otherwise |
| --- | --- | --- | --- | --- |
| Not in the past | Visit | create | \`visit.day >= today\` | INVALID |
| Some seats | Visit | | \`visit.seats == null or visit.seats > visit.area.least\` | INVALID |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |
| Keeper | named at installation |
| Guide | assigned by Keeper |

| For | May | Member | Keeper | Guide |
| --- | --- | --- | --- | --- |
| Area | create, read, update, delete | yes | yes | yes |
| User | update | own | no | no |
| Visit | create, read, update, delete | yes | yes | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Time zone | Europe/Paris |
| Sign-in | email and password |

| Constant | Value |
| --- | --- |
| Ahead | 3 days |
`);

/** It is already the next day in Paris. */
const late = "2026-06-30 22:30:00Z";

const stand = (database: TestDatabase, at: string) =>
  database.owner(
    "INSERT INTO writ.clock (moves, stands) VALUES ('0', $1) ON CONFLICT (one) DO UPDATE SET stands = $1",
    [at],
  );

async function writeSamples(database: TestDatabase, written = source) {
  await database.owner(["BEGIN", ...samplesOf(compile(written)), "COMMIT"].join(";\n"));
  return database.owner(
    "SELECT u.name AS guest, v.day::text, v.at, v.until::text, v.kinds, v.seats, v.note, v.created_at FROM visit v LEFT JOIN public.user u ON u.id = v.guest ORDER BY v.day DESC",
  );
}

const people = (database: TestDatabase) =>
  database.owner(
    "SELECT name, starts_on::text, leaves_on::text, (SELECT array_agg(role ORDER BY role) FROM writ.assigned_role WHERE person = id) AS roles FROM public.user ORDER BY name",
  );

test("moments count in the document's time zone from when the rows are stored, and null is no value", async () => {
  const park = await open(source);
  await stand(park, late);
  assert.deepEqual(await writeSamples(park), [
    {
      guest: "Ada",
      day: "2026-07-04",
      at: new Date("2026-07-02T07:30:00Z"),
      until: "00:30:00",
      kinds: [],
      seats: null,
      note: null,
      created_at: new Date("2026-06-30T20:30:00Z"),
    },
    {
      guest: null,
      day: "2026-07-01",
      at: null,
      until: null,
      kinds: ["long"],
      seats: "2",
      note: "none yet",
      created_at: new Date(late),
    },
    {
      guest: "Ada",
      day: "2026-06-26",
      at: null,
      until: "17:00:00",
      kinds: ["long"],
      seats: "1",
      note: "none yet",
      created_at: new Date("2026-06-25T06:00:00Z"),
    },
  ]);
  assert.deepEqual(await park.owner("SELECT count(*)::int FROM visit WHERE updated_at = created_at"), [{ count: 3 }]);
  assert.deepEqual(await people(park), [
    { name: "Ada", starts_on: "2026-06-01", leaves_on: null, roles: ["guide", "keeper"] },
    { name: "Bob", starts_on: "2026-07-01", leaves_on: "2026-07-01", roles: null },
  ]);
  assert.deepEqual(await park.owner("SELECT until FROM area"), [{ until: null }]);
});

test("on a later day rows that are stored stay as they are, and the document says the same", async () => {
  const park = await open(source);
  await stand(park, late);
  const first = await writeSamples(park);
  const histories = await park.owner("SELECT * FROM writ.history");
  await park.owner("DELETE FROM visit WHERE note = 'none yet'");
  await park.owner("DELETE FROM writ.assigned_role WHERE role = 'guide'");
  await park.owner("UPDATE public.user SET leaves_on = '2026-07-09' WHERE name = 'Ada'");
  await stand(park, "2026-08-15 10:00:00Z");
  assert.deepEqual(
    await writeSamples(park),
    first.filter(({ note }) => note === null),
  );
  assert.deepEqual(await people(park), [
    { name: "Ada", starts_on: "2026-06-01", leaves_on: "2026-07-09", roles: ["keeper"] },
    { name: "Bob", starts_on: "2026-07-01", leaves_on: "2026-07-01", roles: null },
  ]);
  const later = await park.owner("SELECT * FROM writ.history WHERE event <> 'delete'");
  assert.deepEqual(later, histories);
  assert.ok(saysTheSame(databaseOf(compile(source)), databaseOf(compile(source))));
  assert.deepEqual(samplesOf(compile(source)), samplesOf(compile(source)));
});

test("rules of creation alone say nothing of a sample that was created earlier, and all others do", async () => {
  const park = await open(source);
  await stand(park, late);
  await writeSamples(park);
  const broken = source.replace("| v3 | a | ada | `today - days(5)` | 1 |", "| v3 | a | ada | `today - days(5)` | 0 |");
  assert.notEqual(broken, source);
  const other = await open(broken);
  await assert.rejects(writeSamples(other, broken), /INVALID/);
  // Neither a client nor the system writes such a row otherwise.
  const ada = await park.account("Bo");
  const [area] = await park.owner("SELECT id FROM area");
  const insert =
    "INSERT INTO visit (area, day, seats, created_at) VALUES ($1, writ.today() - 5, 1, writ.now() - interval '6 days')";
  const refused = await park.as(ada, insert, [area?.["id"]]);
  assert.ok("code" in refused, JSON.stringify(refused));
  await assert.rejects(park.owner(insert, [area?.["id"]]), /INVALID/);
});
