// A session that has ended, however it ends: its sockets hear nothing of what is committed after it.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { SupabaseClient } from "@supabase/supabase-js";
import { newPerson, password, startProduct } from "../auth/testing/product.ts";
import { eventually } from "../../../language/src/testing/eventually.ts";
import { joined } from "./testing/rooms.ts";

const fragment = `## 3. Entities and their fields

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text up to 200 | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| For | May | Member |
| --- | --- | --- |
| Note | create, read, update, delete | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`;

// Nobody is looked at from time to time: only that it ended can end it.
const product = await startProduct({ after }, fragment, { live: { lookMilliseconds: 3_600_000 } });
const clients: SupabaseClient[] = [];
after(async () => Promise.all(clients.map(async ({ realtime }) => realtime.disconnect())));

type Listener = { readonly heard: string[]; readonly said: string[]; readonly words: string[] };

/** Of a session: changes of notes, and messages of the database on a topic. */
async function listenAs(client: SupabaseClient): Promise<Listener> {
  clients.push(client);
  const listener: Listener = { heard: [], said: [], words: [] };
  await client.realtime.setAuth();
  const channel = client
    .channel("notes")
    .on("postgres_changes", { event: "*", schema: "public", table: "note" }, (change) => {
      listener.heard.push((change.new as { readonly text: string }).text);
    })
    .on("broadcast", { event: "word" }, () => void listener.words.push("word"))
    .on(
      "system" as never,
      {},
      ((message: { readonly message: string }) => void listener.said.push(message.message)) as never,
    );
  await joined(channel);
  await eventually(() => listener.said.length > 0, "whether it is told of");
  return listener;
}

async function device(email: string): Promise<SupabaseClient> {
  const client = product.client();
  const { error } = await client.auth.signInWithPassword({ email, password });
  assert.equal(error, null);
  return client;
}

const note = async (text: string) => {
  await product.owner("INSERT INTO public.note (text) VALUES ($1)", [text]);
  await product.owner("SELECT realtime.send('{}', 'word', 'notes', false)");
};

const witness = await listenAs((await newPerson(product)).client);

type Person = Awaited<ReturnType<typeof newPerson>>;
const sessionOf = (token: string) =>
  String(JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).session_id);

const endings: Readonly<Record<string, (person: Person) => Promise<unknown>>> = {
  // The client itself would go on as a visitor.
  "signing out": async ({ session }) => product.ask("POST", "/logout?scope=local", { token: session.access_token }),
  "signing out everywhere, from another device": async ({ email }) =>
    (await device(email)).auth.signOut({ scope: "global" }),
  "signing out the others": async ({ email }) => (await device(email)).auth.signOut({ scope: "others" }),
  "a ban": async ({ user }) => product.admin.auth.admin.updateUserById(user.id, { ban_duration: "1h" }),
  "a password that an operator changes": async ({ user }) =>
    product.admin.auth.admin.updateUserById(user.id, { password: "another password 4711" }),
  "a password that is changed on another device": async ({ email }) =>
    (await device(email)).auth.updateUser({ password: "another password 4711", current_password: password } as never),
  "an account that is removed": async ({ user }) => product.admin.auth.admin.deleteUser(user.id),
  "an account that leaves": async ({ session }) =>
    product.ask("DELETE", "/user", { token: session.access_token, body: { password } }),
  "a session that its person ends": async ({ email, session }) => {
    const other = (await (await device(email)).auth.getSession()).data.session?.access_token;
    return product.ask("DELETE", `/user/sessions/${sessionOf(session.access_token)}`, { token: other });
  },
  "a session that goes in the database": async ({ session }) =>
    product.owner("DELETE FROM auth.sessions WHERE id = $1", [sessionOf(session.access_token)]),
};

for (const [name, end] of Object.entries(endings))
  test(`${name} is the last that a socket hears of`, async () => {
    const person = await newPerson(product);
    const listener = await listenAs(person.client);
    await note(`before ${name}`);
    await eventually(() => listener.heard.length === 1 && listener.words.length === 1, "what was before it");
    await end(person);
    const words = witness.words.length;
    for (let number = 0; number < 10; number++) await note(`after ${name} ${number}`);
    // Told of in the same order: by then the other one would have been.
    await eventually(
      () => witness.heard.at(-1) === `after ${name} 9` && witness.words.length === words + 10,
      "what came after it",
    );
    assert.deepEqual(listener.heard, [`before ${name}`]);
    assert.deepEqual(listener.words, ["word"]);
    await eventually(() => listener.said.includes("JWT of a session that has ended"), "why it ended");
  });
