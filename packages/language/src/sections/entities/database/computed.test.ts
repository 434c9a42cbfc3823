// Computed fields: kept in the row, worked out on reading, and never more than the reader may know.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { databases, type Answer, type TestDatabase } from "../../../testing/database.ts";
import { completeDocument } from "../../../testing/run-cases.ts";

const { open } = databases();

const { source } = completeDocument(`
## 3. Entities and their fields

### Order
- Owner: Buyer

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Buyer | reference to User | auto | \`me\` |
| Due on | date | yes | \`today\` |
| Discount | percent 0 % to 100 % | yes | 10 % |
| Lines | list of Line | | |
| Sum | computed money \`order.lines.map(l, l.total).sum()\` | | |
| To pay | computed money \`order.sum * (1 - order.discount)\` | | |
| Late | computed yes/no \`order.due_on < today\` | | |
| Mine | computed yes/no \`order.buyer == me\` | | |

### Line

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Order (\`of_order\`) | belongs to Order | yes | |
| Pieces | integer | yes | 1 |
| Price | money | yes | |
| Total | computed money \`line.price * line.pieces\` | | |
| Dear | computed yes/no \`line.total > money(100)\` | | |
| Third | computed number \`div(line.pieces, 3, 9)\` | | |
| Huge | computed integer \`line.pieces * line.pieces\` | | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| For | May | Member |
| --- | --- | --- |
| Order | create | yes |
| Order | read, update, delete | own |
| Line | create, read, update, delete | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Currency | EUR |
`);

let shop: TestDatabase;
let ann: string;
let bob: string;
before(async () => {
  shop = await open(source);
  ann = await shop.account("Ann");
  bob = await shop.account("Bob");
});

const said = (answer: Answer) => ("rows" in answer ? answer.rows : answer.code);

test("what depends on the row alone is a column: it can be read, sorted and found, and not written", async () => {
  const [order] = await shop.owner('INSERT INTO public."order" (buyer) VALUES ($1) RETURNING id', [ann]);
  const made = await shop.as(
    ann,
    "INSERT INTO line (of_order, price, pieces) VALUES ($1, 60, 2), ($1, 1, 1) RETURNING total, third, dear",
    [order?.["id"]],
  );
  assert.deepEqual(said(made), [
    { total: "120.00", third: "0.666667", dear: true },
    { total: "1.00", third: "0.333333", dear: false },
  ]);
  assert.deepEqual(said(await shop.as(ann, "SELECT price FROM line WHERE dear ORDER BY total")), [{ price: "60.00" }]);
  assert.equal(said(await shop.as(ann, "UPDATE line SET total = 5")), "428C9");
});

test("working out a value never fails, however long it gets", async () => {
  const rows = await shop.owner(
    'INSERT INTO line (of_order, price, pieces) SELECT id, 1, 9000000000000000000 FROM public."order" RETURNING huge',
  );
  assert.deepEqual(rows, [{ huge: "81000000000000000000000000000000000000" }]);
  await shop.owner("DELETE FROM line WHERE huge > 100");
});

test("what reads other rows, the clock or the reader is a field of the row on the wire", async () => {
  const read = 'SELECT public.sum(o), public.to_pay(o), public.late(o), public.mine(o) FROM "order" AS o';
  assert.deepEqual(said(await shop.as(ann, read)), [{ sum: "121.00", to_pay: "108.90", late: false, mine: true }]);
  await shop.owner('UPDATE public."order" SET due_on = writ.today() - 1');
  assert.deepEqual(said(await shop.as(ann, 'SELECT public.late(o) FROM "order" AS o WHERE public.late(o)')), [
    { late: true },
  ]);
});

test("a row of one's own making tells nothing about rows out of sight", async () => {
  const [order] = await shop.owner('SELECT id FROM public."order"');
  const forged = await shop.as(
    bob,
    "SELECT public.sum(o) FROM jsonb_populate_record(NULL::public.\"order\", jsonb_build_object('id', $1::text, 'buyer', $2::text)) AS o",
    [order?.["id"], bob],
  );
  assert.deepEqual(said(forged), [{ sum: null }]);
  assert.equal(said(await shop.as(bob, 'SELECT writ."computed_order.sum"(NULL)')), "42501");
});
