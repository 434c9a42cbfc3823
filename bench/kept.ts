// Measures values over other rows, worked out when they are read against kept in a column: a million lines of some thousand
// orders, sums of which are kept, and of ten thousand products, whose prices they show.
import type { Client } from "pg";
import { compile } from "@writ/language";
import { foundation } from "@writ/language/foundation";
import { createObject, databaseOf, inOrder } from "@writ/language/plan";
import { startPostgres, type Postgres } from "../packages/language/src/testing/postgres.ts";
import { asPerson } from "../packages/language/src/testing/database.ts";
import { completeDocument } from "../packages/language/src/testing/run-cases.ts";
import { makeBenchRoles } from "./rights.ts";

const lines = 1_000_000;
const orders = Number(process.argv[2] ?? 5_000);
const rounds = 15;
const person = "00000000-0000-4000-8000-000000000001";

/** Only a screen that sorts by it makes the difference. */
const source = (isSorted: boolean) =>
  completeDocument(`## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Orders | \`/orders\` | list of Order | signed in | yes |
| Lines | \`/lines\` | list of Line | signed in | yes |

### Orders
- ${isSorted ? "Sort: Total descending" : "Show: Title"}

### Lines
- ${isSorted ? "Sort: Price descending" : "Show: Pieces"}

## 3. Entities and their fields

### Order

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text | no | |
| Lines | list of Line via Order | | |
| Total | computed integer \`order.lines.map(l, l.pieces).sum()\` | | |

### Line

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Order (\`of_order\`) | belongs to Order | yes | |
| Pieces | integer | yes | 1 |
| Product | reference to Product | yes | |
| Price | computed integer \`line.product.price\` | | |

### Product

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text | no | |
| Price | integer | yes | 1 |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| For | May | Member |
| --- | --- | --- |
| Order | create, read, update, delete | yes |
| Line | create, read, update, delete | yes |
| Product | create, read, update, delete | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`).source;

const rowOf = (kind: number) => (n: string) =>
  `('0000000${kind}-0000-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const [order, product, line] = [rowOf(1), rowOf(2), rowOf(3)];
/** The last of them is in a tenth of all lines. */
const products = 10_000;
const common = product(String(products + 1));

async function databaseOfLines(postgres: Postgres, isKept: boolean): Promise<Client> {
  const name = isKept ? "kept" : "worked_out";
  await postgres.createDatabase(name);
  const client = await postgres.connect(name);
  await client.query(makeBenchRoles);
  await client.query(
    `ALTER DATABASE ${name} OWNER TO writ_owner; SET ROLE writ_owner; SET check_function_bodies = off`,
  );
  const objects = inOrder(databaseOf(compile(source(isKept))));
  for (const statement of [...foundation("UTC"), ...objects.flatMap(createObject)]) await client.query(statement);
  await client.query(`INSERT INTO auth.users (id, email) VALUES ('${person}', 'ann@example.test')`);
  // Rows are laid as they would be; triggers would do the same a million times.
  await client.query("RESET ROLE; SET session_replication_role = replica");
  await client.query(
    `INSERT INTO public."order" (id, created_at, updated_at) SELECT ${order("n")}, now(), now() FROM generate_series(1, ${orders}) n`,
  );
  await client.query(
    `INSERT INTO public.product (id, created_at, updated_at, price) SELECT ${product("n")}, now(), now(), n % ${products + 1} FROM generate_series(1, ${products + 1}) n`,
  );
  await client.query(
    `INSERT INTO public.line (id, created_at, updated_at, of_order, pieces, product) SELECT ${line("n")}, now(), now(), ${order(`(1 + n % ${orders})`)}, n % 97, CASE n % 10 WHEN 0 THEN ${common} ELSE ${product(`(1 + n % ${products})`)} END FROM generate_series(1, ${lines}) n`,
  );
  if (isKept) {
    await client.query(`UPDATE public."order" AS one SET total = writ."computed_order.total"(one)`);
    await client.query(
      "UPDATE public.line AS one SET price = product.price FROM public.product WHERE product.id = one.product",
    );
    await client.query("VACUUM FULL public.line");
  }
  await client.query("SET session_replication_role = origin");
  await client.query("VACUUM ANALYZE");
  return client;
}

type Question = {
  readonly what: string;
  readonly sql: (round: number, total: string, price: string) => string;
  /** Where one takes seconds. */
  readonly rounds?: number;
};

const questions: readonly Question[] = [
  {
    what: "20 orders by total",
    sql: (_, total) => `SELECT id, ${total} FROM "order" ORDER BY ${total} DESC, id LIMIT 20`,
  },
  {
    what: "how many orders have a total above",
    sql: (_, total) => `SELECT count(*) FROM "order" WHERE ${total} > ${Math.round((48.2 * lines) / orders)}`,
  },
  { what: "20 orders with their total", sql: (_, total) => `SELECT id, ${total} FROM "order" ORDER BY id LIMIT 20` },
  {
    what: "a line is written",
    sql: (round) =>
      `INSERT INTO line (of_order, pieces, product) VALUES (${order(String(round + 1))}, 5, ${product(String(round + 1))})`,
  },
  {
    what: "a line is changed",
    sql: (round) =>
      `UPDATE line SET pieces = pieces + 1 WHERE id = (SELECT id FROM line WHERE of_order = ${order(String(round + 50))} LIMIT 1)`,
  },
  {
    what: "a hundred lines of a hundred orders are written",
    sql: () =>
      `INSERT INTO line (of_order, pieces, product) SELECT ${order("n")}, 5, ${product("n")} FROM generate_series(100, 199) n`,
  },
  {
    what: "a thousand lines of one order are written",
    sql: (round) =>
      `INSERT INTO line (of_order, pieces, product) SELECT ${order(String(round + 300))}, 5, ${product("n")} FROM generate_series(1, 1000) n`,
  },
  {
    what: "20 lines by price",
    sql: (_, __, price) => `SELECT id, ${price} FROM line ORDER BY ${price} DESC, id LIMIT 20`,
    rounds: 3,
  },
  {
    what: "how many lines have a price above",
    sql: (_, __, price) => `SELECT count(*) FROM line WHERE ${price} > ${products - 100} AND ${price} <= ${products}`,
    rounds: 3,
  },
  { what: "20 lines with their price", sql: (_, __, price) => `SELECT id, ${price} FROM line ORDER BY id LIMIT 20` },
  {
    what: "a line goes to another product",
    sql: (round) =>
      `UPDATE line SET product = ${product(String(round + 100))} WHERE id = ${line(String(round * 10 + 1))}`,
  },
  {
    what: "a product of 90 lines gets another price",
    sql: (round) => `UPDATE product SET price = price + 1 WHERE id = ${product(String(2 + 10 * (round + 100)))}`,
  },
  {
    what: "a product of 90 lines gets another title",
    sql: (round) => `UPDATE product SET title = 'x' WHERE id = ${product(String(2 + 10 * (round + 200)))}`,
  },
  {
    what: "a product of 100,000 lines gets another price",
    sql: () => `UPDATE product SET price = price + 1 WHERE id = ${common}`,
    rounds: 1,
  },
];

async function median(client: Client, question: Question, total: string, price: string): Promise<number> {
  const warm = question.rounds === undefined ? 5 : 1;
  const taken: number[] = [];
  const began = performance.now();
  // The first ones show how PostgreSQL settles on a plan.
  for (let round = 0; round < (question.rounds ?? rounds) + warm && performance.now() - began < 20_000; round++) {
    const start = performance.now();
    const answer = await asPerson(client, person, question.sql(round, total, price));
    if ("code" in answer) throw new Error(`${question.what}: ${answer.code} ${answer.message}`);
    if (round >= warm || taken.length === 0) taken.push(performance.now() - start);
  }
  return taken.sort((a, b) => a - b)[Math.floor(taken.length / 2)] ?? 0;
}

const postgres = await startPostgres();
try {
  const [function_, column] = [await databaseOfLines(postgres, false), await databaseOfLines(postgres, true)];
  console.log(`${lines} lines of ${orders} orders\n\n| what | worked out | kept |\n| --- | --- | --- |`);
  for (const question of questions) {
    const before = await median(function_, question, `"order".total`, "line.price");
    const after = await median(column, question, "total", "price");
    console.log(`| ${question.what} | ${before.toFixed(2)} ms | ${after.toFixed(2)} ms |`);
  }
  await function_.end();
  await column.end();
} finally {
  await postgres.stop();
}
