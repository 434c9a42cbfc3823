// An export for staging: nothing of people is in it, and the product that is made of it works.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { emptyFolder } from "../../postgres/testing/surroundings.ts";
import { products, type TestProduct } from "../../testing/product.ts";
import { importArchive } from "../import.ts";
import {
  addPerson,
  addressOf,
  ask,
  exported,
  exampleOf,
  served,
  signIn,
  startSampled,
  startServed,
  upload,
} from "../testing/moved.ts";

const start = products();
const wholeFile = { after: (step: () => Promise<void> | void) => after(step) };
const source = completeDocument(`
## 3. Entities and their fields

### Letter
- History: kept

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Subject | text up to 80, unique ignoring case | yes | |
| Body | long text | no | |
| Notes | Markdown text | no | |
| To | email | no | |
| Link | url | no | |
| Phone | phone | no | |
| Kind | one of: private, formal | no | |
| Weight | number | no | |
| Sent on | date | no | |
| Paid | yes/no | no | no |
| Answers | reference to Letter | no | |
| Number | sequence number \`L-{0000}\` | | |
| Code | random code \`{aaaaaaaa}\` | | |
| Shout | computed text \`letter.subject + " (" + letter.number + ")"\` | | |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`).source;

let product: TestProduct;
const archive = join(emptyFolder({ after }), "archive");
const words = [
  "Inheritance",
  "Wintermantel",
  "Kassiopeia",
  "Overwhelming",
  "Grandmother",
  "Bellweather",
  "Quicksilver",
];
before(async () => {
  product = await startServed(start, source);
  await addPerson(product, "Wintermantel");
  assert.equal((await signIn(product, "Wintermantel"))[0], 200);
  await product.owner(`INSERT INTO public.letter (subject, body, notes, "to", link, phone, kind, weight, sent_on)
    VALUES ('Inheritance', 'Overwhelming news', 'From *Grandmother*', 'kassiopeia@bellweather.example',
      'https://bellweather.example/x', '+49 170 5550815', 'formal', 12345678901234.5, '2026-03-09'),
      ('inheritances', NULL, NULL, 'kassiopeia@bellweather.example', NULL, NULL, 'private', 1, NULL)`);
  await product.owner("UPDATE public.letter SET body = 'Quicksilver Grandmother' WHERE subject = 'Inheritance'");
  await product.owner(
    "UPDATE public.letter SET answers = (SELECT id FROM public.letter WHERE weight > 1) WHERE weight = 1",
  );
  await product.owner(`INSERT INTO writ.notice (person, mail, entity, row_id, said)
    SELECT u.id, 'm', 'letter', l.id, '{"": {"subject": "Inheritance of Wintermantel"}}' FROM auth.users u, public.letter l`);
  await product.owner(`INSERT INTO writ.outbox (kind, name, payload, clause, due_at)
    VALUES ('mail', 'm', '{"a": "Quicksilver"}', '7', 'infinity')`);
  await product.owner("INSERT INTO writ.operator (email) VALUES ('wintermantel@example.test')");
  await upload(product, "Grandmother/Inheritance.txt", "Overwhelming");
  await exported(product, archive, true);
});

const rowsOf = (name: string): readonly Readonly<Record<string, unknown>>[] =>
  readFileSync(join(archive, name), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

test("no word of before, no address and no name is anywhere in it", async () => {
  const names = readdirSync(archive, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const all = names.map((one) => `${one.name}\n${readFileSync(join(one.parentPath, one.name), "latin1")}`).join("\n");
  const codes = (await product.owner("SELECT code FROM public.letter")).map(({ code }) => String(code));
  const hashes = (await product.owner("SELECT encrypted_password AS one FROM auth.users")).map(({ one }) =>
    String(one),
  );
  for (const word of [...words, "5550815", "example.test", ...codes, ...hashes, "x509", "refresh"])
    assert.ok(!all.toLowerCase().includes(word.toLowerCase()), word);
  const there = new Set(names.map(({ name }) => name));
  for (const name of [
    "auth.signing_keys",
    "auth.sessions",
    "auth.identities",
    "writ.outbox",
    "writ.operator",
    "writ.applied",
  ])
    assert.ok(!there.has(`system/${name}.ndjson`) && !there.has(`${name}.ndjson`), name);
});

test("what is no word stays, and what is the same stays the same", () => {
  const [first, second] = rowsOf("rows/letter.ndjson").toSorted((a, b) => Number(b["weight"]) - Number(a["weight"]));
  assert.deepEqual(
    [first?.["kind"], first?.["weight"], first?.["sent_on"], first?.["paid"], first?.["number"], second?.["answers"]],
    ["formal", 12345678901234.5, "2026-03-09", false, "L-0001", first?.["id"]],
  );
  assert.match(String(first?.["subject"]), /^[A-Z][a-z]{10}$/);
  assert.equal(first?.["to"], second?.["to"]);
  const history = rowsOf("system/writ.history.ndjson").map(
    ({ changes }) => changes as Record<string, { new: unknown }>,
  );
  assert.equal(history.find((one) => one["kind"]?.new === "formal")?.["subject"]?.new, first?.["subject"]);
  assert.equal(history.at(-2)?.["body"]?.new, first?.["body"]);
  const [account] = rowsOf("system/auth.users.ndjson");
  const [person] = rowsOf("rows/user.ndjson");
  assert.deepEqual(
    [account?.["email"], (account?.["raw_user_meta_data"] as { name: string } | undefined)?.name],
    [person?.["email"], person?.["name"]],
  );
});

test("the product that is made of it serves, with new keys, and nobody signs in with an old password", async () => {
  const place = emptyFolder({ after });
  await importArchive(archive, place, {});
  await served(place, async (running, database) => {
    assert.notEqual(running.serviceKey, product.serviceKey);
    const { serviceKey: token } = running;
    assert.equal((await ask(`${addressOf(running)}/rest/v1/letter`, { token: product.serviceKey }))[0], 401);
    const [status, text] = await ask(`${addressOf(running)}/rest/v1/letter?select=subject,number,shout`, { token });
    assert.deepEqual([status, JSON.parse(text).length], [200, 2]);
    assert.equal((await signIn(running, "Wintermantel"))[0], 400);
    const client = await database.connect();
    const { rows } = await client.query<{ name: string; bucket_id: string }>(
      "SELECT name, bucket_id FROM storage.objects",
    );
    const file = `${addressOf(running)}/storage/v1/object/box/${rows[0]?.name ?? ""}`;
    assert.deepEqual(await ask(file, { token }), [200, "This file was replaced for staging.\n"]);
    assert.match(rows[0]?.name ?? "", /^[0-9a-f]{16}\/[0-9a-f]{16}\.txt$/);
    const body = { subject: "New one" };
    const sent = { method: "POST", token, body };
    assert.equal((await ask(`${addressOf(running)}/rest/v1/letter`, sent))[0], 201);
    const { rows: numbers } = await client.query("SELECT number FROM public.letter ORDER BY number DESC LIMIT 1");
    assert.deepEqual(numbers, [{ number: "L-0003" }]);
    await client.end();
  });
});

/** All texts in values of JSON. */
const textsIn = (value: unknown): readonly string[] =>
  typeof value === "string"
    ? [value]
    : typeof value === "object" && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

for (const example of ["help-desk", "project-tracker", "equipment-lending"])
  test(`${example}: no sentence and no address of its samples is in the rows`, async () => {
    const sampled = await startSampled(start, exampleOf(example));
    const [plain, staging] = [emptyFolder(wholeFile), emptyFolder(wholeFile)];
    await exported(sampled, join(plain, "archive"));
    await exported(sampled, join(staging, "archive"), true);
    const read = (folder: string) =>
      readdirSync(join(folder, "archive"), { recursive: true, withFileTypes: true })
        .filter((one) => one.name.endsWith(".ndjson"))
        .map((one) => [one.name, readFileSync(join(one.parentPath, one.name), "utf8")] as const);
    const told = read(plain)
      .filter(([name]) => !name.startsWith("writ.") || name === "writ.history.ndjson")
      .flatMap(([, text]) => text.split("\n").filter((line) => line !== ""))
      .flatMap((line) => textsIn(JSON.parse(line)))
      .filter((text) => / .* |@/.test(text));
    assert.ok(new Set(told).size > 20, `${new Set(told).size}`);
    const all = read(staging)
      .map(([, text]) => text)
      .join("\n");
    assert.deepEqual(
      [...new Set(told)].filter((text) => all.includes(JSON.stringify(text).slice(1, -1))),
      [],
    );
    await importArchive(join(staging, "archive"), join(staging, "data"), {});
  });
