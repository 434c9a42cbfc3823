// Timers of a document happen while the server runs, without anybody asking.
import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { after, test } from "node:test";
import { newPerson, startProduct } from "../auth/testing/product.ts";

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
  for (let turn = 0; turn < 1000 && (await state()) === "open"; turn++) await delay(100);
  assert.equal(await state(), "shut");
});

test("what a schedule calls waits in the outbox, once", async () => {
  await product.owner("UPDATE writ.schedule SET next_at = now() - interval '1 second'");
  const waiting = async () => product.owner("SELECT name FROM writ.outbox WHERE kind = 'call' AND name = 'count'");
  for (let turn = 0; turn < 1000 && (await waiting()).length === 0; turn++) await delay(50);
  await delay(1200);
  assert.equal((await waiting()).length, 1);
});
