// Effects on a real database: what follows from what, in which order, as whom, and that all of it happens or nothing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completeDocument } from "../../../testing/run-cases.ts";
import { databases, type Answer } from "../../../testing/database.ts";

const { open } = databases();

const shop = completeDocument(`
## 3. Entities and their fields

### Basket
- Shown as: \`basket.title\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 60 | yes | |
| Customer | reference to User | auto | \`me\` |
| Contact | email | no | |
| Due on | date | no | |
| Note | text up to 200 | no | |
| Placed by | reference to User | auto | |
| Lines | list of Line | | |
| Entries | list of Entry | | |
| State | state | | |

### Line

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Basket | belongs to Basket | yes | |
| Name | text up to 60 | yes | |
| Price | money | yes | |
| Reserved | yes/no | auto | no |

### Entry

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Basket | belongs to Basket | yes | |
| Words | text up to 200 | yes | |
| Sum | money | auto | |

## 4. States and transitions

### Basket

| State | Kind |
| --- | --- |
| Open | start |
| Placed | |
| Over | end |

| Transition | From | To | On | Asks for |
| --- | --- | --- | --- | --- |
| Place | Open | Placed | button | |
| Empty | Placed | Over | effect | Note (required) |
| Break | Open | Over | button | |

### Effects

| For | After | On | If | Do | With |
| --- | --- | --- | --- | --- | --- |
| Basket | Place | | | set | \`placed_by = me\` |
| Basket | Place | on \`basket.lines\` | \`not line.reserved\` | set | \`reserved = true\` |
| Basket | Place | | \`basket.lines.all(l, l.reserved)\` | create Entry | \`basket = basket, words = 'all reserved', sum = basket.lines.map(l, l.price).sum()\` |
| Basket | Place | | \`basket.note != null\` | create Entry | \`basket = basket, words = basket.note\` |
| Basket | Place | | | mail placed | to \`basket.customer\` |
| Basket | Place | | \`basket.contact != null\` | mail placed | to \`basket.contact\` |
| Basket | Place | | | notify placed | to role Clerk |
| Basket | Place | | | call Tell the shop | \`count = basket.lines.size()\` |
| Basket | Place | | \`basket.title == 'twice'\` | set | \`title = 'changed'\` |
| Basket | Place | | \`basket.title == 'changed'\` | create Entry | \`basket = basket, words = basket.title\` |
| Basket | change of Due on | | \`old.due_on != null\` | mail moved | to each \`Basket.filter(b, b.due_on == basket.due_on).map(b, b.customer)\` |
| Basket | update | | | create Entry | \`basket = basket, words = 'updated from ' + old.title\` |
| Basket | Break | | | create Entry | \`basket = basket, words = 'before'\` |
| Basket | Break | | | do Empty | \`note = 'never'\` |
| Line | create | | | create Entry | \`basket = line.basket, words = line.name\` |
| Line | delete | | \`line.basket.lines.size() == 0 and line.basket.state == 'placed'\` | do Empty | on \`line.basket\`, \`note = 'last line gone'\` |
| Line | delete | | | create Entry | \`basket = line.basket, words = 'without ' + line.name\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Customer | signed in |
| Clerk | named at installation |

| For | May | Customer | Clerk |
| --- | --- | --- | --- |
| Basket | create, read, update, delete | yes | yes |
| Basket | Place, Break | yes | yes |
| Line | create, read, update, delete | yes | yes |
| Entry | create, update, delete | no | no |
| Entry | read | yes | yes |
| User | read | no | no |

## 7. The calls it makes

| Call | Kind | On | Code |
| --- | --- | --- | --- |
| Tell the shop | webhook out | effect | |

### Tell the shop
- In: Count (integer)
- Sends: POST to secret \`SHOP_HOOK\`
- Body: \`{"text": basket.title, "lines": input.count, "all": [basket.id, basket.due_on]}\`

| Mail | For | Subject | Text | Text (fr) |
| --- | --- | --- | --- | --- |
| placed | Basket | {basket.title} | {basket.customer} has {basket.lines.size()} lines: {basket}. | {basket.title} de {basket.customer} |
| moved | Basket | It moved | To {basket.due_on} | Au {basket.due_on} |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
| Languages | en, fr |
| Currency | EUR |
`).source;

const done = (answer: Answer) => {
  assert.ok("rows" in answer, JSON.stringify(answer));
  return answer.rows;
};

async function shopping() {
  const database = await open(shop);
  const [ann, bob] = [await database.account("Ann"), await database.account("Bob", "clerk")];
  const basket = async (title: string, more = "") =>
    String(
      done(
        await database.as(
          ann,
          `INSERT INTO basket (title, note, due_on) VALUES ($1, 'hello', '2030-01-31') RETURNING id ${more}`,
          [title],
        ),
      )[0]?.["id"],
    );
  const line = async (id: string, name: string, price: string) =>
    done(
      await database.as(ann, "INSERT INTO line (basket, name, price) VALUES ($1, $2, $3) RETURNING id", [
        id,
        name,
        price,
      ]),
    )[0]?.["id"];
  const entries = async (id: string) =>
    (await database.owner("SELECT words, sum FROM public.entry WHERE basket = $1 ORDER BY ctid", [id])).map(
      ({ words, sum }) => (sum === null ? words : `${String(words)} ${String(sum)}`),
    );
  const outbox = async () => database.owner("SELECT kind, name, payload, clause FROM writ.outbox ORDER BY id");
  return { ...database, ann, bob, basket, line, entries, outbox };
}

test("effects run in order, and each sees what those before it have left", async () => {
  const { as, ann, basket, line, entries, owner } = await shopping();
  const id = await basket("First");
  await line(id, "pen", "1.10");
  await line(id, "ink", "2.20");
  assert.deepEqual(await entries(id), ["pen", "ink"]);
  done(await as(ann, "SELECT FROM basket_place($1)", [id]));
  assert.deepEqual(await entries(id), ["pen", "ink", "all reserved 3.30", "hello"]);
  const twice = await basket("twice");
  done(await as(ann, "SELECT FROM basket_place($1)", [twice]));
  assert.equal((await entries(twice)).at(-1), "changed");
  assert.deepEqual(await owner("SELECT placed_by, updated_by FROM public.basket WHERE id = $1", [id]), [
    { placed_by: ann, updated_by: ann },
  ]);
});

test("mails, notices and calls wait in the outbox with what they will need", async () => {
  const { as, ann, bob, basket, line, outbox } = await shopping();
  const id = await basket("Second");
  await line(id, "pen", "1.10");
  done(await as(ann, "SELECT FROM basket_place($1)", [id]));
  const values = {
    "": { subject: ["Second"], text: ["Ann", 1, "Second"] },
    fr: { subject: [], text: ["Second", "Ann"] },
  };
  const about = { entity: "basket", row: id };
  assert.deepEqual(await outbox(), [
    {
      kind: "mail",
      name: "placed",
      payload: { ...about, to: { person: ann }, values },
      clause: "4/Effects/Basket/Place/mail placed",
    },
    {
      kind: "notify",
      name: "placed",
      payload: { ...about, to: { person: bob }, values },
      clause: "4/Effects/Basket/Place/notify placed",
    },
    {
      kind: "call",
      name: "tell_the_shop",
      payload: {
        ...about,
        person: ann,
        input: { count: 1 },
        body: { text: "Second", lines: 1, all: [id, "2030-01-31"] },
      },
      clause: "4/Effects/Basket/Place/call Tell the shop",
    },
  ]);
});

test("an address gets a mail, an empty one none, and each of a list one", async () => {
  const { as, ann, bob, basket, outbox } = await shopping();
  const [one, two] = [await basket("One"), await basket("Two")];
  done(await as(bob, "INSERT INTO basket (title) VALUES ('Bob''s')"));
  done(await as(ann, "UPDATE basket SET contact = 'shop@example.test' WHERE id = $1", [one]));
  done(await as(ann, "SELECT FROM basket_place($1)", [one]));
  done(await as(ann, "SELECT FROM basket_place($1)", [two]));
  const to = (await outbox())
    .filter(({ kind }) => kind === "mail")
    .map(({ payload }) => (payload as { to: unknown }).to);
  assert.deepEqual(to, [{ person: ann }, { address: "shop@example.test" }, { person: ann }]);
  done(await as(ann, "UPDATE basket SET due_on = '2030-02-02'"));
  const moved = (await outbox()).filter(({ name }) => name === "moved");
  const people = moved.map(({ payload }) => (payload as { to: { person: string } }).to.person);
  // For each of the two rows that had a date before, one to everybody who now has that date; Bob's had none.
  assert.deepEqual(people.toSorted(), [ann, ann, bob, bob].toSorted());
});

test("what people write is an update; what effects set and transitions do is none", async () => {
  const { as, ann, bob, basket, entries, connect } = await shopping();
  const id = await basket("Title");
  done(await as(ann, "UPDATE basket SET title = 'Other' WHERE id = $1", [id]));
  assert.deepEqual(await entries(id), ["updated from Title"]);
  done(await as(bob, "SELECT FROM basket_place($1)", [id]));
  assert.equal((await entries(id)).filter((words) => String(words).startsWith("updated")).length, 1);
  const code = await connect();
  await code.query("SET ROLE service_role");
  await code.query("UPDATE basket SET title = 'By code' WHERE id = $1", [id]);
  assert.equal((await entries(id)).at(-1), "updated from Other");
});

test("an effect that cannot start refuses all that led to it", async () => {
  const { as, ann, basket, entries, owner } = await shopping();
  const id = await basket("Third");
  const refused = await as(ann, "SELECT FROM basket_break($1)", [id]);
  assert.deepEqual(refused, {
    code: "CONFLICT",
    status: 409,
    message: "This is not possible in its current state. Please check it and try again.",
    problems: [{ code: "CONFLICT", clause: "4/Basket/Empty" }],
  });
  assert.deepEqual(await entries(id), []);
  assert.deepEqual(await owner("SELECT state FROM public.basket WHERE id = $1", [id]), [{ state: "open" }]);
});

test("effects of a deletion know the row as it was, and take others on", async () => {
  const { as, ann, basket, line, entries, owner } = await shopping();
  const id = await basket("Fourth");
  const pen = await line(id, "pen", "1.10");
  done(await as(ann, "SELECT FROM basket_place($1)", [id]));
  done(await as(ann, "DELETE FROM line WHERE id = $1", [pen]));
  assert.equal((await entries(id)).at(-1), "without pen");
  assert.deepEqual(await owner("SELECT state, note FROM public.basket WHERE id = $1", [id]), [
    { state: "over", note: "last line gone" },
  ]);
});

test("nothing follows from what the owner lays", async () => {
  const { owner, basket, entries } = await shopping();
  const id = await basket("Fifth");
  await owner("INSERT INTO public.line (basket, name, price) VALUES ($1, 'laid', 1)", [id]);
  assert.deepEqual(await entries(id), []);
});

test("whatever a client sets on its connection, no effect happens that nothing led to", async () => {
  const { as, ann, basket, outbox, entries, owner } = await shopping();
  const id = await basket("Sixth");
  const forged = `SELECT set_config('writ.transition', 'place ${id}', true)`;
  done(
    await as(
      ann,
      `WITH forged AS (${forged}) UPDATE basket SET title = 'x', _did = 'place' FROM forged WHERE id = $1`,
      [id],
    ).then((answer) => ("rows" in answer ? answer : { rows: [] })),
  );
  assert.deepEqual(
    (await entries(id)).filter((words) => String(words).startsWith("all")),
    [],
  );
  assert.deepEqual(await outbox(), []);
  assert.deepEqual(await owner("SELECT state FROM public.basket WHERE id = $1", [id]), [{ state: "open" }]);
});
