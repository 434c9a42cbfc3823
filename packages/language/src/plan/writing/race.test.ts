// Rules, quotas and rates under sixteen writers at once: no rule is ever broken, and nobody is told of a deadlock.
import assert from "node:assert/strict";
import { test } from "node:test";
import { asPerson, databases, type TestDatabase } from "../../testing/database.ts";
import { rounds, startRace, tally } from "../../testing/race.ts";
import { completeDocument } from "../../testing/run-cases.ts";
import { eventually } from "../../testing/eventually.ts";

const { open } = databases();

const document = completeDocument(`## 3. Entities and their fields

### Team

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 40 | yes | |
| Open | yes/no | no | yes |
| Members | list of Member | | |
| Parts | list of Part | | |

### Member

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Team | belongs to Team | yes | |
| Admin | yes/no | no | no |
| Load | integer 0 to 100 | yes | 0 |
| Active | yes/no | no | no |

### Part

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Team | belongs to Team | yes | |
| Lines | list of Line | | |

### Line

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Part | belongs to Part | yes | |
| Amount | integer 0 to 100 | yes | |

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Team | reference to Team | yes | |

### Stay

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Room | reference to Room | yes | |
| First | date | yes | |
| Last | date | yes | |

### Room

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 40 | no | |
| House | reference to Room | no | |
| Key | text up to 10 | no | |

### Wish

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text up to 10 | no | |

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| An admin | Team | \`team.members.exists(m, m.admin)\` | LAST |
| Not too much | Team | \`team.members.map(m, m.load).sum() <= 20\` | TOO_MUCH |
| Not too much apart | Team | \`team.members.map(m, m.load).sum() + team.parts.map(p, p.lines.map(l, l.amount).sum()).sum() <= 50\` | TOO_MUCH |
| Lines fit | Line | \`line.part.team.parts.map(p, p.lines.map(l, l.amount).sum()).sum() <= 10\` | TOO_MUCH |
| Open team | Note | \`note.team.open\` | CLOSED |
| Free | Stay | no overlap: First to Last, per Room | TAKEN |
| No ring | Room | no circle: House | RING |
| Few keys | Room | \`room.key == null or not Room.exists(r, r.id != room.id and r.key == room.key)\` | TAKEN |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Anybody | signed in |

| For | May | Anybody |
| --- | --- | --- |
${["Team", "Member", "Part", "Line", "Note", "Stay", "Room", "Wish"]
  .flatMap((entity) => ["create", "read", "update", "delete"].map((may) => `| ${entity} | ${may} | yes |`))
  .join("\n")}

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| LAST | | 409 | The last one. |
| TOO_MUCH | | 422 | Too much. |
| CLOSED | | 409 | Closed. |
| TAKEN | | 409 | Taken. |
| RING | | 422 | A ring. |
| FULL | | 402 | Full. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |

| Limit | Value | Counts | When | Otherwise |
| --- | --- | --- | --- | --- |
| Active members | 3 per Team | Member | \`member.active\` | FULL |
| Wishes | 5 per day per user | create Wish | | RATE_LIMITED |
`).source;

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
const sixteen = Array.from({ length: 16 }, (_, index) => index);

async function start() {
  const database = await open(document);
  const people: string[] = [];
  for (const index of sixteen) people.push(await database.account(`P${index}`));
  const race = await startRace(database);
  /** What everybody does at once; `of` says it for each. */
  const everybody = async (of: (index: number) => string) =>
    tally(await race.run(sixteen.map((index) => ({ person: people[index] ?? null, sql: of(index) }))));
  return { ...database, ...race, people, everybody };
}

/** A team with two admins, and what else a race needs, afresh. */
async function afresh({ owner }: Pick<TestDatabase, "owner">, members = ""): Promise<void> {
  await owner(`BEGIN; DELETE FROM note; DELETE FROM line; DELETE FROM part; DELETE FROM team;
    INSERT INTO team (id, name) VALUES ('${id(1)}', 'One'), ('${id(2)}', 'Two');
    INSERT INTO member (id, team, admin) VALUES ('${id(11)}', '${id(1)}', true), ('${id(12)}', '${id(1)}', true), ('${id(21)}', '${id(2)}', true);
    ${members} COMMIT`);
}

test("sixteen at once", async (t) => {
  const races = await start();
  const { owner, everybody } = races;
  let deadlocks = 0;
  const told = (counts: Readonly<Record<string, number>>) => {
    deadlocks += counts["40P01"] ?? 0;
    return counts;
  };

  await t.test("the last admin leaves twice", async () => {
    for (let round = 0; round < rounds(8); round++) {
      await afresh(races);
      const counts = told(
        await everybody((index) =>
          index % 3 === 0
            ? `UPDATE member SET admin = false WHERE id = '${id(11 + (index % 2))}'`
            : `DELETE FROM member WHERE id = '${id(11 + (index % 2))}'`,
        ),
      );
      assert.ok((counts["LAST"] ?? 0) > 0, JSON.stringify(counts));
      const [left] = await owner(`SELECT count(*)::integer AS admins FROM member WHERE team = '${id(1)}' AND admin`);
      assert.deepEqual(left, { admins: 1 });
    }
  });

  await t.test("a sum at its edge", async () => {
    for (let round = 0; round < rounds(8); round++) {
      await afresh(races);
      // Rows of two teams in either order: whoever locks one by one waits for ever.
      const teams = [id(1), id(2)];
      told(
        await everybody(
          (index) =>
            `INSERT INTO member (team, load) VALUES ('${teams[index % 2]}', 3), ('${teams[(index + 1) % 2]}', 3)`,
        ),
      );
      const sums = await owner("SELECT sum(load)::integer AS load FROM member GROUP BY team");
      assert.deepEqual(sums, [{ load: 18 }, { load: 18 }]);
    }
  });

  await t.test("lists of lists, and a rule that steps up to them", async () => {
    for (let round = 0; round < rounds(8); round++) {
      await afresh(races, `INSERT INTO part (id, team) VALUES ('${id(31)}', '${id(1)}'), ('${id(32)}', '${id(1)}');`);
      const counts = told(
        await everybody((index) => `INSERT INTO line (part, amount) VALUES ('${id(31 + (index % 2))}', 4)`),
      );
      assert.deepEqual(counts, { done: 2, TOO_MUCH: 14 });
    }
  });

  await t.test("a quota at its edge, and a change that makes a row count", async () => {
    for (let round = 0; round < rounds(8); round++) {
      await afresh(races, `INSERT INTO member (id, team) SELECT ('${id(40)}'::text)::uuid, '${id(1)}';`);
      const counts = told(
        await everybody((index) =>
          index === 0
            ? `UPDATE member SET active = true WHERE id = '${id(40)}'`
            : `INSERT INTO member (team, active) VALUES ('${id(1)}', true)`,
        ),
      );
      assert.deepEqual(counts, { done: 3, FULL: 13 });
    }
  });

  await t.test("whoever closes first is seen by whoever writes next", async () => {
    await afresh(races);
    const [closing, writing] = [await races.connect(), await races.connect()];
    await closing.query(`BEGIN; UPDATE public.team SET open = false WHERE id = '${id(1)}'`);
    const { number } = (await writing.query("SELECT pg_backend_pid() AS number")).rows[0];
    const written = asPerson(writing, races.people[0] ?? null, `INSERT INTO note (team) VALUES ('${id(1)}')`);
    const waiting = "SELECT FROM pg_locks WHERE pid = $1 AND NOT granted";
    await eventually(async () => (await races.owner(waiting, [number])).length === 1, "that it waits");
    await closing.query("COMMIT");
    assert.deepEqual(tally([await written]), { CLOSED: 1 });
    await Promise.all([closing.end(), writing.end()]);
  });

  await t.test("another isolation is refused, since locks do not help it", async () => {
    const client = await races.connect();
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
    await assert.rejects(client.query(`DELETE FROM public.member WHERE id = '${id(11)}'`), { code: "25001" });
    await client.end();
  });

  await t.test("spans that meet", async () => {
    for (let round = 0; round < rounds(8); round++) {
      await owner(
        `BEGIN; DELETE FROM stay; DELETE FROM room; INSERT INTO room (id) VALUES ('${id(51)}'), ('${id(52)}'); COMMIT`,
      );
      const rooms = [id(51), id(52)];
      const span = (index: number) => `date '2026-01-01' + ${index % 4}, date '2026-01-01' + ${(index % 4) + 3}`;
      const counts = told(
        await everybody((index) =>
          index % 4 === 0
            ? `INSERT INTO stay (room, first, last) VALUES ('${rooms[0]}', ${span(index)}), ('${rooms[1]}', ${span(index)})`
            : `INSERT INTO stay (room, first, last) VALUES ('${rooms[index % 2]}', ${span(index)})`,
        ),
      );
      assert.equal((counts["done"] ?? 0) + (counts["TAKEN"] ?? 0), 16, JSON.stringify(counts));
      const stays = await owner("SELECT count(*)::integer AS stays FROM stay GROUP BY room");
      assert.deepEqual(stays, [{ stays: 1 }, { stays: 1 }]);
    }
  });

  await t.test("circles, and a rule over all rows", async () => {
    for (let round = 0; round < rounds(8); round++) {
      await owner(`BEGIN; DELETE FROM stay; DELETE FROM room;
        INSERT INTO room (id) SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid FROM generate_series(60, 75) n; COMMIT`);
      // Everybody closes the ring by one.
      const ring = told(
        await everybody(
          (index) => `UPDATE room SET house = '${id(60 + ((index + 1) % 16))}' WHERE id = '${id(60 + index)}'`,
        ),
      );
      assert.deepEqual(ring, { done: 15, RING: 1 });
      const keys = told(
        await everybody((index) => `UPDATE room SET key = 'k${index % 4}' WHERE id = '${id(60 + index)}'`),
      );
      assert.deepEqual(keys, { done: 4, TAKEN: 12 });
    }
  });

  await t.test("a rate is exact", async () => {
    const [person] = races.people;
    for (let round = 0; round < rounds(8); round++) {
      await owner("DELETE FROM writ.rate");
      const race = sixteen.map(() => ({ person: person ?? null, sql: "INSERT INTO wish (text) VALUES ('a')" }));
      assert.deepEqual(told(tally(await races.run(race))), { done: 5, RATE_LIMITED: 11 });
    }
  });

  assert.equal(deadlocks, 0);
});
