// Leaving: an account goes, rows that speak of it stay and forget who it was; and everything that is one's own, to take along.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { documentOf, newPerson, notes, password, startProduct } from "./testing/product.ts";

const entities = `${notes.replace("| Text |", "| Helper | reference to User, cleared on delete | no | |\n| Text |")}`;
const product = await startProduct({ after }, documentOf({ entities }));

test("an account is deleted by its owner, who shows that it is them", async () => {
  const { client, email, session, user } = await newPerson(product);
  const { user: other } = await newPerson(product);
  await client.from("note").insert({ text: "stays" });
  await product.owner("INSERT INTO note (text, author, helper) VALUES ('helped', $1, $2)", [other.id, user.id]);
  const leave = async (body: unknown) => product.ask("DELETE", "/user", { token: session.access_token, body });
  assert.equal((await leave({})).body["error_code"], "reauthentication_needed");
  assert.equal((await leave({ password: "wrong one" })).body["error_code"], "reauthentication_needed");
  assert.equal((await leave({ password })).status, 204);
  const rows = await product.owner("SELECT text, author, helper FROM note ORDER BY text");
  assert.deepEqual(rows, [
    { text: "helped", author: other.id, helper: null },
    { text: "stays", author: user.id, helper: null },
  ]);
  assert.deepEqual(await product.owner('SELECT name, email FROM "user" WHERE id = $1', [user.id]), [
    { name: "", email: null },
  ]);
  for (const table of ["sessions", "identities", "one_time_tokens"])
    assert.deepEqual(await product.owner(`SELECT FROM auth.${table} WHERE user_id = $1`, [user.id]), [], table);
  assert.deepEqual(await product.owner("SELECT FROM auth.tries WHERE subject LIKE '%' || $1 || '%'", [email]), []);
  assert.equal((await product.ask("GET", "/user", { token: session.access_token })).status, 403);
  // The address is free again, for somebody who is nobody of before.
  const again = await product.client().auth.signUp({ email, password });
  assert.notEqual(again.data.user?.id, user.id);
});

test("the export contains everything of the user, and nothing of others", async () => {
  const { client, session, user } = await newPerson(product);
  const { client: other, user: stranger } = await newPerson(product);
  await client.from("note").insert({ text: "mine" });
  await other.from("note").insert({ text: "theirs" });
  await product.owner("INSERT INTO note (text, author, helper) VALUES ('of theirs, and I may not read it', $1, $2)", [
    stranger.id,
    user.id,
  ]);
  const { status, body } = await product.ask("GET", "/user/export", { token: session.access_token });
  assert.equal(status, 200);
  const { account, data, devices } = body as {
    readonly account: { readonly id: string };
    readonly data: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
    readonly devices: readonly unknown[];
  };
  assert.deepEqual([account.id, devices.length], [user.id, 1]);
  assert.deepEqual(
    data["note"]?.map(({ text }) => text),
    ["mine"],
  );
  assert.deepEqual(
    data["user"]?.map(({ id }) => id),
    [user.id],
  );
  assert.equal(JSON.stringify(body).includes("argon2"), false);
  assert.equal((await product.ask("GET", "/user/export", { token: product.anonKey })).status, 403);
});
