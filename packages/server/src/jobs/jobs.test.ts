// Timers of a document happen while the server runs, without anybody asking.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { newPerson, startProduct } from "../auth/testing/product.ts";
import { eventually, pause } from "../../../language/src/testing/eventually.ts";

const document = `## 3. Entities and their fields

### Note
- Owner: Author

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Author | reference to User | auto | \`me\` |
| Text | text up to 200 | yes | |
| State | state | | |

## 4. States and transitions

### Note
| State | Kind |
| --- | --- |
| Open | start |
| Shut | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Shut | Open | Shut | after \`soon\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| For | May | Member |
| --- | --- | --- |
| Note | create | yes |
| Note | read, update, delete | own |

## 7. The calls it makes

| Call | Kind | On | Code |
| --- | --- | --- | --- |
| Count | schedule | every 1 hours | \`calls/count.ts\` |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |

| Constant | Value |
| --- | --- |
| Soon | 1 seconds |
`;

const product = await startProduct({ after }, document);

test("a row goes on by itself when its time has come", async () => {
  const { client } = await newPerson(product);
  assert.equal((await client.from("note").insert({ text: "soon" })).error, null);
  const state = async () => (await client.from("note").select("state").single()).data?.state;
  assert.equal(await state(), "open");
  await eventually(async () => (await state()) === "shut", state);
});

test("what a schedule calls waits in the outbox, once", async () => {
  const look = async () => {
    const [found] = await product.owner(`SELECT next_at::text AS next,
      (SELECT count(*)::int FROM writ.outbox WHERE kind = 'call' AND name = 'count') AS calls FROM writ.schedule`);
    return found;
  };
  // At a full hour it runs by itself as well: then once more, of which an hour is left.
  for (let tries = 0; tries < 2; tries++) {
    const [due] = await product.owner("SELECT (date_trunc('hour', now()) + interval '1 hour')::text AS next");
    // Whoever is at it holds the row: what they write is there for the second statement.
    await product.owner(`BEGIN; UPDATE writ.schedule SET next_at = now() - interval '1 second';
      DELETE FROM writ.outbox WHERE kind = 'call' AND name = 'count'; COMMIT`);
    await eventually(async () => (await look())?.["calls"] !== 0, "a call");
    await pause(1200, "a second one would come with the next round of schedules, each second");
    const { next, calls } = (await look()) ?? {};
    if (next !== due?.["next"]) continue;
    assert.equal(calls, 1);
    return;
  }
  assert.fail("two full hours have passed");
});
