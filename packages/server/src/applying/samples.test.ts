// Sample rows of a document with gaps: those that need what is not shown are missing, and it is said why.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { openDatabase } from "../postgres/index.ts";
import { emptyFolder } from "../postgres/testing/surroundings.ts";
import { applyDocument, writeSamples } from "./index.ts";

const { source } = completeDocument(`## 3. Entities and their fields

### Room

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 80 | yes | |

### Desk

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 80 | yes | |
| Room | reference to Room | yes | |

### Sample: Room
| Key | Name |
| --- | --- |
| blue | Blue |

### Sample: Desk
| Key | Name | Room |
| --- | --- | --- |
| one | One | blue |

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| Never two | Desk | not shown | INVALID |
`);

/** Chapters and their pages name each other. The pages *shut* and *lost* break a rule, and the third chapter cannot be without *lost*. */
const circle = completeDocument(`## 3. Entities and their fields

### Chapter

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 80 | yes | |
| First | reference to Page | no | |
| Last | reference to Page | yes | |

### Page

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Number | integer | yes | |
| Chapter | reference to Chapter | yes | |
| Colour | not shown | no | |

### Sample: Chapter
| Key | Name | First | Last |
| --- | --- | --- | --- |
| one | One | p1 | p2 |
| two | Two | shut | p3 |
| three | Three | p4 | lost |

### Sample: Page
| Key | Number | Chapter |
| --- | --- | --- |
| p1 | 1 | one |
| p2 | 2 | one |
| p3 | 3 | two |
| shut | -1 | two |
| lost | -2 | three |
| p4 | 4 | three |

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| Some | Page | \`page.number > 0\` | INVALID |
`).source;

async function withSamples(written: string) {
  const compiled = compile(written);
  const database = await openDatabase({ folder: emptyFolder({ after }) });
  after(async () => database.stop());
  const owner = await database.connect();
  after(async () => owner.end());
  await applyDocument(owner, written, compiled, (before) => compile(before));
  return { owner, refused: await writeSamples(owner, compiled), again: async () => writeSamples(owner, compiled) };
}

test("of rows that name each other only those are left out that a rule refuses, or that need such a one", async () => {
  const { owner, refused, again } = await withSamples(circle);
  const names = (all: typeof refused) => all?.rejected.map(({ row, why }) => [row, why !== undefined]).sort();
  // Of rows that cannot be without each other one is told why.
  const rejected = [
    ["3/Sample: Chapter/three", true],
    ["3/Sample: Page/lost", false],
    ["3/Sample: Page/p4", false],
    ["3/Sample: Page/shut", true],
  ];
  assert.deepEqual(names(refused), rejected);
  assert.equal(refused?.are, "some");
  const there = async () =>
    (
      await owner.query(
        "SELECT (SELECT array_agg(name ORDER BY name) FROM chapter) AS chapters, (SELECT array_agg(number::int ORDER BY number) FROM page) AS pages, (SELECT count(first)::int FROM chapter) AS firsts",
      )
    ).rows;
  assert.deepEqual(await there(), [{ chapters: ["One", "Two"], pages: [1, 2, 3], firsts: 1 }]);
  // Once more, nothing comes twice, and what somebody has taken away does not come back.
  await owner.query("DELETE FROM chapter WHERE name = 'Two'; DELETE FROM page WHERE number = 3");
  const rows = rejected.map(([row]) => row);
  assert.deepEqual(
    names(await again())?.map(([row]) => row),
    rows,
  );
  assert.deepEqual(await there(), [{ chapters: ["One"], pages: [1, 2], firsts: 1 }]);
});

test("if no sample row can be added, that is reported, whatever other gaps there are", async () => {
  const none = source.replace("| blue | Blue |", `| blue | ${"Blue".repeat(30)} |`);
  const { refused } = await withSamples(none);
  assert.equal(refused?.are, "none");
  assert.deepEqual(
    refused.rejected.map(({ row }) => row),
    ["3/Sample: Room/blue", "3/Sample: Desk/one"],
  );
});

test("sample rows that need no gap are added, and the others are reported", async () => {
  const { owner, refused } = await withSamples(source);
  assert.equal(refused?.are, "some");
  assert.deepEqual(
    refused?.rejected.map(({ row }) => row),
    ["3/Sample: Desk/one"],
  );
  assert.match(refused?.rejected[0]?.why ?? "", /\(5\/Desk\/Never two\/Must hold\)$/);
  const { rows } = await owner.query(
    "SELECT (SELECT array_agg(name) FROM room) AS rooms, (SELECT count(*)::int FROM desk) AS desks",
  );
  assert.deepEqual(rows, [{ rooms: ["Blue"], desks: 0 }]);
});

test("sample people can refer to later rows, and rows to existing people", async () => {
  const { source: people } = completeDocument(`## 3. Entities and their fields

### User

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Team | reference to Team | no | |
| Office | reference to Office | yes | |

### Team

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |
| Head | reference to User | no | |

### Office

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |
| Made by | reference to User | auto | \`me\` |

### Sample: Team
| Key | Name | Head |
| --- | --- | --- |
| it | IT | ann |

### Sample: Office
| Key | Name |
| --- | --- |
| north | North |

### Sample: User
| Key | Name | Email | Team | Office |
| --- | --- | --- | --- | --- |
| ann | Ann | ann@example.test | it | north |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| For | May | Member |
| --- | --- | --- |
| Team | create, read, update, delete | yes |
| Office | create, read, update, delete | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);
  const { owner, refused } = await withSamples(people);
  assert.equal(refused, undefined);
  const { rows } = await owner.query(
    `SELECT u.name, t.name AS team, o.name AS office, h.name AS head, m.name AS maker FROM public.user u
     JOIN team t ON t.id = u.team JOIN office o ON o.id = u.office JOIN public.user h ON h.id = t.head JOIN public.user m ON m.id = o.made_by`,
  );
  assert.deepEqual(rows, [{ name: "Ann", team: "IT", office: "North", head: "Ann", maker: "Ann" }]);
  // Whoever signs up names no row that is not there.
  await assert.rejects(
    owner.query(
      `INSERT INTO auth.users (email, raw_user_meta_data) VALUES ('bo@example.test', '{"name": "Bo", "office": "00000000-0000-4000-8000-000000000001"}')`,
    ),
    /INVALID/,
  );
});
