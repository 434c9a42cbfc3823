// A product moves by its archive: what it answers over the wire afterwards is the same, byte for byte.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { eventually } from "../../../language/src/testing/eventually.ts";
import { findDrift, readApplied } from "../applying/index.ts";
import { within } from "../backup/testing/backed-up.ts";
import { notes } from "../backup/testing/notes.ts";
import { emptyFolder } from "../postgres/testing/surroundings.ts";
import type { Running } from "../serve.ts";
import { products, type TestProduct } from "../testing/product.ts";
import { readTables } from "./catalogue.ts";
import { importArchive } from "./import.ts";
import { staying, travelling } from "./tables.ts";
import {
  addPerson,
  addressOf,
  ask,
  exampleOf,
  exported,
  served,
  signIn,
  startSampled,
  startServed,
  upload,
} from "./testing/moved.ts";

const start = products();

/** All that these may read of the rows, and of the history of each. */
async function answers(running: Running, product: TestProduct, tokens: readonly string[]) {
  const client = await product.database.connect();
  const tables = (await readTables(client)).travelling.filter(({ isOfDocument }) => isOfDocument);
  const histories = await product.owner("SELECT DISTINCT entity, row_id FROM writ.history ORDER BY 1, 2");
  await client.end();
  const paths = [
    ...tables.filter(({ name }) => /^[a-z]\w*$/.test(name)).map(({ name }) => `${name}?select=*`),
    ...histories.map(({ entity, row_id }) => `rpc/history_${String(entity)}?row_id=${String(row_id)}`),
  ];
  const all: (readonly [string, number, string])[] = [];
  for (const token of tokens)
    for (const path of paths) all.push([path, ...(await ask(`${addressOf(running)}/rest/v1/${path}`, { token }))]);
  return all;
}

const tokenOf = ([status, text]: readonly [number, string]): string => {
  assert.equal(status, 200, text);
  return String(JSON.parse(text).access_token);
};

for (const example of ["help-desk", "project-tracker", "equipment-lending"])
  test(`${example}: rows, history, accounts, tokens and files are the same`, async () => {
    const product = await startSampled(start, exampleOf(example));
    await addPerson(product, "Zoe");
    const zoe = tokenOf(await signIn(product, "Zoe"));
    await upload(product, "a/b.txt", "the file");
    const archive = await exported(product);
    const place = emptyFolder({ after });
    const { files, leftOut } = await importArchive(archive, place, {});
    assert.deepEqual([files, leftOut], [1, []]);
    await served(place, async (running, database) => {
      const before = await answers(product, product, [product.serviceKey, zoe]);
      assert.ok(before.every(([, status]) => status === 200) && JSON.stringify(before).length > 5000);
      assert.equal(running.serviceKey, product.serviceKey);
      assert.deepEqual(await answers(running, product, [product.serviceKey, zoe]), before);
      tokenOf(await signIn(running, "Zoe"));
      const file = await ask(`${addressOf(running)}/storage/v1/object/box/a/b.txt`, { token: product.serviceKey });
      assert.deepEqual(file, [200, "the file"]);
      const client = await database.connect();
      const applied = await readApplied(client);
      assert.deepEqual(applied && (await findDrift(client, applied)), []);
      await client.end();
    });
  });

const odd = completeDocument(`
## 3. Entities and their fields

### Thing
- History: kept

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Number | sequence number \`T-{0000}\` | | |
| Words | long text | no | |
| Amount | number | no | |
| At | datetime | no | |
| Lasts | duration | no | |
| Parts | several Thing | no | |
`).source;

test("values that JavaScript does not hold stay exact, and numbers go on", async () => {
  const product = await startServed(start, odd);
  await product.owner(`INSERT INTO public.thing (words, amount, at, lasts) VALUES
    (E'a\\u2028b\\r\\nc\\t"\\\\ 😀 é', 123456789012345678.90123, '2026-03-09 10:00:00.123+00', 9007199254740993),
    (repeat('long ', 15000), -0.00000000000000000001, NULL, NULL), ('', NULL, '0044-03-15', NULL)`);
  await product.owner("DELETE FROM public.thing WHERE words = ''");
  await product.owner("SELECT writ.next_number('x', '')");
  await product.owner(
    "INSERT INTO auth.users (email, raw_user_meta_data, created_at) VALUES (NULL, 'null', '0044-03-15 BC')",
  );
  await product.owner(`INSERT INTO writ.outbox (kind, name, payload, clause, due_at)
    VALUES ('mail', 'm', '{"a": 1234567890123456789012.10}', '7', 'infinity')`);
  const everything = async (run: (sql: string) => Promise<readonly unknown[]>, names: readonly string[]) => {
    const all: Record<string, unknown> = {};
    for (const name of names) all[name] = await run(`SELECT one::text FROM ${name} AS one ORDER BY ctid`);
    return all;
  };
  const archive = await exported(product);
  const place = emptyFolder({ after });
  await importArchive(archive, place, {});
  await within(place, async (database) => {
    const client = await database.connect();
    const names = (await readTables(client)).travelling
      .filter(({ name }) => name !== "applied")
      .map(({ quoted }) => quoted);
    const run = async (sql: string) => (await client.query(sql)).rows;
    assert.deepEqual(await everything(run, names), await everything(product.owner, names));
    // Four numbers were given, and three events were written down, and one.
    await client.query("INSERT INTO public.thing (words) VALUES ('next')");
    assert.deepEqual(await run("SELECT number FROM public.thing ORDER BY number DESC LIMIT 1"), [{ number: "T-0004" }]);
    assert.deepEqual(await run("SELECT max(id)::int AS last FROM writ.history"), [{ last: 5 }]);
    await client.end();
  });
});

test("an export is of one moment, whoever writes meanwhile", async () => {
  const product = await startServed(start, notes);
  const over = new AbortController();
  const writing = [1, 2].map(async (writer) => {
    const client = await product.database.connect();
    // In one transaction, into a table that is read early and one that is read late.
    for (let n = 0; !over.signal.aborted; n++)
      await client.query(
        `WITH early AS (INSERT INTO auth.deleted_users (id) VALUES (gen_random_uuid()))
          INSERT INTO public.note (words) VALUES ($1)`,
        [`writer ${writer} ${n}`],
      );
    await client.end();
  });
  const written = async () => (await product.owner("SELECT FROM public.note")).length;
  await eventually(async () => (await written()) > 20, "notes");
  const archive = await exported(product).finally(() => over.abort());
  await Promise.all(writing);
  const place = emptyFolder({ after });
  await importArchive(archive, place, {});
  await within(place, async (database) => {
    const client = await database.connect();
    const { rows } = await client.query(`SELECT (SELECT count(*)::int FROM public.note) AS late,
      (SELECT count(*)::int FROM auth.deleted_users) AS early`);
    const { late, early } = rows[0] as { readonly late: number; readonly early: number };
    assert.equal(late, early);
    assert.ok(late > 20 && late < (await written()), `${late}`);
    await client.end();
  });
});

test("every table of a product travels, or is named as one that stays", async () => {
  const product = await start(exampleOf("help-desk"));
  await product.owner("CREATE TABLE public.theirs (id int)");
  const client = await product.database.connect();
  const tables = await readTables(client);
  await client.end();
  assert.deepEqual(tables.unknown, ["public.theirs"]);
  const there = await product.owner("SELECT schemaname || '.' || tablename AS name FROM pg_tables");
  const names = new Set(there.map(({ name }) => name));
  // And none is named that is not there.
  assert.deepEqual(
    [...Object.keys(travelling), ...Object.keys(staying)].filter((name) => !names.has(name)),
    [],
  );
  assert.deepEqual(
    Object.keys(travelling).filter((name) => Object.hasOwn(staying, name)),
    [],
  );
});
