// Effects, guards and rights under sixteen at once: what was decided still holds when all are done, and nobody meets a deadlock.
import assert from "node:assert/strict";
import { test } from "node:test";
import { databases } from "../../testing/database.ts";
import { rounds, startRace, tally } from "../../testing/race.ts";
import { completeDocument } from "../../testing/run-cases.ts";

const { open } = databases();

const document = completeDocument(`## 3. Entities and their fields

### Vehicle

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 40 | yes | |
| Spare | yes/no | no | no |
| Bookings | list of Booking | | |
| Repairs | list of Repair | | |

### Booking

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Vehicle | reference to Vehicle | yes | |
| First | integer | yes | |

### Repair

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Vehicle | reference to Vehicle | yes | |
| Last | integer | yes | |

### Proposal

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Amount | integer | yes | |
| Lines | list of Line | | |
| Latest | integer | auto | |
| State | state | | |

### Line

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Proposal | belongs to Proposal | yes | |
| Amount | integer | yes | |

### Remark

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Proposal | reference to Proposal | yes | |
| Mark | integer | yes | |

## 4. States and transitions

### Proposal

| State | Kind |
| --- | --- |
| Draft | start |
| Submitted | end |

| Transition | From | To | On | Only if | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Submit | Draft | Submitted | button | \`proposal.lines.map(l, l.amount).sum() == proposal.amount\` | UNEVEN |

### Effects

| For | After | On | If | Do | With |
| --- | --- | --- | --- | --- | --- |
| Repair | change of Last | \`repair.vehicle.bookings.filter(b, b.first <= repair.last)\` | | set | \`vehicle = Vehicle.filter(v, v.spare).first(v, v.name) == null ? booking.vehicle : Vehicle.filter(v, v.spare).first(v, v.name)\` |
| Remark | create | \`remark.proposal\` | \`proposal.latest == null or proposal.latest < remark.mark\` | set | \`latest = remark.mark\` |

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| Not under repair | Booking | \`not booking.vehicle.repairs.exists(r, r.last >= booking.first)\` | TAKEN |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Anybody | signed in |

| Condition | For | Holds when | Otherwise |
| --- | --- | --- | --- |
| Draft of it | Line | \`line.proposal.state == 'draft'\` | SHUT |
| Of a draft | Remark | \`remark.proposal.state == 'draft'\` | SHUT |

| For | May | Anybody |
| --- | --- | --- |
| Vehicle | create, read, update, delete | yes |
| Booking | create, read, update, delete | yes |
| Repair | create, read, update, delete | yes |
| Proposal | create, read, update, delete | yes |
| Proposal | Submit | yes |
| Line | create, update, delete | Draft of it |
| Line | read | yes |
| Remark | create | Of a draft |
| Remark | read, update, delete | yes |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| UNEVEN | | 409 | Not even. |
| TAKEN | | 409 | Taken. |
| SHUT | | 409 | Shut. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`).source;

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
const sixteen = Array.from({ length: 16 }, (_, index) => index);

test("what is decided by other rows, sixteen at once", async (t) => {
  const { owner, account, ...database } = await open(document);
  const people: string[] = [];
  for (const index of sixteen) people.push(await account(`P${index}`));
  const race = await startRace({ owner, account, ...database });
  const everybody = async (of: (index: number) => string) => {
    const counts = tally(await race.run(sixteen.map((index) => ({ person: people[index] ?? null, sql: of(index) }))));
    assert.equal(counts["40P01"], undefined, JSON.stringify(counts));
    return counts;
  };

  await t.test("bookings come while an effect moves bookings away", async () => {
    for (let round = 0; round < rounds(12); round++) {
      await owner("DELETE FROM public.repair; DELETE FROM public.booking; DELETE FROM public.vehicle");
      await owner(`INSERT INTO public.vehicle (id, name, spare) VALUES ('${id(1)}', 'a', false), ('${id(2)}', 'b', true);
        INSERT INTO public.repair (id, vehicle, last) VALUES ('${id(3)}', '${id(1)}', 1)`);
      const counts = await everybody((index) =>
        index === 3
          ? `UPDATE repair SET last = 100 WHERE id = '${id(3)}'`
          : `INSERT INTO booking (vehicle, first) VALUES ('${id(1)}', ${10 + index})`,
      );
      assert.equal((counts["done"] ?? 0) + (counts["TAKEN"] ?? 0), 16, JSON.stringify(counts));
      const left = await owner(`SELECT count(*)::integer AS left FROM public.booking WHERE vehicle = '${id(1)}'`);
      assert.deepEqual(left, [{ left: 0 }]);
    }
  });

  await t.test("lines come while what they add up to is submitted", async () => {
    const fixtures = [1, 2].map(
      (number) => `INSERT INTO public.proposal (id, amount) VALUES ('${id(number)}', 1000);
        INSERT INTO public.line (proposal, amount) VALUES ('${id(number)}', 1000);`,
    );
    for (let round = 0; round < rounds(12); round++) {
      await owner(`DELETE FROM public.line; DELETE FROM public.proposal`);
      await owner(fixtures.join("\n"));
      // Lines of two proposals in either order: whoever locks one after the other would wait for ever.
      const counts = await everybody((index) => {
        const [one, other] = index % 2 === 0 ? [id(1), id(2)] : [id(2), id(1)];
        return index % 5 === 0
          ? `SELECT FROM proposal_submit('${one}')`
          : `INSERT INTO line (proposal, amount) VALUES ('${one}', 5), ('${other}', 5)`;
      });
      const told = ["done", "SHUT", "UNEVEN", "CONFLICT"].reduce((sum, code) => sum + (counts[code] ?? 0), 0);
      assert.equal(told, 16, JSON.stringify(counts));
      const wrong = `SELECT count(*)::integer AS wrong FROM public.proposal AS p WHERE p.state = 'submitted'
        AND p.amount <> (SELECT sum(l.amount) FROM public.line AS l WHERE l.proposal = p.id)`;
      assert.deepEqual(await owner(wrong), [{ wrong: 0 }]);
    }
  });

  // Each first shares the row and then changes it: two of them would wait for each other.
  await t.test("an effect changes the row that a right reads", async () => {
    for (let round = 0; round < rounds(12); round++) {
      await owner("DELETE FROM public.remark; DELETE FROM public.line; DELETE FROM public.proposal");
      await owner(`INSERT INTO public.proposal (id, amount) VALUES ('${id(1)}', 1), ('${id(2)}', 1)`);
      const counts = await everybody(
        (index) =>
          `INSERT INTO remark (proposal, mark) VALUES ('${id(1 + (index % 2))}', ${index}), ('${id(2 - (index % 2))}', ${index})`,
      );
      assert.deepEqual(counts, { done: 16 });
      const latest = await owner("SELECT latest::integer AS latest FROM public.proposal ORDER BY id");
      assert.deepEqual(latest, [{ latest: 15 }, { latest: 15 }]);
    }
  });
});
