// What a write answers is what a read right after it would answer, and nothing of either is the system's own.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products, type TestProduct } from "../testing/product.ts";

const startProduct = products();

const { source } = completeDocument(`
## 3. Entities and their fields

### Club

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |
| Members | list of Member via Club | | |
| Size | computed number \`club.members.size()\` | | |

### Member

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Club | belongs to Club | yes | |
| Person | reference to User | yes | |

### Room

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |
| Guests | list of Guest via Room | | |

### Guest

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Room | belongs to Room | yes | |
| Name | text | yes | |

### Vault

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |
| Hidden | text | no | |

### Bill

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |
| Lines | list of Line via Bill | | |
| Sum | computed number \`bill.lines.map(l, l.amount).sum()\` | | |
| Late | computed yes/no \`bill.created_at < now - days(3)\` | | |
| Long | computed text \`bill.name + '!'\` | | |
| Mark | text | auto | |
| State | state | | |

### Line

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Bill | belongs to Bill | yes | |
| Amount | integer | yes | 1 |
| Rest | computed number \`line.bill.sum - line.amount\` | | |

## 4. States and transitions

### Bill

| State | Kind | Meaning |
| --- | --- | --- |
| Open | start | |
| Closed | end | |

| Transition | From | To | On | Asks for |
| --- | --- | --- | --- | --- |
| Close | Open | Closed | button | |

| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Club | create | | create Member | \`club = club, person = me\` |
| Bill | create | | create Line | \`bill = bill, amount = 4\` |
| Bill | create | | set | \`mark = 'new'\` |
| Bill | Close | | create Line | \`bill = bill, amount = 7\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Reader | signed in |

| Condition | For | Holds when |
| --- | --- | --- |
| mine | Club | \`me in club.members.map(m, m.person)\` |
| called so | Room | \`room.guests.exists(g, g.name == room.name)\` |
| open | Vault | \`vault.name == 'Open'\` |

| For | May | Reader |
| --- | --- | --- |
| Club | create | yes |
| Club | read, update | mine |
| Club | delete | no |
| Member | create, read, update, delete | yes |
| Room | create, update, delete | yes |
| Room | read | called so |
| Guest | create, read, update, delete | yes |
| Vault | create, update, delete | yes |
| Vault | read | open |
| Vault | see Hidden | no |
| Bill | create, read, update, delete | yes |
| Bill | Close | yes |
| Line | create, read, update, delete | yes |
`);

let product: TestProduct;
let ann: SupabaseClient;
before(async () => {
  product = await startProduct(source);
  const token = await product.person("Ann");
  ann = createClient(product.url, product.anonKey, { accessToken: async () => token, auth: { persistSession: false } });
});

const data = <Data>({ data: found, error }: { data: Data; error: unknown }): Data => {
  assert.equal(error, null);
  return found;
};

const bills = () => ann.from("bill");
const all = "*, lines:line(amount, rest)";

test("a new row comes back with what is worked out, and with what followed from it", async () => {
  const made = data(await bills().insert({ name: "Paper" }).select(all).single());
  assert.deepEqual(made, data(await bills().select(all).eq("id", made?.id).single()));
  const { sum, late, long, mark, lines } = made ?? {};
  assert.deepEqual(
    { sum, late, long, mark, lines },
    { sum: 4, late: false, long: "Paper!", mark: "new", lines: [{ amount: 4, rest: 0 }] },
  );
});

test("rows of one request come back in its order, as they are after all of it", async () => {
  const bill = data(await bills().insert({ name: "Ink" }).select("id").single())?.id;
  const lines = data(
    await ann
      .from("line")
      .insert([
        { bill, amount: 3 },
        { bill, amount: 2 },
        { bill, amount: 1 },
      ])
      .select(),
  );
  assert.deepEqual(
    lines?.map(({ amount, rest }) => ({ amount, rest })),
    [
      { amount: 3, rest: 7 },
      { amount: 2, rest: 8 },
      { amount: 1, rest: 9 },
    ],
  );
});

test("a changed row comes back as it is then", async () => {
  const bill = data(await bills().insert({ name: "Glue" }).select("id").single())?.id;
  const line = data(await ann.from("line").insert({ bill, amount: 1 }).select("id, bill(sum)").single());
  assert.deepEqual(line?.bill, { sum: 5 });
  const changed = data(
    await ann.from("line").update({ amount: 6 }).eq("id", line?.id).select("amount, rest, bill(sum)").single(),
  );
  assert.deepEqual(changed, { amount: 6, rest: 4, bill: { sum: 10 } });
  const again = data(
    await ann.from("line").upsert({ id: line?.id, bill, amount: 8 }).select("amount, bill(sum)").single(),
  );
  assert.deepEqual(again, { amount: 8, bill: { sum: 12 } });
});

test("a step answers what has followed from it", async () => {
  const id = data(await bills().insert({ name: "Tape" }).select("id").single())?.id;
  const closed = data(await ann.rpc("bill_close", { id }).select("state, sum, lines:line(amount)"));
  assert.deepEqual(closed, { state: "closed", sum: 11, lines: [{ amount: 4 }, { amount: 7 }] });
});

test("a row that makes its reader comes back", async () => {
  const made = data(await ann.from("club").insert({ name: "Chess" }).select());
  assert.deepEqual(
    made?.map(({ name, size }) => ({ name, size })),
    [{ name: "Chess", size: 1 }],
  );
});

test("no answer has a column of the system's own", async () => {
  const id = data(await bills().insert({ name: "Pins" }).select("id").single())?.id;
  const answers = [
    data(await bills().insert({ name: "Pens" }).select()),
    data(await bills().update({ name: "Pen" }).eq("name", "Pens").select()),
    data(await bills().select()),
    data(await ann.from("line").select("bill(*)")),
    data(await ann.from("line").select("...bill(*)")),
    data(await ann.rpc("bill_close", { id })),
    data(await bills().delete().eq("id", id).select()),
  ];
  for (const answer of answers) {
    assert.doesNotMatch(JSON.stringify(answer), /"_/);
    assert.match(JSON.stringify(answer), /"sum":/);
  }
  const { error, status } = await bills().select("_did");
  assert.deepEqual([status, error?.code, error?.message], [400, "42703", "column bill._did does not exist"]);
  const described = await (await fetch(`${product.url}/rest/v1/`, { headers: { apikey: product.serviceKey } })).text();
  assert.doesNotMatch(described, /_state_since/);
});

test("a row that its writer does not read any more comes back no more", async () => {
  const [room] = await product.owner("INSERT INTO room (name) VALUES ('Blue') RETURNING id");
  await product.owner("INSERT INTO guest (room, name) VALUES ($1, 'Blue'), ($1, 'Green')", [room?.["id"]]);
  const [vault] = await product.owner("INSERT INTO writ_data.vault (name) VALUES ('Open') RETURNING id");
  for (const [entity, id, still, gone] of [
    ["room", room?.["id"], "Green", "Red"],
    ["vault", vault?.["id"], "Open", "Shut"],
  ] as const) {
    const rename = async (name: string) => data(await ann.from(entity).update({ name }).eq("id", id).select("name"));
    assert.deepEqual([entity, await rename(still)], [entity, [{ name: still }]]);
    assert.deepEqual([entity, await rename(gone)], [entity, []]);
    assert.deepEqual(data(await ann.from(entity).select("name")), []);
  }
  assert.deepEqual(await product.owner("SELECT name FROM room UNION SELECT name FROM writ_data.vault ORDER BY 1"), [
    { name: "Red" },
    { name: "Shut" },
  ]);
});
