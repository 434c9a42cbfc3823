// Kept values that step through references, under sixteen writers of what refers and of what is referred to.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../../compile.ts";
import { databases, type TestDatabase } from "../../testing/database.ts";
import { rounds, startRace, tally } from "../../testing/race.ts";
import { completeDocument } from "../../testing/run-cases.ts";
import { designOf } from "../../database/design-of.ts";

const { open } = databases();

/** `counted`: whoever writes a ticket locks its category too, because it counts its tickets. */
const sourceOf = (counted: boolean) =>
  completeDocument(`
## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Tickets | \`/tickets\` | list of Ticket | signed in | yes |
| Notes | \`/notes\` | list of Note | signed in | yes |
| Orders | \`/orders\` | list of Order | signed in | yes |
| Categories | \`/categories\` | list of Category | signed in | yes |

### Tickets
- Sort: Weight, Plan

### Notes
- Sort: Rank

### Orders
- Sort: Sum

### Categories
- Sort: ${counted ? "Count" : "Level"}

## 3. Entities and their fields

### Organisation

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Plan | integer | yes | 1 |

### Category

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Organisation | reference to Organisation | yes | |
| Level | integer | yes | 1 |
| Tickets | list of Ticket | | |
| Count | computed integer \`category.tickets.size()\` | | |

### Ticket

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Category | reference to Category, cleared on delete | no | |
| Points | integer | yes | 1 |
| Weight | computed integer \`ticket.category == null ? 0 : ticket.category.level * ticket.points\` | | |
| Plan | computed integer \`ticket.category == null ? 0 : ticket.category.organisation.plan\` | | |

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Ticket | reference to Ticket | yes | |
| Rank | computed integer \`note.ticket.weight + note.ticket.plan\` | | |

### Order

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Lines | list of Line via Order | | |
| Sum | computed integer \`order.lines.map(l, l.product.price * l.pieces).sum()\` | | |

### Line

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Order (\`of_order\`) | reference to Order | yes | |
| Product | reference to Product | yes | |
| Pieces | integer | yes | 1 |

### Product

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Price | integer | yes | 1 |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| For | May | Member |
| --- | --- | --- |
${["Organisation", "Category", "Ticket", "Note", "Order", "Line", "Product"].map((entity) => `| ${entity} | create, read, update, delete | yes |`).join("\n")}

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`).source;

const id = (kind: number, number: number) => `0000000${kind}-0000-4000-8000-${String(number).padStart(12, "0")}`;
const of = (kind: number, count: number) => (number: number) => `'${id(kind, number % count)}'`;
const organisation = of(1, 2);
const category = of(2, 4);
const ticket = of(3, 12);
const note = of(4, 12);
const order = of(5, 3);
const line = of(6, 12);
const product = of(7, 4);

const rows = (count: number, values: (number: number) => string) =>
  Array.from({ length: count }, (_, index) => `(${values(index)})`).join(", ");

const world = `INSERT INTO organisation (id) VALUES ${rows(2, organisation)};
  INSERT INTO category (id, organisation) VALUES ${rows(4, (n) => `${category(n)}, ${organisation(n)}`)};
  INSERT INTO ticket (id, category) VALUES ${rows(12, (n) => `${ticket(n)}, ${category(n)}`)};
  INSERT INTO note (id, ticket) VALUES ${rows(12, (n) => `${note(n)}, ${ticket(n)}`)};
  INSERT INTO public."order" (id) VALUES ${rows(3, order)};
  INSERT INTO product (id) VALUES ${rows(4, product)};
  INSERT INTO line (id, of_order, product) VALUES ${rows(12, (n) => `${line(n)}, ${order(n)}, ${product(n)}`)};`;

/** What somebody does, by numbers that are drawn. */
const doings: readonly ((a: number, b: number, c: number) => string)[] = [
  (a, b) => `UPDATE category SET level = ${a % 9} WHERE id = ${category(b)}`,
  (a, b) => `UPDATE category SET organisation = ${organisation(a)} WHERE id = ${category(b)}`,
  (a, b) => `UPDATE organisation SET plan = ${a % 9} WHERE id = ${organisation(b)}`,
  (a, b) => `UPDATE ticket SET category = ${category(a)} WHERE id = ${ticket(b)}`,
  (a, b) => `UPDATE ticket SET category = ${category(a)}, points = ${b % 5} WHERE id = ${ticket(b)}`,
  (a, b) => `UPDATE ticket SET points = ${a % 9} WHERE id = ${ticket(b)}`,
  (a, b, c) => `INSERT INTO ticket (category, points) VALUES (${category(a)}, ${b % 5}), (${category(c)}, 2)`,
  (a) => `INSERT INTO note (ticket) VALUES (${ticket(a)})`,
  (a, b) => `UPDATE note SET ticket = ${ticket(a)} WHERE id = ${note(b)}`,
  (a, b) => `UPDATE product SET price = ${a % 9} WHERE id = ${product(b)}`,
  (a, b, c) => `INSERT INTO line (of_order, product) VALUES (${order(a)}, ${product(b)}), (${order(c)}, ${product(a)})`,
  (a, b) => `UPDATE line SET product = ${product(a)} WHERE id = ${line(b)}`,
  (a, b) => `UPDATE line SET of_order = ${order(a)} WHERE id = ${line(b)}`,
  (a, b) => `UPDATE line SET pieces = ${a % 9} WHERE id = ${line(b)}`,
  (a) => `DELETE FROM line WHERE id = ${line(a)}`,
];

/** The same numbers in every run: a small multiplicative generator. */
function numbers(seed: number): () => number {
  let state = seed * 2 + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state >> 3;
  };
}

async function stale(source: string, database: TestDatabase): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (const { entity, field } of designOf(compile(source)).layout.kept.values()) {
    const worked = `writ."computed_${entity}.${field.id}"(one)`;
    const sql = `SELECT '${entity}.${field.id}' AS field, one.id, one.${field.id} AS stored, ${worked} AS worked FROM public."${entity}" AS one WHERE one.${field.id} IS DISTINCT FROM ${worked}`;
    found.push(...(await database.owner(sql)));
  }
  return found;
}

async function raced(source: string, count: number): Promise<Readonly<Record<string, number>>> {
  const database = await open(source);
  const people: string[] = [];
  for (let index = 0; index < 16; index++) people.push(await database.account(`P${index}`));
  const race = await startRace(database);
  const total: Record<string, number> = {};
  for (let round = 0; round < count; round++) {
    for (const entity of ["line", "note", "ticket", "category", "organisation", "order", "product"])
      await database.owner(`DELETE FROM public."${entity}"`);
    await database.owner(world);
    const next = numbers(round + 1);
    const attempts = Array.from({ length: 160 }, (_, index) => {
      const doing = doings[next() % doings.length];
      return { person: people[index % 16] ?? null, sql: doing?.(next(), next(), next()) ?? "SELECT" };
    });
    const answers = await race.runAsWire(attempts);
    for (const [ending, times] of Object.entries(tally(answers))) total[ending] = (total[ending] ?? 0) + times;
    total["tried again"] = (total["tried again"] ?? 0) + answers.filter(({ tries }) => tries > 1).length;
    assert.deepEqual(await stale(source, database), [], `round ${round}`);
  }
  await race.end();
  await database.close();
  return total;
}

test("what is named comes at the same moment in another transaction", async () => {
  const source = sourceOf(true);
  const database = await open(source);
  const [first, second] = [await database.connect(), await database.connect()];
  for (const client of [first, second]) await client.query("SET ROLE service_role");
  await database.owner(
    `INSERT INTO organisation (id) VALUES (${organisation(0)}); INSERT INTO product (id) VALUES (${product(0)})`,
  );
  /** The one that names the other begins and ends last: otherwise PostgreSQL refuses it. */
  const together = async (naming: string, named: string) => {
    await first.query(`BEGIN; ${naming}`);
    await second.query(`BEGIN; ${named}; COMMIT`);
    await first.query("COMMIT");
    assert.deepEqual(await stale(source, database), [], naming);
  };
  await together(
    `INSERT INTO line (of_order, product, pieces) VALUES (${order(0)}, ${product(1)}, 3)`,
    `INSERT INTO public."order" (id) VALUES (${order(0)}); INSERT INTO product (id, price) VALUES (${product(1)}, 5)`,
  );
  await together(
    `INSERT INTO ticket (category, points) VALUES (${category(0)}, 2)`,
    `INSERT INTO category (id, level, organisation) VALUES (${category(0)}, 4, ${organisation(0)})`,
  );
  await together(
    `UPDATE ticket SET category = ${category(1)}`,
    `INSERT INTO category (id, level, organisation) VALUES (${category(1)}, 7, ${organisation(0)})`,
  );
  await together(
    `UPDATE category SET organisation = ${organisation(1)}`,
    `INSERT INTO organisation (id, plan) VALUES (${organisation(1)}, 6)`,
  );
  assert.deepEqual(await database.owner("SELECT FROM writ.awaited"), []);
  // And in one transaction, whichever comes first.
  await first.query(
    `BEGIN; INSERT INTO line (of_order, product) VALUES (${order(1)}, ${product(1)}); INSERT INTO public."order" (id) VALUES (${order(1)}); COMMIT`,
  );
  assert.deepEqual(await stale(source, database), []);
  await assert.rejects(first.query(`INSERT INTO line (of_order, product) VALUES (${order(2)}, ${product(1)})`), {
    code: "23503",
  });
  await first.end();
  await second.end();
  await database.close();
});

// Direct SQL may be told of a deadlock: where rows go from one row to another one while somebody writes both, and, more
// often, where whoever writes them waits for that row anyway, because it counts them. The wire tries again.
for (const [what, counted] of [
  ["sixteen at once", false],
  ["sixteen at once, where a row counts those that refer to it", true],
] as const) {
  test(what, async (context) => {
    const { "tried again": again = 0, ...total } = await raced(sourceOf(counted), rounds(counted ? 1 : 3));
    context.diagnostic(`${JSON.stringify(total)}, ${again} tried again`);
    assert.deepEqual(Object.keys(total), ["done"]);
  });
}
