// Nobody makes a product a nuisance to others: mails to one address, because of one person and in all have a ceiling.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../testing/product.ts";

const start = products();

const { source } = completeDocument(`
## 3. Entities and their fields

### Invitation

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Email | email | yes | |
| Words | text up to 200 | yes | |

## 4. States and transitions

### Effects
| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Invitation | create | | mail invited | to \`invitation.email\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| For | May | Member |
| --- | --- | --- |
| Invitation | create, read, delete | yes |
| Invitation | update | no |

## 7. The calls it makes

| Mail | For | Subject | Text |
| --- | --- | --- | --- |
| invited | Invitation | {invitation.words} | Come in. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);

test("what goes beyond the ceiling of an address is not sent; beyond that of a sender and of the product it waits", async () => {
  const environment = { WRIT_MAILS_TO_ADDRESS: "3", WRIT_MAILS_BY_SENDER: "5", WRIT_MAILS_IN_ALL: "7" };
  const desk = await start(source, { development: true, jobs: "asked", environment });
  const [ann, ben] = [await desk.person("Ann"), await desk.person("Ben")];
  const invite = async (token: string, email: string) => {
    const { status } = await fetch(`${desk.url}/rest/v1/invitation`, {
      method: "POST",
      headers: { apikey: desk.anonKey, authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ email, words: "Hello" }),
    });
    assert.equal(status, 201);
    await desk.work();
  };
  // Made and deleted in a loop is as good: a row that is gone has been written about all the same.
  for (let time = 0; time < 6; time++)
    await invite(ann, time % 2 === 0 ? "stranger@example.org" : "Stranger@example.org");
  const sent = async () =>
    (await desk.owner("SELECT recipient, count(*)::int AS mails FROM writ.mailbox GROUP BY 1 ORDER BY 1")).map(
      ({ recipient, mails }) => `${recipient} ${mails}`,
    );
  assert.deepEqual(await sent(), ["stranger@example.org 3"]);
  const left = async () =>
    desk.owner(
      "SELECT failure, due_at = 'infinity' AS is_over, tries, count(*)::int AS mails FROM writ.outbox WHERE done_at IS NULL GROUP BY 1, 2, 3 ORDER BY 1",
    );
  const over = {
    failure: "not sent: this address has had 3 mails within an hour",
    is_over: true,
    tries: 1,
    mails: 3,
  };
  assert.deepEqual(await left(), [over]);
  for (const name of ["a", "b", "c"]) await invite(ann, `${name}@example.org`);
  assert.deepEqual(await sent(), ["a@example.org 1", "b@example.org 1", "stranger@example.org 3"]);
  const waits = { is_over: false, tries: 0, mails: 1 };
  const bySender = { failure: "waits: 5 mails within an hour because of one person", ...waits };
  assert.deepEqual(await left(), [over, bySender]);
  for (const name of ["d", "e", "f"]) await invite(ben, `${name}@example.org`);
  assert.equal((await sent()).length, 5);
  assert.deepEqual(await left(), [over, bySender, { failure: "waits: 7 mails within an hour", ...waits }]);
  // What waits has not been counted for its address either, however often it is tried.
  const counted = await desk.owner(
    "SELECT subject FROM auth.tries WHERE act = 'mails to address' AND cardinality(times) > 0 ORDER BY 1",
  );
  assert.deepEqual(
    counted.map(({ subject }) => subject),
    (await sent()).map((line) => line.split(" ")[0]),
  );
  const metrics = await (await fetch(`${desk.url}/metrics`)).text();
  assert.match(metrics, /writ_work_seconds_count\{kind="mail",name="invited",end="refused"\} 5/);
  // Once the hour is over those that wait go out, and the others never.
  await desk.owner("UPDATE auth.tries SET times = '{}' WHERE act LIKE 'mails %'");
  await desk.owner("UPDATE writ.outbox SET due_at = clock_timestamp() WHERE due_at < 'infinity' AND done_at IS NULL");
  await desk.work();
  assert.equal((await sent()).length, 7);
  assert.deepEqual(await left(), [over]);
});
