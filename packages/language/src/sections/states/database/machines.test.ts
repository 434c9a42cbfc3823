// Machines that are not the plain kind: several in one entity, hidden fields, tenants, gaps, and effects without end.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completeDocument } from "../../../testing/run-cases.ts";
import { databases, type Answer } from "../../../testing/database.ts";

const { open } = databases();

const orders = completeDocument(`
## 3. Entities and their fields

### Club

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 60 | yes | |

### Membership

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Club | belongs to Club | yes | |
| Person | reference to User | yes | |

### Order

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Club | belongs to Club | yes | |
| Title | text up to 60 | yes | |
| Secret | text up to 60 | no | |
| Count | integer | yes | 0 |
| Items | list of Item | | |
| Payment | state | | |
| Delivery | state | | |

### Item

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Parent | belongs to Order | yes | |
| Words | text up to 60 | no | |

## 4. States and transitions

### Order: Payment

| State | Kind |
| --- | --- |
| Due | start |
| Paid | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Pay | Due | Paid | button |
| Remind | Due | same | button |

### Order: Delivery

| State | Kind |
| --- | --- |
| Waiting | start |
| Sent | end |

| Transition | From | To | On | Only if | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Send | Waiting | Sent | button | \`order.payment == 'paid'\` | NOT_PAID |
| Hold | Waiting | same | button | not shown | NOT_PAID |

### Effects

| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Order | Remind | | set | not shown |
| Order | Pay | | mail paid | to role Member |
| Item | create | | mail noted | to role Member |
| Item | create | \`item.words != null\` | mail noted | to role Member within \`item.parent.club\` |
| Order | change of Count | \`order.count > 0 and order.count < 1000\` | set | \`count = order.count + 1\` |
| Order | change of Title | \`order.title == 'gone'\` | delete | |
| Order | change of Title | | mail paid | to role Member |

## 6. Roles and permissions

| Role | Given by | Within |
| --- | --- | --- |
| Clerk | signed in | |
| Member | Membership where \`membership.person != null\` | Club |
| Boss | named at installation | |

| For | May | Clerk | Member | Boss |
| --- | --- | --- | --- | --- |
| Club | create, read, update, delete | yes | yes | yes |
| Membership | create, read, update, delete | yes | yes | yes |
| Order | create, read, update, delete | yes | yes | yes |
| Order | see Secret | no | no | yes |
| Order | Pay, Send, Hold, Remind | yes | yes | yes |
| Item | create, read, update, delete | yes | yes | yes |
| User | read | yes | yes | yes |

## 7. The calls it makes

| Mail | For | Subject | Text |
| --- | --- | --- | --- |
| paid | Order | {order.title} | Paid. |
| noted | Item | {item.parent.title} | Noted. |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| NOT_PAID | it is not paid | 422 | Pay first. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`).source;

const done = (answer: Answer) => {
  assert.ok("rows" in answer, JSON.stringify(answer));
  return answer.rows;
};
const code = (answer: Answer) => ("rows" in answer ? "done" : `${answer.code} ${answer.problems[0]?.clause ?? ""}`);

async function clubs() {
  const database = await open(orders);
  const [ann, bob, cleo] = [
    await database.account("Ann"),
    await database.account("Bob"),
    await database.account("Cleo", "boss"),
  ];
  const { owner } = database;
  const [chess] = await owner("INSERT INTO public.club (name) VALUES ('Chess') RETURNING id");
  const [go] = await owner("INSERT INTO public.club (name) VALUES ('Go') RETURNING id");
  await owner("INSERT INTO public.membership (club, person) VALUES ($1, $2), ($3, $4)", [
    chess?.["id"],
    ann,
    go?.["id"],
    bob,
  ]);
  const [row] = done(
    await database.as(cleo, `INSERT INTO "order" (club, title, secret) VALUES ($1, 'board', 'cheap') RETURNING id`, [
      chess?.["id"],
    ]),
  );
  const step = (who: string, name: string) => database.as(who, `SELECT * FROM order_${name}($1)`, [row?.["id"]]);
  const to = async () =>
    (await owner("SELECT payload -> 'to' ->> 'person' AS person FROM writ.outbox ORDER BY id")).map(
      ({ person }) => person,
    );
  return { ...database, ann, bob, cleo, id: String(row?.["id"]), step, to };
}

test("each state field of an entity goes its own way, and ended means all of them", async () => {
  const { ann, step, as, owner, id } = await clubs();
  assert.equal(code(await step(ann, "send")), "NOT_PAID 4/Order/Send");
  assert.equal(code(await step(ann, "pay")), "done");
  const ended = `SELECT payment, delivery, _payment_since = _delivery_since AS same, ended FROM writ_data."order" WHERE id = $1`;
  assert.deepEqual(await owner(ended, [id]), [{ payment: "paid", delivery: "waiting", same: false, ended: false }]);
  assert.equal(code(await step(ann, "send")), "done");
  assert.deepEqual(done(await as(ann, `SELECT ended FROM "order"`)), [{ ended: true }]);
  assert.equal(code(await step(ann, "send")), "CONFLICT 4/Order/Send");
});

test("the answer is the row as the caller may see it", async () => {
  const { ann, cleo, step, as, id } = await clubs();
  const [row] = done(await step(ann, "pay"));
  assert.equal(row?.["secret"], null);
  assert.equal(row?.["payment"], "paid");
  const [whole] = done(await as(cleo, "SELECT secret FROM order_send($1)", [id]));
  assert.equal(whole?.["secret"], "cheap");
  assert.equal(code(await as(ann, "SELECT writ.seen_order($1)", [id])), "42501 ");
});

test("what is not shown is there, and answers that it is not shown", async () => {
  const { ann, step, owner, id } = await clubs();
  assert.equal(code(await step(ann, "hold")), "NOT_SHOWN 4/Order/Hold/Only if");
  assert.equal(code(await step(ann, "remind")), "NOT_SHOWN 4/Effects/Order/Remind/set/With");
  assert.deepEqual(await owner(`SELECT _did FROM writ_data."order" WHERE id = $1`, [id]), [{ _did: null }]);
});

test("to role: those who hold it where the row is, or where it is said", async () => {
  const { ann, bob, step, as, id, to, owner } = await clubs();
  done(await step(ann, "pay"));
  assert.deepEqual(await to(), [ann]);
  done(await as(bob, `INSERT INTO item (parent) VALUES ($1)`, [id]));
  assert.deepEqual(await to(), [ann, ann]);
  done(await as(bob, `INSERT INTO item (parent, words) VALUES ($1, 'x')`, [id]));
  assert.deepEqual(await to(), [ann, ann, ann, ann]);
  await owner("DELETE FROM public.membership");
  done(await as(bob, `INSERT INTO item (parent) VALUES ($1)`, [id]));
  assert.equal((await to()).length, 4, "nobody to write to means that nothing is sent");
});

test("effects that set off each other too often are refused, and say so", async () => {
  const { ann, as, owner, id } = await clubs();
  const refused = await as(ann, `UPDATE "order" SET count = 1 WHERE id = $1`, [id]);
  assert.ok(!("rows" in refused));
  assert.equal(refused.code, "UNEXPECTED");
  assert.match(refused.message, /without end/);
  assert.deepEqual(await owner(`SELECT count::int FROM writ_data."order"`), [{ count: 0 }]);
  done(await as(ann, `UPDATE "order" SET count = 990 WHERE id = $1`, [id]));
  assert.deepEqual(await owner(`SELECT count::int FROM writ_data."order"`), [{ count: 1000 }]);
});

test("an effect may delete its own row, and those after it still know it", async () => {
  const { ann, as, owner, id, to } = await clubs();
  done(await as(ann, `UPDATE "order" SET title = 'gone' WHERE id = $1`, [id]));
  assert.deepEqual(await owner(`SELECT id FROM writ_data."order"`), []);
  assert.deepEqual(await to(), [ann]);
});
