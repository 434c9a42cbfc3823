// Values over other rows that are kept in columns say what is there, whoever writes; long because one document is written in every way.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { compile } from "../../compile.ts";
import { databases, type Answer, type TestDatabase } from "../../testing/database.ts";
import { completeDocument } from "../../testing/run-cases.ts";
import { designOf } from "../../database/design-of.ts";
import { samplesOf } from "../../database/samples.ts";

const { open } = databases();
const said = (answer: Answer) => ("rows" in answer ? answer.rows : answer.code);

const { source } = completeDocument(`
## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Customers | \`/customers\` | list of Customer | signed in | yes |
| Orders | \`/orders\` | list of Order | signed in | yes |
| Folders | \`/folders\` | list of Folder | signed in | yes |
| Numbers | \`/numbers\` | dashboard | signed in | yes |

### Customers
- Sort: Total descending, Hours

### Orders
- Where: \`order.pieces >= 0\`
- Sort: To pay descending
- Filter by: Has open, Late, Product count, Watched, Any, Steps

### Folders
- Filter by: Below

### Numbers

| Tile | Chart | Measure | Of | By | Where |
| --- | --- | --- | --- | --- | --- |
| Best | number | max of Best | Order | | |

## 3. Entities and their fields

### Customer

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |
| Orders | list of Order | | |
| Total | computed money \`customer.orders.map(o, o.to_pay).sum()\` | | |
| Jobs | list of Job | | |
| Extra | integer | yes | 0 |
| Hours | computed integer \`customer.extra + customer.jobs.map(j, j.shifts.map(s, s.hours).sum()).sum()\` | | |

### Job

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Customer | belongs to Customer | yes | |
| Shifts | list of Shift | | |

### Shift

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Job | belongs to Job | yes | |
| Hours | integer | yes | |

### Order
- History: kept

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Customer | reference to Customer, cleared on delete | no | |
| Title | text | no | |
| Watchers | several User | | |
| Watched | computed integer \`order.watchers.size()\` | | |
| Discount | percent 0 % to 100 % | yes | 0 % |
| Lines | list of Line via Order | | |
| Sum | computed money \`order.lines.map(l, l.total).sum()\` | | |
| To pay | computed money \`order.sum * (1 - order.discount)\` | | |
| Pieces | computed integer \`order.lines.map(l, l.pieces).sum()\` | | |
| Best | computed money \`order.lines.map(l, l.total).max() == null ? money(0) : order.lines.map(l, l.total).max()\` | | |
| Has open | computed yes/no \`order.lines.exists(l, l.state != 'done')\` | | |
| Late | computed yes/no \`order.lines.exists(l, l.due_on != null and l.due_on < today)\` | | |
| Product count | computed integer \`order.lines.filter(l, l.product != null and l.product.dear).size()\` | | |
| Any | computed yes/no \`Product.exists(p, p.dear)\` | | |
| Steps | computed integer \`order.customer == null ? 0 : order.customer.orders.size()\` | | |
| Unasked | computed integer \`order.lines.size()\` | | |

### Line

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Order (\`of_order\`) | reference to Order | yes | |
| Pieces | integer 0 to 100 | yes | 1 |
| Price | money | yes | 1 EUR |
| Total | computed money \`line.price * line.pieces\` | | |
| Due on | date | no | |
| Product | reference to Product | no | |
| Parts | list of Part | | |
| State | state | | |

### Part

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Line | belongs to Line | yes | |

### Product

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Dear | yes/no | no | |

### Folder

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Parent | reference to Folder | no | |
| Folders | list of Folder via Parent | | |
| Own size | integer | yes | 1 |
| Below | computed integer \`folder.folders.map(f, f.own_size).sum() + folder.own_size\` | | |

### Sample: Order

| Key | Title |
| --- | --- |
| one | A sample |

### Sample: Line

| Key | Order | Pieces | Price |
| --- | --- | --- | --- |
| first | one | 3 | 2.50 EUR |

## 4. States and transitions

### Line

| State | Kind |
| --- | --- |
| New | start |
| Done | end |

| Transition | From | To | On | Only if | Otherwise | Asks for |
| --- | --- | --- | --- | --- | --- | --- |
| Finish | New | Done | button | | | |
| Expire | New | Done | after \`days(2)\` | | | |

### Effects

| For | After | On | If | Do | With |
| --- | --- | --- | --- | --- | --- |
| Part | create | on \`part.line\` | | set | \`pieces = line.pieces + 1\` |
| Line | create | | \`line.of_order.pieces > 100\` | set | \`price = money(0)\` |
| Line | Finish | | | set | \`price = money(10)\` |
| Line | Expire | | | set | \`price = money(20)\` |
| Order | change of Title | | | create Line | \`of_order = order, price = money(7)\` |
| Order | change of Discount | on \`order.lines\` | \`line.pieces == 50\` | delete | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| For | May | Member |
| --- | --- | --- |
| Customer | create, read, update, delete | yes |
| Order | create, read, update, delete | yes |
| Line | create, read, update, delete | yes |
| Line | Finish | yes |
| Job | create, read, update, delete | yes |
| Shift | create, read, update, delete | yes |
| Part | create, read, update, delete | yes |
| Product | create, read, update, delete | yes |
| Folder | create, read, update, delete | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Currency | EUR |
| Sign-in | email and password |
`);

const compiled = compile(source);
const kept = [...designOf(compiled).layout.kept.values()];

/** Rows whose column says something else than what their lists say now. */
async function stale({ owner }: Pick<TestDatabase, "owner">): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (const { entity, field } of kept) {
    const worked = `writ."computed_${entity}.${field.id}"(one)`;
    found.push(
      ...(await owner(
        `SELECT '${entity}.${field.id}' AS field, one.${field.id} AS stored, ${worked} AS worked FROM public."${entity}" AS one WHERE one.${field.id} IS DISTINCT FROM ${worked}`,
      )),
    );
  }
  return found;
}

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
const [ca, cb, oa, ob, la, lb, lc] = [id(1), id(2), id(11), id(12), id(21), id(22), id(23)];

const people = ["anon", "authenticated", "service_role", "writ_client"];

/** Two customers with an order each; 3 + 2 × 5 in the first. */
const world = `
  INSERT INTO public.customer (id, name) VALUES ('${ca}', 'A'), ('${cb}', 'B');
  INSERT INTO public."order" (id, customer) VALUES ('${oa}', '${ca}'), ('${ob}', '${cb}');
  INSERT INTO public.line (id, of_order, pieces, price) VALUES ('${la}', '${oa}', 1, 3), ('${lb}', '${oa}', 2, 5), ('${lc}', '${ob}', 1, 100);`;

let shop: TestDatabase;
let ann: string;
before(async () => {
  shop = await open(source);
  ann = await shop.account("Ann");
});

test("fields are kept that something sorts or finds rows by, and those that they read; the others are worked out", () => {
  assert.deepEqual(kept.map(({ entity, field, stage }) => `${entity}.${field.id} ${stage}`).toSorted(), [
    "customer.hours 0",
    "customer.total 2",
    "folder.below 0",
    "order.best 0",
    "order.has_open 0",
    "order.pieces 0",
    "order.product_count 0",
    "order.sum 0",
    "order.to_pay 1",
  ]);
});

/** After each, what the two orders and the two customers come to. `first` is done by the owner. */
type Step = { readonly sql: string; readonly first?: string; readonly orders: string; readonly customers: string };

const steps: Readonly<Record<string, Step>> = {
  "nothing yet": { sql: "SELECT 1", orders: "13 100", customers: "13 100" },
  "a row": {
    sql: `INSERT INTO public.line (of_order, price) VALUES ('${oa}', 4)`,
    orders: "17 100",
    customers: "17 100",
  },
  "rows of two lists": {
    sql: `INSERT INTO public.line (of_order, price) VALUES ('${oa}', 4), ('${ob}', 1), ('${oa}', 2)`,
    orders: "19 101",
    customers: "19 101",
  },
  "a value": {
    sql: `UPDATE public.line SET price = 4 WHERE id = '${la}'`,
    orders: "14 100",
    customers: "14 100",
  },
  "many values": { sql: "UPDATE public.line SET pieces = 10", orders: "80 1000", customers: "80 1000" },
  "to another row": {
    sql: `UPDATE public.line SET of_order = '${ob}' WHERE id = '${lb}'`,
    orders: "3 110",
    customers: "3 110",
  },
  "the row between to another one": {
    sql: `UPDATE public."order" SET customer = '${cb}' WHERE id = '${oa}'`,
    orders: "13 100",
    customers: "0 113",
  },
  "the row between to none": {
    sql: `UPDATE public."order" SET customer = NULL WHERE id = '${oa}'`,
    orders: "13 100",
    customers: "0 100",
  },
  "a row that goes": {
    sql: `DELETE FROM public.line WHERE id = '${lb}'`,
    orders: "3 100",
    customers: "3 100",
  },
  "all rows": { sql: "DELETE FROM public.line", orders: "0 0", customers: "0 0" },
  "a value of the row itself": {
    sql: `UPDATE public."order" SET discount = 0.5`,
    orders: "6.5 50",
    customers: "6.5 50",
  },
  "a row above that goes": {
    sql: `DELETE FROM public.customer WHERE id = '${ca}'`,
    orders: "13 100",
    customers: "100",
  },
  "rows that go with one above": {
    first: `INSERT INTO public.job (id, customer) VALUES ('${id(31)}', '${ca}'); INSERT INTO public.shift (job, hours) VALUES ('${id(31)}', 5);`,
    sql: `DELETE FROM public.job`,
    orders: "13 100",
    customers: "13 100",
  },
  "a transition and its effect": {
    sql: `SELECT FROM public.line_finish('${la}')`,
    orders: "20 100",
    customers: "20 100",
  },
  "a timer": {
    first: "INSERT INTO writ.clock (moves) VALUES ('3 days')",
    sql: "SELECT writ.sweep(10)",
    orders: "60 20",
    customers: "60 20",
  },
  "two tables in one statement": {
    sql: `WITH moved AS (UPDATE public."order" SET customer = '${ca}' WHERE id = '${ob}'), more AS (INSERT INTO public.line (of_order, price) VALUES ('${ob}', 1)) UPDATE public.line SET of_order = '${ob}' WHERE id = '${la}'`,
    orders: "10 104",
    customers: "114 0",
  },
  "a put": {
    sql: `INSERT INTO public.line (id, of_order, price) VALUES ('${la}', '${ob}', 6) ON CONFLICT (id) DO UPDATE SET of_order = excluded.of_order, price = excluded.price`,
    orders: "10 106",
    customers: "10 106",
  },
  "an account that goes, which a list of several names": {
    first: `INSERT INTO auth.users (email, email_confirmed_at, raw_user_meta_data) VALUES ('bob@example.test', now(), '{"name": "Bob"}');
      UPDATE public."order" SET watchers = ARRAY[account.id] FROM public."user" AS account WHERE account.name = 'Bob'`,
    sql: `DELETE FROM public."user" WHERE name = 'Bob'`,
    orders: "13 100",
    customers: "13 100",
  },
  "an effect on a row": {
    sql: `INSERT INTO public.part (line) VALUES ('${lb}')`,
    orders: "18 100",
    customers: "18 100",
  },
  "an effect that makes a row": {
    sql: `UPDATE public."order" SET title = 'new' WHERE id = '${oa}'`,
    orders: "20 100",
    customers: "20 100",
  },
  "an effect that takes a row away, with a value of the row itself": {
    first: `UPDATE public.line SET pieces = 50 WHERE id = '${lb}'`,
    sql: `UPDATE public."order" SET discount = 0.5 WHERE id = '${oa}'`,
    orders: "1.5 100",
    customers: "1.5 100",
  },
};

async function afresh(): Promise<void> {
  await shop.owner(`DELETE FROM public.line; DELETE FROM public.job; DELETE FROM writ.clock`);
  await shop.owner(`DELETE FROM public."order"; DELETE FROM public.customer`);
  await shop.owner(world);
}

async function outcome(): Promise<Pick<Step, "orders" | "customers">> {
  const orders = await shop.owner(`SELECT to_pay FROM public."order" ORDER BY id`);
  const customers = await shop.owner("SELECT total FROM public.customer ORDER BY id");
  return {
    orders: orders.map(({ to_pay }) => Number(to_pay)).join(" "),
    customers: customers.map(({ total }) => Number(total)).join(" "),
  };
}

/** Nobody but the system sweeps; and what the owner lays by hand is the world as it is, without effects. */
const onlyFor = (what: string): string | undefined =>
  /^(?:a timer|an account)/.test(what)
    ? "the owner"
    : /^(?:an effect|a transition)/.test(what)
      ? "somebody"
      : undefined;

for (const who of ["somebody", "the owner"]) {
  test(`written by ${who}, in every way`, async () => {
    for (const [what, { first, sql, orders, customers }] of Object.entries(steps)) {
      if (onlyFor(what) !== undefined && onlyFor(what) !== who) continue;
      await afresh();
      if (first !== undefined) await shop.owner(first);
      if (who === "the owner") await shop.owner(sql);
      else assert.ok("rows" in (await shop.as(ann, sql)), what);
      assert.deepEqual(await outcome(), { orders, customers }, what);
      assert.deepEqual(await stale(shop), [], what);
    }
  });
}

test("samples, many at once, and a row that is read back as it is written", async () => {
  await afresh();
  await shop.owner(["BEGIN", ...samplesOf(compiled), "COMMIT"].join(";\n"));
  const [sample] = await shop.owner(
    `SELECT sum, pieces::integer, has_open FROM public."order" WHERE title = 'A sample'`,
  );
  assert.deepEqual(sample, { sum: "7.50", pieces: 3, has_open: true });
  await shop.owner(`INSERT INTO public.line (of_order, price) SELECT '${oa}', 1 FROM generate_series(1, 2000)`);
  assert.deepEqual(said(await shop.as(ann, `SELECT to_pay FROM "order" WHERE id = '${oa}'`)), [{ to_pay: "2013.00" }]);
  const made = await shop.as(ann, `INSERT INTO "order" (title) VALUES ('mine') RETURNING sum, to_pay, has_open, best`);
  assert.deepEqual(said(made), [{ sum: "0", to_pay: "0.00", has_open: false, best: "0.00" }]);
  const changed = await shop.as(ann, `UPDATE "order" SET discount = 0.5 WHERE id = '${oa}' RETURNING to_pay`);
  assert.deepEqual(said(changed), [{ to_pay: "1006.50" }]);
  assert.deepEqual(await stale(shop), []);
});

test("an effect sees what a value is by then, and not what the column still says", async () => {
  await afresh();
  const answer = await shop.as(ann, `INSERT INTO line (of_order, pieces, price) VALUES ('${oa}', 98, 4)`);
  assert.ok("rows" in answer);
  assert.deepEqual(await outcome(), { orders: "13 100", customers: "13 100" });
  assert.deepEqual(await stale(shop), []);
});

test("nothing follows from what is kept: no time of a change, no history", async () => {
  await afresh();
  const look = `SELECT updated_at, xmin::text, (SELECT count(*) FROM writ.history WHERE row_id = one.id) AS told FROM public."order" AS one WHERE id = '${oa}'`;
  const [first] = await shop.owner(look);
  assert.ok("rows" in (await shop.as(ann, `INSERT INTO line (of_order, price) VALUES ('${oa}', 1)`)));
  const [second] = await shop.owner(look);
  assert.notEqual(second?.["xmin"], first?.["xmin"], "the row was written");
  assert.deepEqual({ ...second, xmin: "" }, { ...first, xmin: "" });
  // And where nothing differs nothing is written.
  assert.ok("rows" in (await shop.as(ann, `UPDATE line SET due_on = '2020-01-01' WHERE id = '${la}'`)));
  const [third] = await shop.owner(look);
  assert.deepEqual(third, second);
});

test("every trigger of a table with kept values leaves their keeper out", async () => {
  const triggers = await shop.owner(
    `SELECT t.tgname AS name, pg_get_triggerdef(t.oid) AS definition FROM pg_trigger t
      WHERE t.tgrelid IN ('public.order'::regclass, 'public.customer'::regclass, 'public.folder'::regclass) AND NOT t.tgisinternal AND t.tgtype & 16 > 0`,
  );
  assert.ok(triggers.length > 8);
  for (const { name, definition } of triggers) assert.match(String(definition), /<> 'writ_keeper'/, String(name));
});

test("no client gives a kept value", async () => {
  await afresh();
  const refused = [
    `UPDATE "order" SET sum = 5`,
    `UPDATE "order" SET to_pay = NULL`,
    `UPDATE "order" SET sum = 14, discount = 0.5`,
    `INSERT INTO "order" (to_pay) VALUES (5)`,
    `UPDATE customer SET total = total + 1`,
  ];
  for (const sql of refused) assert.equal(said(await shop.as(ann, sql)), "FORBIDDEN", sql);
  // What was read may be sent back as it is, and what would be set may be said.
  assert.ok("rows" in (await shop.as(ann, `UPDATE "order" SET sum = 13, title = NULL WHERE id = '${oa}'`)));
  assert.ok("rows" in (await shop.as(ann, `INSERT INTO "order" (sum) VALUES (0)`)));
  await shop.owner(`UPDATE public."order" SET sum = 5, to_pay = 6`);
  await shop.owner(`INSERT INTO public."order" (sum) VALUES (5)`);
  assert.deepEqual(await stale(shop), []);
});

test("whoever looks at what was there before they had the row does not write it", async () => {
  const client = await shop.connect();
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ; SET LOCAL ROLE authenticated");
  await client.query("SELECT set_config('request.jwt.claims', $1, true)", [JSON.stringify({ sub: ann })]);
  await assert.rejects(client.query("UPDATE customer SET extra = 1"), { code: "25001" });
  await client.end();
});

test("no client becomes the keeper, nor makes it keep other values", async () => {
  const calls = [
    `SELECT writ.keep_values_order(ARRAY['${oa}']::uuid[])`,
    `SELECT * FROM writ.kept_values_order(ARRAY['${oa}']::uuid[])`,
    `SELECT writ."keep_values_order.1"(ARRAY['${oa}']::uuid[])`,
  ];
  for (const sql of calls)
    for (const person of [ann, null]) assert.equal(said(await shop.as(person, sql)), "42501", sql);
  const members = await shop.owner(
    "SELECT role FROM unnest($1::text[]) AS role WHERE pg_has_role(role, 'writ_keeper', 'MEMBER')",
    [people],
  );
  assert.deepEqual(members, []);
  const [keeper] = await shop.owner(
    "SELECT rolcanlogin OR rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb AS may FROM pg_roles WHERE rolname = 'writ_keeper'",
  );
  assert.deepEqual(keeper, { may: false });
});

test("the keeper writes kept columns, and nothing else anywhere", async () => {
  const written = await shop.owner(
    `SELECT c.relname || '.' || a.attname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'v') AND n.nspname IN ('public', 'writ', 'writ_data', 'auth') AND a.attnum > 0 AND has_column_privilege('writ_keeper', c.oid, a.attnum, 'UPDATE') ORDER BY 1`,
  );
  assert.deepEqual(
    written.map(({ name }) => name),
    kept.map(({ entity, field }) => `${entity}.${field.id}`).toSorted(),
  );
  const more = await shop.owner(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname IN ('public', 'writ', 'writ_data', 'auth')
      AND c.relkind IN ('r', 'v', 'S') AND has_table_privilege('writ_keeper', c.oid, CASE c.relkind WHEN 'S' THEN 'UPDATE' ELSE 'INSERT, DELETE, TRUNCATE, REFERENCES, TRIGGER' END)`,
  );
  assert.deepEqual(more, []);
});

test("orders and filters find rows by the column and its index", async () => {
  const rows = await shop.owner(
    `SELECT tablename || ' ' || regexp_replace(indexdef, '^.* USING btree ', '') AS index FROM pg_indexes WHERE indexname LIKE '%\\_order' ORDER BY 1`,
  );
  assert.deepEqual(
    rows.map(({ index }) => index),
    [
      "customer (total DESC, hours, id)",
      "folder (below, id)",
      "order (has_open, to_pay, id)",
      "order (product_count, to_pay, id)",
      "order (to_pay, id)",
    ],
  );
  assert.deepEqual(
    said(await shop.as(ann, `SELECT id FROM "order" WHERE has_open AND to_pay > 50 ORDER BY to_pay DESC`)),
    [{ id: ob }],
  );
});
