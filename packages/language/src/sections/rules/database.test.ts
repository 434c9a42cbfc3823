// Rules of all three forms on a real PostgreSQL, as people: what is allowed, what is refused, and with which words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { databases, type Answer } from "../../testing/database.ts";
import { completeDocument } from "../../testing/run-cases.ts";

const { open } = databases();
const document = (fragment: string) => completeDocument(fragment).source;

const roles = (...rights: readonly string[]) => `## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Anybody | signed in |

| For | May | Anybody |
| --- | --- | --- |
${rights.join("\n")}
`;
const all = (entity: string, ...more: readonly string[]) =>
  ["create", "read", "update", "delete", ...more].map((may) => `| ${entity} | ${may} | yes |`);

const settings = `## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Time zone | UTC |
| Currency | EUR |
| Sign-in | email and password |
`;

const codes = (answer: Answer) =>
  "rows" in answer
    ? "done"
    : answer.problems.map(({ code, field }) => `${code} ${field ?? "-"}`).join(", ") || answer.code;

test("expressions: all broken rules are reported together, with field, clause and row", async () => {
  const { as, account, connect } = await open(
    document(`## 3. Entities and their fields

### Trip

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Days | integer | yes | |
| Price | money | no | |
| Abroad | yes/no | no | |
| Phone | text up to 40 | no | |

## 5. Validation rules

| Rule | For | On | When | Must hold | Otherwise | At |
| --- | --- | --- | --- | --- | --- | --- |
| Some days | Trip | | | \`trip.days > 0\` | NO_DAYS | Days |
| Phone abroad | Trip | | \`trip.abroad\` | \`trip.phone != null\` | NO_PHONE | Phone |
| Priced | Trip | update | \`trip.price != null\` | \`old.price == null or old.price <= trip.price\` | CHEAPER | |
| Kept | Trip | delete | | \`trip.days < 10\` | LONG | |
| New ones are short | Trip | create | | \`trip.days < 100\` | LONG | Days |

${roles(...all("Trip"))}
## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| NO_DAYS | | 422 | At least one day. |
| NO_PHONE | | 422 | A phone, please. |
| CHEAPER | | 409 | Prices only rise. |
| LONG | | 403 | Too long. |

${settings}`),
  );
  const ann = await account("Ann");
  const write = (sql: string) => as(ann, sql);
  assert.deepEqual(await write("INSERT INTO trip (days, abroad) VALUES (0, true)"), {
    code: "NO_DAYS",
    status: 422,
    message: "At least one day.",
    problems: [
      { code: "NO_DAYS", field: "days", clause: "5/Trip/Some days" },
      { code: "NO_PHONE", field: "phone", clause: "5/Trip/Phone abroad" },
    ],
  });
  assert.equal(codes(await write("INSERT INTO trip (days) VALUES (100)")), "LONG days");
  assert.equal(codes(await write("INSERT INTO trip (days, abroad, phone, price) VALUES (5, true, '1', 10)")), "done");
  assert.equal(codes(await write("UPDATE trip SET days = 200")), "done", "On create: not at an update");
  assert.equal(codes(await write("UPDATE trip SET price = 9")), "CHEAPER -");
  assert.equal(codes(await write("UPDATE trip SET price = 11")), "done");
  assert.equal(codes(await write("DELETE FROM trip")), "LONG -");
  assert.equal(codes(await write("UPDATE trip SET days = 2")), "done");
  assert.equal(codes(await write("DELETE FROM trip")), "done");

  // What the server is given, letter for letter.
  const client = await connect();
  await client.query(
    "SET ROLE writ_owner; BEGIN; INSERT INTO trip (id, days) VALUES ('00000000-0000-4000-8000-000000000001', 0)",
  );
  const failure = await client.query("COMMIT").then(
    () => undefined,
    (refused: { message: string; detail: string; code: string }) => refused,
  );
  assert.equal(failure?.code, "PGRST");
  const { details, ...said } = JSON.parse(failure?.message ?? "{}");
  assert.deepEqual(said, { code: "NO_DAYS", message: "At least one day.", hint: "5/Trip/Some days" });
  assert.deepEqual(JSON.parse(details), [
    {
      code: "NO_DAYS",
      field: "days",
      clause: "5/Trip/Some days",
      row: "00000000-0000-4000-8000-000000000001",
      message: "At least one day.",
    },
  ]);
  assert.deepEqual(JSON.parse(failure?.detail ?? "{}"), { status: 422, headers: {} });
});

test("a rule of a list: asked when a row of it is written, moved or deleted, and then points at no field", async () => {
  const { as, account, owner } = await open(
    document(`## 3. Entities and their fields

### Team

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 40 | yes | |
| Members | list of Member | | |

### Member

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Team | reference to Team | no | |
| Chief | yes/no | no | |
| Load | integer 0 to 100 | yes | |

## 5. Validation rules

| Rule | For | Must hold | Otherwise | At |
| --- | --- | --- | --- | --- |
| A chief | Team | \`team.members.exists(m, m.chief)\` | NO_CHIEF | Name |
| Not too much | Team | \`team.members.map(m, m.load).sum() <= 10\` | TOO_MUCH | |
| Named | Team | \`team.name != 'x'\` | NO_NAME | Name |
| Odd | Member | \`member.load != 7\` | SEVEN | Load |

${roles(...all("Team"), ...all("Member"))}
## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| NO_CHIEF | | 409 | Nobody leads. |
| TOO_MUCH | | 422 | Too much. |
| NO_NAME | | 422 | A name, please. |
| SEVEN | | 422 | Not seven. |

${settings}`),
  );
  const ann = await account("Ann");
  const write = (sql: string) => as(ann, sql);
  assert.equal(codes(await write("INSERT INTO team (name) VALUES ('A')")), "NO_CHIEF name");
  const [a, b] = ["00000000-0000-4000-8000-00000000000a", "00000000-0000-4000-8000-00000000000b"];
  const made = (id: string, name: string) =>
    owner(`BEGIN; INSERT INTO team (id, name) VALUES ('${id}', '${name}');
      INSERT INTO member (team, chief, load) VALUES ('${id}', true, 1), ('${id}', false, 2); COMMIT`);
  // A team and its members in one transaction.
  await made(a, "A");
  await made(b, "B");
  assert.equal(codes(await write("DELETE FROM member WHERE chief")), "NO_CHIEF -, NO_CHIEF -");
  assert.equal(codes(await write(`DELETE FROM member WHERE NOT chief AND team = '${a}'`)), "done");
  assert.equal(codes(await write(`UPDATE member SET team = '${b}' WHERE team = '${a}'`)), "NO_CHIEF -", "moved away");
  assert.equal(codes(await write(`INSERT INTO member (team, load) VALUES ('${b}', 8)`)), "TOO_MUCH -");
  assert.equal(
    codes(await write(`INSERT INTO member (team, load) VALUES ('${b}', 9), ('${a}', 7)`)),
    "SEVEN load, TOO_MUCH -",
  );
  assert.equal(codes(await write(`INSERT INTO member (load) VALUES (9)`)), "done", "in no team");
  // Every rule of the row is asked, whether it reads the list or not.
  await owner(
    "ALTER TABLE team DISABLE TRIGGER USER; UPDATE team SET name = 'x'; ALTER TABLE team ENABLE TRIGGER USER",
  );
  assert.equal(codes(await write(`INSERT INTO member (team, load) VALUES ('${b}', 1)`)), "NO_NAME -");
  assert.equal(codes(await write(`DELETE FROM team WHERE id = '${a}'`)), "STILL_USED -");
  assert.deepEqual(await owner("SELECT count(*)::integer AS left FROM writ.asked"), [{ left: 0 }]);
});

test("unique, no overlap, no circle", async () => {
  const { as, account, owner } = await open(
    document(`## 3. Entities and their fields

### Room

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 40 | yes | |
| House | reference to House | no | |

### House

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 40 | yes | |
| Part of | reference to House | no | |

### Stay

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Room | reference to Room | yes | |
| First | date | no | |
| Last | date | no | |
| Off | yes/no | no | |
| From | datetime | no | |
| To | datetime | no | |

## 5. Validation rules

| Rule | For | On | When | Must hold | Otherwise | At |
| --- | --- | --- | --- | --- | --- | --- |
| One name | Room | | | unique: House, Name | TWICE | Name |
| One open one | Stay | | \`not stay.off and stay.first == null\` | unique: Room | TWICE | |
| New names | House | create | | unique: Name | TWICE | Name |
| Free | Stay | | | no overlap: First to Last, per Room, while \`not stay.off\` | TAKEN | First |
| Quiet | Stay | | | no overlap: From to To, per Room.House | LOUD | |
| No ring | House | | | no circle: Part of | RING | Part of |

${roles(...all("Room"), ...all("House"), ...all("Stay"))}
## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| TWICE | | 409 | There is one. |
| TAKEN | | 409 | It is taken. |
| LOUD | | 409 | It is loud. |
| RING | | 422 | A ring. |

${settings}`),
  );
  const ann = await account("Ann");
  const write = (sql: string) => as(ann, sql);
  const id = (n: number) => `'00000000-0000-4000-8000-${String(n).padStart(12, "0")}'`;
  assert.equal(codes(await write(`INSERT INTO house (id, name) VALUES (${id(1)}, 'A'), (${id(2)}, 'B')`)), "done");
  assert.equal(codes(await write("INSERT INTO house (name) VALUES ('A')")), "TWICE name");
  assert.equal(codes(await write(`UPDATE house SET name = 'A' WHERE id = ${id(2)}`)), "done", "On create only");
  // Native, so that upserts can arbitrate; its name leads to the rule.
  assert.equal(
    codes(
      await write(`INSERT INTO room (id, house, name) VALUES (${id(3)}, ${id(1)}, 'x'), (${id(4)}, ${id(1)}, 'y')`),
    ),
    "done",
  );
  assert.equal(codes(await write(`INSERT INTO room (house, name) VALUES (${id(1)}, 'x')`)), "23505");
  assert.equal(
    codes(await write(`INSERT INTO room (house, name) VALUES (${id(1)}, 'x') ON CONFLICT (house, name) DO NOTHING`)),
    "done",
  );
  assert.equal(codes(await write("INSERT INTO room (name) VALUES ('x'), ('x')")), "done", "empty is not compared");
  assert.equal(codes(await write(`INSERT INTO stay (room) VALUES (${id(3)})`)), "done");
  assert.equal(codes(await write(`INSERT INTO stay (room, off) VALUES (${id(3)}, true)`)), "done", "does not count");
  assert.equal(codes(await write(`INSERT INTO stay (room) VALUES (${id(3)})`)), "23505");

  const stay = (room: number, first: string | null, last: string | null, off = false) =>
    write(
      `INSERT INTO stay (room, first, last, off) VALUES (${id(room)}, ${first ? `'${first}'` : "NULL"}, ${last ? `'${last}'` : "NULL"}, ${off})`,
    );
  assert.equal(codes(await stay(4, "2026-01-01", "2026-01-05")), "done");
  assert.equal(codes(await stay(4, "2026-01-05", "2026-01-09")), "TAKEN first", "both ends are of it");
  assert.equal(codes(await stay(4, "2026-01-06", "2026-01-09")), "done");
  assert.equal(codes(await stay(3, "2026-01-05", "2026-01-09")), "done", "another room");
  assert.equal(codes(await stay(4, "2026-01-01", null)), "done", "an empty end is not compared");
  assert.equal(codes(await stay(4, "2026-01-09", "2026-01-01")), "done", "no span at all");
  assert.equal(codes(await stay(4, "2026-01-01", "2026-01-05", true)), "done", "while it does not hold");
  assert.equal(codes(await write(`UPDATE stay SET off = false WHERE room = ${id(4)}`)), "TAKEN first");
  // The constraint holds where nobody asks a rule.
  await assert.rejects(
    owner(
      `ALTER TABLE stay DISABLE TRIGGER "Rules_create"; INSERT INTO stay (room, first, last) VALUES (${id(4)}, '2026-01-02', '2026-01-02')`,
    ),
    { code: "23P01", constraint: "rule.stay.free_overlap" },
  );

  const noise = (room: number, from: string, to: string) =>
    write(
      `INSERT INTO stay (room, "from", "to", off) VALUES (${id(room)}, '2026-01-01 ${from}', '2026-01-01 ${to}', true)`,
    );
  assert.equal(codes(await noise(3, "10:00", "11:00")), "done");
  assert.equal(codes(await noise(4, "11:00", "12:00")), "done", "the end is not of it");
  assert.equal(codes(await noise(4, "10:59", "11:30")), "LOUD -", "another room of the same house");

  assert.equal(codes(await write(`UPDATE house SET part_of = id WHERE id = ${id(1)}`)), "RING part_of");
  assert.equal(codes(await write(`UPDATE house SET part_of = ${id(2)} WHERE id = ${id(1)}`)), "done");
  assert.equal(codes(await write(`UPDATE house SET part_of = ${id(1)} WHERE id = ${id(2)}`)), "RING part_of");
  assert.equal(
    codes(await write(`UPDATE house SET part_of = CASE WHEN id = ${id(1)} THEN NULL ELSE ${id(1)}::uuid END`)),
    "done",
    "turned round at once",
  );
});
