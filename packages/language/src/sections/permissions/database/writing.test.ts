// Writing: what is refused, with which code and clause, in which order; who sets which field; what is read back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completeDocument } from "../../../testing/run-cases.ts";
import { databases, type Answer, type TestDatabase } from "../../../testing/database.ts";

const { open } = databases();
const document = (fragment: string) => open(completeDocument(fragment).source);

/** `ok`, or the code with its field and clause. */
function told(answer: Answer): unknown {
  if ("rows" in answer) return "ok";
  const [problem] = answer.problems;
  return [answer.code, problem?.field, problem?.clause].filter((part) => part !== undefined).join(" ");
}

const talks = `## 3. Entities and their fields

### Talk
- Owner: Speaker

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text | yes | |
| Room | one of: small, large | yes | small |
| Public | yes/no | no | no |
| Speaker | reference to User | auto | \`me\` |
| Rank | integer | auto | |
| Keywords | several of: web, data | no | |
| Phone | phone | no | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Visitor | anyone |
| Speaker | signed in |
| Chair | named at installation, assigned by Chair |
| Clerk | assigned by Chair |

| Condition | For | Holds when | Otherwise |
| --- | --- | --- | --- |
| decided | Talk | \`talk.public\` | DECIDED |

| For | May | Visitor | Speaker | Chair | Clerk |
| --- | --- | --- | --- | --- | --- |
| Talk | create | no | yes | yes | not shown |
| Talk | read | decided | own or decided | yes | no |
| Talk | update | no | own and not decided | yes | no |
| Talk | delete | no | no | yes | not shown |
| Talk | set Room | no | no | yes | no |
| Talk | set Public on update | no | no | yes | no |
| Talk | set Speaker | no | no | yes | no |
| Talk | set Rank on update | no | own | yes | no |
| Talk | set Keywords on create | no | no | yes | no |
| User | read | no | no | yes | no |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| DECIDED | Changing what is decided | 409 | This talk is decided. |
`;

async function talk(database: TestDatabase, speaker: string, isPublic = false): Promise<string> {
  const [row] = await database.owner(
    "INSERT INTO talk (title, speaker, public, room) VALUES ('A', $1, $2, 'small') RETURNING id",
    [speaker, isPublic],
  );
  return String(row?.["id"]);
}

test("a refusal says what is lacking, and which clause asks for it", async () => {
  const database = await document(talks);
  const [ann, bob] = [await database.account("Ann"), await database.account("Bob")];
  const [chair, clerk] = [await database.account("Chris", "chair"), await database.account("Clara", "clerk")];
  const create = "INSERT INTO talk (title) VALUES ('B')";
  assert.equal(told(await database.as(null, create)), "NOT_SIGNED_IN 6/Talk/create");
  assert.equal(told(await database.as(ann, create)), "ok");
  const hidden = await talk(database, ann);
  const shown = await talk(database, ann, true);
  const update = (id: string) => `UPDATE talk SET title = 'C' WHERE id = '${id}' RETURNING title`;
  // Who cannot see it is told nothing; who can is told why not.
  assert.deepEqual(await database.as(bob, update(hidden)), { rows: [] });
  assert.equal(told(await database.as(bob, update(shown))), "FORBIDDEN 6/Talk/update");
  assert.equal(told(await database.as(ann, update(shown))), "DECIDED 6/Talk/update");
  assert.deepEqual(await database.as(ann, update(hidden)), { rows: [{ title: "C" }] });
  assert.equal(told(await database.as(null, update(shown))), "NOT_SIGNED_IN 6/Talk/update");
  assert.equal(told(await database.as(ann, `DELETE FROM talk WHERE id = '${hidden}'`)), "FORBIDDEN 6/Talk/delete");
  assert.equal(told(await database.as(clerk, `DELETE FROM talk WHERE id = '${shown}'`)), "NOT_SHOWN 6/Talk/delete");
  assert.equal(told(await database.as(chair, `DELETE FROM talk WHERE id = '${shown}'`)), "ok");
  assert.equal((await database.owner("SELECT FROM talk WHERE id = $1", [shown])).length, 0);
});

test("an update is judged on the row as it was", async () => {
  const database = await document(talks);
  const [ann, chair] = [await database.account("Ann"), await database.account("Chris", "chair")];
  const mine = await talk(database, ann);
  // Whoever gives it away may do so, and nobody takes it by writing their own name into it.
  assert.equal(told(await database.as(chair, "UPDATE talk SET speaker = $1 WHERE id = $2", [chair, mine])), "ok");
  assert.deepEqual(await database.as(ann, "UPDATE talk SET speaker = $1 WHERE id = $2 RETURNING id", [ann, mine]), {
    rows: [],
  });
});

test("set restricts an ordinary field and grants one of the system's", async () => {
  const database = await document(talks);
  const [ann, bob] = [await database.account("Ann"), await database.account("Bob")];
  const chair = await database.account("Chris", "chair");
  const create = (columns: string, values: string) => `INSERT INTO talk (title, ${columns}) VALUES ('B', ${values})`;
  assert.equal(told(await database.as(ann, create("room", "'large'"))), "FORBIDDEN room 6/Talk/set Room");
  // What would be set passes, and so does what is there.
  assert.equal(told(await database.as(ann, create("room", "'small'"))), "ok");
  assert.equal(told(await database.as(ann, create("room", "DEFAULT"))), "ok");
  // An empty value is another one than the default.
  assert.equal(told(await database.as(ann, create("room", "NULL"))), "FORBIDDEN room 6/Talk/set Room");
  assert.equal(told(await database.as(chair, create("room", "'large'"))), "ok");
  assert.equal(told(await database.as(ann, create("speaker", `'${ann}'`))), "ok");
  assert.equal(told(await database.as(ann, create("speaker", `'${bob}'`))), "FORBIDDEN speaker 6/Talk/set Speaker");
  assert.equal(told(await database.as(chair, create("speaker", `'${bob}'`))), "ok");
  assert.deepEqual(await database.owner("SELECT count(*)::int FROM talk WHERE speaker = $1", [bob]), [{ count: 1 }]);
  assert.equal(
    told(await database.as(ann, create("keywords", "'{web}'"))),
    "FORBIDDEN keywords 6/Talk/set Keywords on create",
  );
  assert.equal(told(await database.as(ann, create("keywords", "'{}'"))), "ok");
  // Only its update has a row: at creation an ordinary field is free.
  assert.equal(told(await database.as(ann, create("public", "true"))), "ok");
  assert.equal(told(await database.as(ann, create("rank", "1"))), "FORBIDDEN rank 3/Talk/Rank");
  const mine = await talk(database, ann);
  const set = (change: string) => database.as(ann, `UPDATE talk SET ${change} WHERE id = '${mine}'`);
  assert.equal(told(await set("keywords = '{web}', room = 'small'")), "ok");
  assert.equal(told(await set("room = 'large'")), "FORBIDDEN room 6/Talk/set Room");
  assert.equal(told(await set("public = true")), "FORBIDDEN public 6/Talk/set Public on update");
  assert.equal(told(await set("rank = 3, public = false")), "ok");
  assert.deepEqual(await database.owner("SELECT rank, keywords FROM talk WHERE id = $1", [mine]), [
    { rank: "3", keywords: ["web"] },
  ]);
});

test("all fields that may not be set are reported together", async () => {
  const database = await document(talks);
  const ann = await database.account("Ann");
  const answer = await database.as(ann, "INSERT INTO talk (title, room, keywords) VALUES ('B', 'large', '{web}')");
  assert.deepEqual("problems" in answer && answer.problems.map(({ field }) => field), ["room", "keywords"]);
});

const houses = `## 3. Entities and their fields

### House

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |
| Stays | list of Stay | | |

### Stay

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| House | belongs to House | yes | |
| Guest | reference to User | auto | |

### Wish

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text | yes | |
| Open | yes/no | no | yes |

## 4. States and transitions

### Effects

| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| House | create | | create Stay | \`house = house, guest = me\` |

## 6. Roles and permissions

| Role | Given by | Within |
| --- | --- | --- |
| Person | signed in | |
| Guest | Stay where \`true\` | House |

| Condition | For | Holds when |
| --- | --- | --- |
| open | Wish | \`wish.open\` |

| For | May | Person | Guest |
| --- | --- | --- | --- |
| House | create | yes | no |
| House | read, update | no | yes |
| House | delete | no | no |
| Stay | read | no | yes |
| Stay | create, update, delete | no | no |
| Wish | create | yes | no |
| Wish | read | open | no |
| Wish | update | yes | no |
| Wish | delete | no | no |
`;

test("a created row is read back where something makes it readable, and a changed one is reported", async () => {
  const database = await document(houses);
  const ann = await database.account("Ann");
  const made = await database.as(ann, "INSERT INTO house (name) VALUES ('A'), ('B') RETURNING name");
  assert.deepEqual(made, { rows: [{ name: "A" }, { name: "B" }] });
  // Made readable by nothing, a row is created and not read.
  const mute = await database.as(ann, "INSERT INTO wish (text, open) VALUES ('w', false)");
  assert.deepEqual(mute, { rows: [] });
  assert.equal(
    told(await database.as(ann, "INSERT INTO wish (text, open) VALUES ('w', false) RETURNING text")),
    "42501",
  );
  const [wish] = await database.owner("INSERT INTO wish (text, open) VALUES ('v', true) RETURNING id");
  const closed = await database.as(ann, "UPDATE wish SET open = false WHERE id = $1 RETURNING text", [wish?.["id"]]);
  assert.deepEqual(closed, { rows: [{ text: "v" }] });
  assert.deepEqual(await database.as(ann, "SELECT text FROM wish"), { rows: [] });
});

test("naming rows that one has not written shows nothing", async () => {
  const database = await document(houses);
  const ann = await database.account("Ann");
  const [wish] = await database.owner("INSERT INTO wish (text, open) VALUES ('secret', false) RETURNING id");
  const forged = `SELECT text FROM wish WHERE set_config('writ.written', '${String(wish?.["id"])}', true) <> ''`;
  assert.deepEqual(await database.as(ann, forged), { rows: [] });
  const [house] = await database.owner("INSERT INTO house (name) VALUES ('H') RETURNING id");
  const again = `SELECT name FROM house WHERE set_config('writ.written', '${String(house?.["id"])}', true) <> ''`;
  assert.deepEqual(await database.as(ann, again), { rows: [] });
});

const teams = `## 3. Entities and their fields

### Team

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text | yes | |
| Memberships | list of Membership | | |

### Membership

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Team | belongs to Team | yes | |
| Person | reference to User | yes | |
| Kind | one of: guest, member | yes | guest |

## 6. Roles and permissions

| Role | Given by | Within |
| --- | --- | --- |
| Person | signed in | |
| Member | Membership where \`true\` | Team |

| Condition | For | Holds when |
| --- | --- | --- |
| open | Team | \`team.title == 'open'\` |
| trusted | Team | \`my_membership.kind == 'member'\` |

| For | May | Person | Member |
| --- | --- | --- | --- |
| Team | read | open | trusted and not open |
| Team | update | yes | no |
| Team | create, delete | no | no |
| Membership | create, read, update, delete | no | no |
`;

test("a change is reported also where another arm of the read right takes over", async () => {
  const database = await document(teams);
  const [ann, bob] = [await database.account("Ann"), await database.account("Bob")];
  const [team] = await database.owner("INSERT INTO team (title) VALUES ('open') RETURNING id");
  await database.owner("INSERT INTO membership (team, person, kind) VALUES ($1, $2, 'member')", [team?.["id"], ann]);
  const close = `UPDATE team SET title = 'shut' WHERE id = '${String(team?.["id"])}' RETURNING title`;
  assert.deepEqual(await database.as(ann, close), { rows: [{ title: "shut" }] });
  assert.deepEqual(await database.as(ann, "SELECT title FROM team"), { rows: [{ title: "shut" }] });
  // Whoever does not see it any more changes nothing.
  assert.deepEqual(await database.as(bob, "SELECT title FROM team"), { rows: [] });
  assert.deepEqual(await database.as(bob, close), { rows: [] });
});

test("a visitor is asked to sign in, also where the matrix has no row because users change their own", async () => {
  const database = await document(
    talks.replace("| User | read | no | no | yes | no |", "| User | read | yes | no | yes | no |"),
  );
  const ann = await database.account("Ann");
  const rename = `UPDATE public.user SET name = 'Anna' WHERE id = '${ann}' RETURNING name`;
  assert.equal(told(await database.as(null, rename)), "NOT_SIGNED_IN 3/User");
  assert.equal(told(await database.as(await database.account("Chris", "chair"), rename)), "FORBIDDEN 3/User");
  assert.deepEqual(await database.as(ann, rename), { rows: [{ name: "Anna" }] });
});
