// An access token whose session has ended: refused at data at once, by every server, and for no one else.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { SupabaseClient } from "@supabase/supabase-js";
import { documentOf, newAddress, newPerson, password, startProduct } from "./testing/product.ts";
import { eventually } from "../../../language/src/testing/eventually.ts";

const product = await startProduct({ after }, documentOf());
const second = await product.another();

type Device = { readonly client: SupabaseClient; readonly token: string };

async function device(email: string): Promise<Device> {
  const client = product.client();
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  assert.equal(error, null);
  return { client, token: data.session?.access_token ?? "" };
}

/** What both servers answer to its token. */
async function statuses(token: string): Promise<readonly number[]> {
  const asked = [product.url, second].map(async (url) => {
    const headers = { authorization: `Bearer ${token}` };
    const answered = await fetch(`${url}/rest/v1/note?select=text`, { headers });
    await answered.text();
    return answered.status;
  });
  const account = (await product.ask("GET", "/user", { token })).status;
  return [...(await Promise.all(asked)), account];
}

const isIn = [200, 200, 200];
const isOut = [401, 401, 403];

/** With time for a message to arrive. */
async function endsSoon(token: string, as = isOut): Promise<void> {
  let seen: readonly number[] = [];
  const areSeen = async () => {
    seen = await statuses(token);
    return String(seen) === String(as);
  };
  await eventually(areSeen, () => `${String(as)}, but ${String(seen)}`);
}

test("a device that is signed out is out at data too, and another of the same person is not", async () => {
  const { email, client, session } = await newPerson(product);
  const other = await device(email);
  const stranger = await newPerson(product);
  assert.deepEqual(await statuses(session.access_token), isIn);
  await client.auth.signOut({ scope: "local" });
  await endsSoon(session.access_token);
  assert.deepEqual(await statuses(other.token), isIn);
  assert.deepEqual(await statuses(stranger.session.access_token), isIn);
});

test("what it answers says why, in the form of the data API", async () => {
  const { client, session } = await newPerson(product);
  await client.auth.signOut();
  await endsSoon(session.access_token);
  const headers = { authorization: `Bearer ${session.access_token}` };
  const answered = await fetch(`${product.url}/rest/v1/note`, { headers });
  const body = (await answered.json()) as Readonly<Record<string, unknown>>;
  assert.deepEqual([body["code"], body["message"]], ["PGRST303", "JWT of a session that has ended"]);
  assert.match(answered.headers.get("www-authenticate") ?? "", /invalid_token/);
});

test("all others, a ban, an account that is gone, and a renewal token that came twice", async () => {
  const { email, client, session, user } = await newPerson(product);
  const other = await device(email);
  await client.auth.signOut({ scope: "others" });
  await endsSoon(other.token);
  assert.deepEqual(await statuses(session.access_token), isIn);
  await product.admin.auth.admin.updateUserById(user.id, { ban_duration: "1h" });
  await endsBanned(session.access_token);
  const leaving = await newPerson(product);
  const { status } = await product.ask("DELETE", "/user", { token: leaving.session.access_token, body: { password } });
  assert.equal(status, 204);
  await endsSoon(leaving.session.access_token);
  const deleted = await newPerson(product);
  await product.admin.auth.admin.deleteUser(deleted.user.id);
  await endsSoon(deleted.session.access_token);
  const copied = await newPerson(product);
  const renew = async () => {
    const body = { refresh_token: copied.session.refresh_token };
    return product.ask("POST", "/token?grant_type=refresh_token", { body });
  };
  const renewed = String((await renew()).body["access_token"]);
  await product.owner("UPDATE auth.sessions SET refreshed_at = now() - interval '11 minutes' WHERE user_id = $1", [
    copied.user.id,
  ]);
  assert.equal((await renew()).body["error_code"], "refresh_token_already_used");
  await endsSoon(copied.session.access_token);
  await endsSoon(renewed);
});

/** Accounts say of somebody who is banned that they are. */
async function endsBanned(token: string): Promise<void> {
  await endsSoon(token, [401, 401, 400]);
}

test("a user with hundreds of devices is signed out on all of them", async () => {
  const { email, user, session } = await newPerson(product, newAddress("many"));
  await product.owner("INSERT INTO auth.sessions (user_id, refresh_key) SELECT $1, 'x' FROM generate_series(1, 450)", [
    user.id,
  ]);
  const other = await device(email);
  await product.ask("POST", "/logout?scope=global", { token: session.access_token });
  await endsSoon(session.access_token);
  await endsSoon(other.token);
  const [row] = await product.owner("SELECT count(*)::integer AS count FROM auth.ended_sessions");
  assert.ok(Number(row?.["count"]) >= 452);
});

test("a restart remembers, and so does a server whose connection broke", async () => {
  const { email, client, session } = await newPerson(product);
  const other = await device(email);
  await client.auth.signOut({ scope: "local" });
  await product.restart({ port: Number(new URL(product.url).port) });
  assert.deepEqual((await statuses(session.access_token))[0], 401);
  assert.deepEqual((await statuses(other.token))[0], 200);
  await product.owner(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'writ sessions'",
  );
  await product.owner("DELETE FROM auth.sessions WHERE user_id = (SELECT id FROM auth.users WHERE email = $1)", [
    email,
  ]);
  await endsSoon(other.token);
});

test("only the owner reads or writes the ended sessions", async () => {
  const { client } = await newPerson(product);
  const { error } = await client
    .schema("auth" as "public")
    .from("ended_sessions")
    .select();
  assert.equal(error?.code, "PGRST106");
  for (const role of ["anon", "authenticated", "service_role"]) {
    const [row] = await product.owner(
      "SELECT has_table_privilege($1, 'auth.ended_sessions', 'SELECT, INSERT, DELETE') AS may, has_function_privilege($1, 'auth.note_ended()', 'EXECUTE') AS calls",
      [role],
    );
    assert.deepEqual([row?.["may"], row?.["calls"]], [false, false]);
  }
});
