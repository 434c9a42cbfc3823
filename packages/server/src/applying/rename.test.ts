// Entities and fields that are called otherwise in the database: every row stays, and what a new database would be is there.
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { compile, type Compiled } from "@writ/language";
import type { Renaming } from "../../../language/src/database/renaming/requested.ts";
import { renamedSource } from "../../../language/src/database/renaming/source.ts";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { writePeople } from "../auth/preview/write-people.ts";
import { openMade } from "../postgres/testing/copied.ts";
import { emptyFolder } from "../postgres/testing/surroundings.ts";
import { products, type TestProduct } from "../testing/product.ts";
import { applyDocument, findObjects, planNow, writeSamples } from "./index.ts";

const start = products();
const read = (source: string) => compile(source);

async function open() {
  const database = await openMade(emptyFolder({ after }));
  after(async () => database.stop());
  const client = await database.connect();
  after(async () => client.end());
  const apply = async (source: string, ...renames: readonly string[]) => {
    const outcome = await applyDocument(client, source, compile(source), read, { renames });
    assert.equal(outcome.is, "applied");
    return outcome.plan.steps;
  };
  const ask = async (sql: string, values: readonly unknown[] = []) => (await client.query(sql, [...values])).rows;
  return { client, apply, ask };
}

/** Every entity and every field, each as `other_…`. */
function everyName({ lookup }: Compiled): readonly (Renaming & { readonly request: string })[] {
  const all = [...lookup.entities.values()].filter(({ builtIn }) => !builtIn);
  const entities = all.map(({ name, address }) => {
    const to = `other_${name.id}`;
    return { kind: "entity", from: name.id, to, address, request: `${address}=${to}` } as const;
  });
  const fields = [...lookup.entities.values()].flatMap(({ name: { id }, builtIn }) =>
    [...(lookup.fields.get(id)?.values() ?? [])].map(({ name, address }) => {
      const to = `other_${name.id}`;
      const entity = builtIn ? id : `other_${id}`;
      return { kind: "field", entity, from: name.id, to, address, request: `${address}=${to}` } as const;
    }),
  );
  return [...entities, ...fields];
}

for (const example of ["help-desk", "equipment-lending", "project-tracker"])
  test(
    `${example} with every entity and field called otherwise, and as before again`,
    { timeout: 200_000 },
    async () => {
      const source = readFileSync(`${import.meta.dirname}/../../../../examples/${example}/SPEC.md`, "utf8");
      const compiled = compile(source);
      const names = everyName(compiled);
      const renamed = renamedSource(source, compiled, names);
      const fresh = await open();
      await fresh.apply(renamed);
      const { client, apply, ask } = await open();
      await apply(source);
      const hasPeople = compiled.model.entities.rowSets.some(
        ({ kind, entity }) => kind === "Sample" && entity.id === "user",
      );
      if (!hasPeople) await writePeople(client, compiled);
      assert.equal(await writeSamples(client, compiled), undefined);
      const tables = () =>
        ask(`SELECT sum((xpath('/row/c/text()', query_to_xml(format('SELECT count(*) AS c FROM %I.%I', n.nspname, c.relname), false, true, '')))[1]::text::int)::int AS rows,
      array_agg(c.relfilenode::int ORDER BY c.oid) AS files FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND n.nspname IN ('public', 'writ_data')`);
      const before = await tables();
      const was = await findObjects(client);
      const stored = () =>
        ask(
          "SELECT (SELECT count(*)::int FROM writ.history) AS history, (SELECT count(*)::int FROM writ.seeded) AS seeded",
        );
      const kept = await stored();

      const steps = await apply(renamed, ...names.map(({ request }) => request));
      assert.deepEqual(await tables(), before);
      assert.deepEqual(await stored(), kept);
      assert.deepEqual(
        steps.filter(({ risk }) => risk?.kind === "loses" || risk?.kind === "breaks"),
        [],
      );
      const [now, expected] = [await findObjects(client), await findObjects(fresh.client)];
      assert.deepEqual(differing(now, expected), []);
      // Samples are there under their new names, and come no second time.
      assert.equal(await writeSamples(client, compile(renamed)), undefined);
      assert.deepEqual(await tables(), before);

      const back = names.map(({ address, from }) => `${address}=${from}`);
      await apply(source, ...back);
      assert.deepEqual(await tables(), before);
      assert.deepEqual(differing(await findObjects(client), was), []);
      assert.deepEqual((await planNow(client, compiled, read)).steps, []);
    },
  );

const differing = (found: ReadonlyMap<string, string>, expected: ReadonlyMap<string, string>): readonly string[] =>
  [...new Set([...found.keys(), ...expected.keys()])].filter((key) => found.get(key) !== expected.get(key));

const claims = (entity: string, words: string, file: string) => {
  const row = entity.toLowerCase();
  return completeDocument(`
## 3. Entities and their fields

### ${entity}
- History: kept

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Number | sequence number \`C-{000}\` | | |
| ${words} | text up to 80 | yes | |
| Phone | phone | no | |
| ${file} | file up to 1 KB (txt) | no | |
| Due at | datetime | no | |
| Reminders | integer | yes | 0 |

### Seed: ${entity}

| Key | ${words} |
| --- | --- |
| first | The first |

## 4. States and transitions

### Effects

| For | After | On | Do | With |
| --- | --- | --- | --- | --- |
| ${entity} | at \`${row}.due_at\` | | set | \`reminders = ${row}.reminders + 1\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |
| Judge | named at installation |

| For | May | Person | Judge |
| --- | --- | --- | --- |
| ${entity} | create, read, update | yes | yes |
| ${entity} | delete | no | no |
| ${entity} | see Phone | no | yes |
| ${entity} | set Phone | yes | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`).source;
};

test("numbers, history, files, timers and seeds follow, over the wire of the product that is served", async () => {
  const product = await start(claims("Claim", "About", "Paper"));
  const ann = clientOf(product, await product.person("ann"));
  const judge = clientOf(product, await product.person("jo", "judge"));
  const made = await ann
    .from("claim")
    .insert({ about: "Rain", phone: "+4312345678", due_at: "2020-01-01T00:00:00Z" })
    .select("id")
    .single();
  assert.equal(made.error, null);
  const id = String(made.data?.id);
  const paper = `${id}/${crypto.randomUUID()}/bill.txt`;
  await ann.storage.from("claim.paper").upload(paper, new Blob(["to pay"], { type: "text/plain" }));
  assert.equal((await ann.from("claim").update({ about: "Hail", paper }).eq("id", id)).error, null);
  await product.owner("SELECT writ.sweep(100)");

  const renamed = claims("Damage", "What", "Bill");
  const renames = ["3/Claim=Damage", "3/Claim/About=What", "3/Claim/Paper=Bill"];
  const client = await product.database.connect();
  const outcome = await applyDocument(client, renamed, compile(renamed), read, { renames });
  await client.end();
  assert.equal(outcome.is, "applied");
  await product.reload();

  const { data: row } = await ann.from("damage").select("number, what, bill, reminders").eq("id", id).single();
  assert.deepEqual(row, { number: "C-002", what: "Hail", bill: paper, reminders: 1 });
  const next = await ann.from("damage").insert({ what: "Snow" }).select("number").single();
  assert.equal(next.data?.number, "C-003");
  // What was followed once is not followed again.
  await product.owner("SELECT writ.sweep(100)");
  const { data: later } = await ann.from("damage").select("reminders").eq("id", id).single();
  assert.deepEqual(later, { reminders: 1 });
  const got = await ann.storage.from("damage.bill").download(paper);
  assert.equal(got.error, null);
  assert.equal(await got.data?.text(), "to pay");
  assert.notEqual((await ann.storage.from("claim.paper").download(paper)).error, null);
  const seeds = await product.owner("SELECT count(*)::int AS n FROM writ_data.damage WHERE what = 'The first'");
  assert.deepEqual(seeds, [{ n: 1 }]);
  const history = async (who: SupabaseClient) =>
    ((await who.rpc("history_damage", { row_id: id })).data ?? []) as readonly { changes: object }[];
  assert.ok(fieldsIn(await history(judge)).includes("phone"));
  assert.deepEqual(fieldsIn(await history(ann)).includes("phone"), false);
  assert.ok(fieldsIn(await history(ann)).includes("what") && !fieldsIn(await history(ann)).includes("about"));
});

test("a hidden field that is removed leaves nothing to read in the history", async () => {
  const source = claims("Claim", "About", "Paper");
  const product = await start(source);
  const ann = clientOf(product, await product.person("ann"));
  const { data } = await ann.from("claim").insert({ about: "Rain", phone: "+4312345678" }).select("id").single();
  const without = source
    .replace("| Phone | phone | no | | |\n", "")
    .replace("| Phone | phone | no | |\n", "")
    .replace(/^\| Claim \| s?e[et]+ Phone.*\n/gm, "");
  const client = await product.database.connect();
  const drop = new Set(["3/Claim/Phone"]);
  assert.equal((await applyDocument(client, without, compile(without), read, { drop })).is, "applied");
  await client.end();
  await product.reload();
  const { data: history, error } = await ann.rpc("history_claim", { row_id: data?.id });
  assert.equal(error, null);
  assert.deepEqual(fieldsIn(history), ["about", "number", "reminders"]);
});

test("what cannot be renamed is refused in words, and nothing is changed", async () => {
  const { client, apply } = await open();
  const source = claims("Claim", "About", "Paper");
  const next = claims("Claim", "What", "Paper");
  const refused = async (document: string, ...renames: readonly string[]) =>
    planNow(client, compile(document), read, renames).then(
      () => "",
      (failure: unknown) => (failure instanceof Error ? `${failure.name}: ${failure.message}` : ""),
    );
  assert.match(await refused(source, "3/Claim=Damage"), /^RenameRefused: nothing was applied/);
  await apply(source);
  const was = await findObjects(client);
  assert.match(await refused(next, "3/Claim/About"), /^RenameRefused: "3\/Claim\/About" has no new name/);
  assert.match(await refused(next, "3/Claim/Colour=What"), /3\/Claim\/Colour is no entity and no field/);
  assert.match(await refused(next, "3/Claim/About=Colour"), /has no field Colour/);
  assert.match(await refused(next, "3/Claim=Damage"), /has no entity Damage/);
  assert.match(await refused(next, "3/Claim/Phone=What"), /3\/Claim\/Phone is still in the document/);
  assert.match(await refused(next, "3/Claim/About=Phone"), /3\/Claim\/Phone was in the document before/);
  assert.match(await refused(next, "3/Claim/About=What", "3/Claim/About=What"), /is renamed twice/);
  assert.match(await refused(source, "3/Claim/About=About"), /keeps the identifier `about`/);
  assert.deepEqual(differing(await findObjects(client), was), []);
});

test("rows are asked about before the rename under the names that they will have", async () => {
  const { client, apply, ask } = await open();
  const source = claims("Claim", "About", "Paper")
    .replace("| Phone | phone | no |", "| Colour | text up to 20 | no |")
    .replace(/^\| Claim \| s?e[et]+ Phone.*\n/gm, "");
  await apply(source);
  await ask("INSERT INTO public.claim (about) VALUES ('one'), ('two')");
  const unique = source
    .replace("| About | text up to 80 |", "| What | text up to 80, unique |")
    .replace("| Colour | text up to 20 | no |", "| Shade | text up to 20 | yes |")
    .replace("| Key | About |", "| Key | What |");
  const plan = await planNow(client, compile(unique), read, ["3/Claim/About=What", "3/Claim/Colour=Shade"]);
  const breaks = plan.steps.flatMap(({ risk, rows, address }) =>
    risk?.kind === "breaks" ? [[address, rows?.count]] : [],
  );
  assert.deepEqual(breaks, [
    ["3/Claim/Shade", 3],
    ["3/Claim/What", 0],
  ]);
});

const fieldsIn = (history: readonly { readonly changes: object }[]): readonly string[] =>
  [...new Set(history.flatMap(({ changes }) => Object.keys(changes)))].toSorted();

const clientOf = ({ url, anonKey }: TestProduct, token: string): SupabaseClient =>
  createClient(url, anonKey, { global: { headers: { Authorization: `Bearer ${token}` } } });
