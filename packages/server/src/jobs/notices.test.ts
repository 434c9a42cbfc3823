// Inboxes over the wire: what effects notify of comes once, to that reader and to nobody else; long because it is one story of few people.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { SupabaseClient } from "@supabase/supabase-js";
import { newPerson, startProduct } from "../auth/testing/product.ts";
import { eventually } from "../../../language/src/testing/eventually.ts";

const document = `## 3. Entities and their fields

### Parcel
- Owner: Sender

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Sender | reference to User | auto | \`me\` |
| Receiver | reference to User | no | |
| What | text up to 200 | yes | |
| Weight | number | no | |

## 4. States and transitions

### Effects

| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Parcel | create | \`parcel.weight != 7\` | notify sent | to \`parcel.receiver\` |
| Parcel | update | | notify changed | to \`parcel.receiver\` |
| Parcel | update | | mail changed | to \`parcel.receiver\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| For | May | Member |
| --- | --- | --- |
| Parcel | create | yes |
| Parcel | read, update, delete | own |
| User | read | yes |

## 7. The calls it makes

| Mail | For | Subject | Text | Subject (fr) | Text (fr) |
| --- | --- | --- | --- | --- | --- |
| sent | Parcel | {parcel.what} for you | It weighs {parcel.weight} kg.<br>**Come** <b>soon</b>. | {parcel.what} pour vous | Poids : {parcel.weight} kg. |
| changed | Parcel | {parcel.what} has changed | Look. | | |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Languages | en, fr |
| Sign-in | email and password, anonymous |
`;

const product = await startProduct({ after }, document);
const ann = await newPerson(product);
const ben = await newPerson(product);
const eve = await newPerson(product);

type Entry = Readonly<Record<"id" | "subject" | "text" | "entity" | "row_id" | "made_at", string>> & {
  readonly read_at: string | null;
};

async function inboxOf(client: SupabaseClient, before: object = {}): Promise<readonly Entry[]> {
  const { data, error } = await client.rpc("my_inbox", before);
  assert.equal(error, null);
  return data as readonly Entry[];
}

/** Nothing that was to be told waits any more. */
async function delivered(): Promise<void> {
  const waiting = "SELECT FROM writ.outbox WHERE kind = 'notify' AND done_at IS NULL";
  await eventually(async () => (await product.owner(waiting)).length === 0, "that all is told");
}

async function send(what: string, more: object = {}): Promise<string> {
  const { data, error } = await ann.client
    .from("parcel")
    .insert({ what, receiver: ben.user.id, ...more })
    .select()
    .single();
  assert.equal(error, null);
  await delivered();
  return String(data?.id);
}

async function change(id: string): Promise<void> {
  assert.equal((await ann.client.from("parcel").update({ weight: 3 }).eq("id", id)).error, null);
  await delivered();
}

const unread = async (client: SupabaseClient) => (await client.rpc("my_unread")).data as unknown;
const noticesOf = async (mail: string) => product.owner("SELECT FROM writ.notice WHERE mail = $1", [mail]);

test("an entry is in its reader's language, as text, with the row that it is about", async () => {
  const id = await send("Tea", { weight: 1234.5 });
  const [entry, ...others] = await inboxOf(ben.client);
  assert.deepEqual(others, []);
  assert.equal(entry?.subject, "Tea for you");
  assert.equal(entry?.text, "It weighs 1,234.5 kg.\nCome <b>soon</b>.");
  assert.deepEqual([entry?.entity, entry?.row_id, entry?.read_at], ["parcel", id, null]);
  assert.equal(await unread(ben.client), 1);
  await ben.client.auth.updateUser({ data: { language: "fr" } });
  await ben.client.auth.refreshSession();
  assert.equal((await inboxOf(ben.client))[0]?.subject, "Tea pour vous");
  assert.match((await inboxOf(ben.client))[0]?.text ?? "", /^Poids : 1\s234,5 kg\.$/u);
});

test("a refused write, or a condition that does not hold, sends no notice", async () => {
  const before = (await inboxOf(ben.client)).length;
  const { error } = await ann.client.from("parcel").insert({ what: "x".repeat(300), receiver: ben.user.id });
  assert.equal(error?.code, "TOO_LONG");
  await send("Lead", { weight: 7 });
  assert.equal((await inboxOf(ben.client)).length, before);
});

test("users cannot read, count, mark or write the entries of other users", async () => {
  const [entry] = await inboxOf(ben.client);
  assert.ok(entry !== undefined);
  for (const { client } of [ann, eve]) {
    assert.deepEqual(await inboxOf(client), []);
    assert.equal(await unread(client), 0);
    for (const marked of [{ ids: [entry.id] }, { up_to: "2999-01-01" }, { ids: [entry.id], up_to: "infinity" }])
      assert.equal((await client.rpc("mark_inbox", marked)).error, null);
  }
  assert.equal(await unread(ben.client), 1);
  // Somebody with a key and no account.
  const nobody = product.client();
  for (const [name, given] of [
    ["my_inbox", {}],
    ["my_unread", {}],
    ["mark_inbox", { up_to: "infinity" }],
    ["my_inbox_choices", {}],
    ["choose_inbox", { mail: "sent", in_inbox: false, by_mail: false }],
  ] as const)
    assert.equal((await nobody.rpc(name, given)).error?.code, "NOT_SIGNED_IN", name);
  // Nor by the tables, nor by what the system itself calls.
  for (const { client } of [ann, ben, { client: nobody }]) {
    for (const table of ["notice", "notice_choice", "outbox"]) {
      assert.notEqual((await client.from(table).select()).error, null);
      assert.notEqual((await client.schema("writ").from(table).select()).error, null);
      assert.notEqual((await client.from(table).insert({ person: ben.user.id })).error, null);
    }
    for (const name of ["put_notice", "tell_inbox", "enqueue"]) {
      assert.notEqual((await client.rpc(name, { person: ben.user.id })).error, null);
      assert.notEqual((await client.schema("writ").rpc(name, { person: ben.user.id })).error, null);
    }
  }
});

test("no role of requests may name the tables, also as SQL", async () => {
  const connection = await product.connect();
  for (const role of ["anon", "authenticated", "service_role", "writ_client", "writ_keeper"]) {
    await connection.query(`SET ROLE ${role}`);
    for (const sql of [
      "SELECT FROM writ.notice",
      "INSERT INTO writ.notice_choice VALUES (gen_random_uuid(), 'sent', false, false)",
      "SELECT writ.put_notice(1, '{}')",
      "SELECT writ.tell_inbox(gen_random_uuid())",
    ])
      await assert.rejects(connection.query(sql), /permission denied/, `${role}: ${sql}`);
    await connection.query("RESET ROLE");
  }
  await connection.end();
});

test("entries are marked one by one, and all that were seen; what comes later stays unread", async () => {
  await send("Milk");
  await send("Bread");
  const [bread, milk, tea] = await inboxOf(ben.client);
  assert.equal(await unread(ben.client), 3);
  await ben.client.rpc("mark_inbox", { ids: [milk?.id] });
  assert.equal(await unread(ben.client), 2);
  const readAt = (await inboxOf(ben.client))[1]?.read_at;
  assert.ok(readAt);
  await send("Salt");
  await ben.client.rpc("mark_inbox", { up_to: bread?.made_at });
  assert.equal(await unread(ben.client), 1);
  const now = await inboxOf(ben.client);
  assert.deepEqual(
    now.map(({ read_at }) => read_at === null),
    [true, false, false, false],
  );
  // What was read already keeps its time.
  assert.equal(now[2]?.read_at, readAt);
  assert.equal(now[3]?.id, tea?.id);
});

test("pages follow one another without a gap, and a person's oldest entries give way", async () => {
  await product.owner(
    `INSERT INTO writ.notice (person, mail, entity, row_id, said, made_at)
     SELECT $1, 'sent', 'parcel', gen_random_uuid(), jsonb_build_object('', jsonb_build_object('subject', n, 'text', '')), '2020-01-01'::timestamptz + n / 3 * interval '1 s'
     FROM generate_series(1, 1100) AS n`,
    [eve.user.id],
  );
  const seen = new Set<string>();
  for (let page = await inboxOf(eve.client); page.length > 0;) {
    for (const { id } of page) assert.ok(!seen.has(id) && seen.add(id));
    page = await inboxOf(eve.client, { before: page.at(-1)?.made_at, before_id: page.at(-1)?.id });
  }
  assert.equal(seen.size, 1100);
  assert.equal(await unread(eve.client), 100);
  await send("Last", { receiver: eve.user.id });
  assert.deepEqual(await product.owner("SELECT count(*)::int AS n FROM writ.notice WHERE person = $1", [eve.user.id]), [
    { n: 1000 },
  ]);
  assert.equal((await inboxOf(eve.client))[0]?.subject, "Last for you");
});

/** Mails of the account may still be there, and come first. */
async function mailed(subject: string): Promise<void> {
  for (let came = ""; came !== subject;) came = (await product.mail(ben.email)).subject;
}

test("users choose mail and inbox for themselves, and not for others", async () => {
  const choices = async () => (await ben.client.rpc("my_inbox_choices")).data as unknown;
  const usual = { mail: "sent", label: "sent", in_inbox: true, by_mail: false, may_mail: true };
  assert.deepEqual(await choices(), [usual]);
  // Of what has never reached them nobody is told.
  assert.deepEqual((await ann.client.rpc("my_inbox_choices")).data, []);
  await ann.client.rpc("choose_inbox", { mail: "sent", in_inbox: false, by_mail: true });
  assert.deepEqual(await choices(), [usual]);
  await product.owner("UPDATE auth.users SET email_confirmed_at = now() WHERE id = $1", [ben.user.id]);
  await ben.client.rpc("choose_inbox", { mail: "sent", in_inbox: false, by_mail: true });
  assert.deepEqual(await choices(), [{ ...usual, in_inbox: false, by_mail: true }]);
  const before = await inboxOf(ben.client);
  await send("Sugar");
  assert.deepEqual(await inboxOf(ben.client), before);
  await mailed("Sugar pour vous");
  // What is no notice of the document cannot be chosen, and fills no table.
  await ben.client.rpc("choose_inbox", { mail: "made up", in_inbox: false, by_mail: true });
  assert.deepEqual(await product.owner("SELECT FROM writ.notice_choice WHERE mail <> 'sent'"), []);
});

test("what the document mails by itself does not come twice", async () => {
  await ben.client.rpc("choose_inbox", { mail: "changed", in_inbox: true, by_mail: true });
  const id = await send("Flour");
  await mailed("Flour pour vous");
  await product.owner("DELETE FROM writ.mailbox");
  await change(id);
  await mailed("Flour has changed");
  assert.deepEqual(
    await product.owner("SELECT FROM writ.outbox WHERE kind = 'mail' AND name = 'changed' OFFSET 1"),
    [],
  );
  assert.equal((await noticesOf("changed")).length, 1);
});

test("one that cannot be delivered waits, says why, and keeps no other from it", async () => {
  await product.owner(
    `INSERT INTO writ.outbox (kind, name, payload, clause) SELECT 'notify', 'sent', jsonb_build_object('to', jsonb_build_object('person', $1::text), 'row', 'no id', 'entity', 'parcel', 'values', '{}'::jsonb), '4'`,
    [eve.user.id],
  );
  const { data } = await ann.client.from("parcel").insert({ what: "Oil", receiver: eve.user.id }).select().single();
  assert.ok(data);
  for (let came = false; !came;) came = (await inboxOf(eve.client))[0]?.subject === "Oil for you";
  const [stuck] = await product.owner(
    "SELECT tries, failure FROM writ.outbox WHERE kind = 'notify' AND done_at IS NULL",
  );
  assert.equal(stuck?.["tries"], 1);
  assert.match(String(stuck?.["failure"]), /uuid/);
  // What nobody tries any more is counted for operators.
  await product.owner("UPDATE writ.outbox SET due_at = 'infinity' WHERE kind = 'notify' AND done_at IS NULL");
  const metrics = async () => (await fetch(`${product.url}/metrics`)).text();
  await eventually(async () => /^writ_outbox_given_up 1$/m.test(await metrics()), metrics);
  assert.match(await metrics(), /^writ_work_seconds_count\{kind="notice",name="sent",end="failed"\} 1$/m);
  assert.match(await metrics(), /^writ_work_seconds_count\{kind="mail",name="sent",end="done"\} [1-9]/m);
  await product.owner("DELETE FROM writ.outbox WHERE kind = 'notify' AND done_at IS NULL");
});

test("two servers deliver each once", async () => {
  await product.another();
  await product.owner("DELETE FROM writ.notice");
  const boxes = Array.from({ length: 250 }, (_, index) => ({ what: `Box ${index}`, receiver: eve.user.id }));
  assert.equal((await ann.client.from("parcel").insert(boxes)).error, null);
  await delivered();
  assert.equal((await noticesOf("sent")).length, 250);
});

test("only the owner hears of their inbox, and clients cannot send to it", async () => {
  const topic = `inbox:${ben.user.id}`;
  const join = async (client: SupabaseClient, name = topic) => {
    await client.realtime.setAuth();
    const heard: unknown[] = [];
    const channel = client.channel(name, { config: { private: true, broadcast: { self: true } } });
    const status = await new Promise<string>((resolve) => {
      channel.on("broadcast", { event: "*" }, (message) => void heard.push(message)).subscribe((is) => resolve(is));
    });
    return { channel, heard, status };
  };
  const visitor = product.client();
  const [own, other, nobody] = [await join(ben.client), await join(eve.client), await join(visitor)];
  assert.deepEqual([own.status, other.status, nobody.status], ["SUBSCRIBED", "CHANNEL_ERROR", "CHANNEL_ERROR"]);
  await ben.client.rpc("choose_inbox", { mail: "sent", in_inbox: true, by_mail: false });
  await own.channel.send({ type: "broadcast", event: "inbox", payload: { text: "made up" } });
  await send("Rice");
  await eventually(() => own.heard.length > 0, "the inbox is heard of");
  // What it says is not told, only that there is something.
  assert.equal(JSON.stringify(own.heard).includes("Rice"), false);
  assert.equal(JSON.stringify(own.heard).includes("made up"), false);
  for (const client of [ben.client, eve.client, visitor]) await client.realtime.disconnect();
});

test("the inbox is deleted with the account and is part of its export", async () => {
  const { body } = await product.ask("GET", "/user/export", { token: ben.session.access_token });
  assert.match(JSON.stringify(body["inbox"]), /Rice for you/);
  assert.equal(JSON.stringify(body).includes("Box 1"), false);
  const gone = await product.ask("DELETE", "/user", {
    token: ben.session.access_token,
    body: { password: "correct horse battery" },
  });
  assert.equal(gone.status, 204);
  assert.deepEqual(await product.owner("SELECT FROM writ.notice WHERE person = $1", [ben.user.id]), []);
  assert.deepEqual(await product.owner("SELECT FROM writ.notice_choice WHERE person = $1", [ben.user.id]), []);
});
