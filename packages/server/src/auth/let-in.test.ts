// Who is let in without showing that an address is theirs: told so as clients expect, and nothing counts on the address.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { documentOf, newAddress, password, startProduct } from "./testing/product.ts";

const open = await startProduct({ after }, documentOf({ signIn: "email and password" }));

test("a user with an unconfirmed address is reported as by GoTrue, and gains nothing from that address", async () => {
  const email = newAddress();
  const { body } = await open.ask("POST", "/signup", { body: { email, password } });
  const user = body["user"] as Readonly<Record<string, unknown>>;
  const token = String(body["access_token"]);
  await open.owner("INSERT INTO auth.named_roles (email, role) VALUES ($1, 'lead')", [email]);
  type Shown = {
    readonly email_confirmed_at?: string;
    readonly identities?: readonly { readonly identity_data: Readonly<Record<string, unknown>> }[];
  };
  const shown = async () => (await open.ask("GET", "/user", { token })).body as Shown;
  assert.equal(typeof user["email_confirmed_at"], "string");
  const { email_confirmed_at: told, identities = [] } = await shown();
  assert.equal(told, user["email_confirmed_at"]);
  assert.deepEqual(
    identities.map(({ identity_data: data }) => data["email_verified"]),
    [false],
  );
  const held = async () => [
    await open.owner(`SELECT email FROM public."user" WHERE id = $1`, [user["id"]]),
    await open.owner("SELECT email_confirmed_at FROM auth.users WHERE id = $1", [user["id"]]),
    await open.owner("SELECT role FROM writ.assigned_role WHERE person = $1", [user["id"]]),
  ];
  const nothing = [[{ email: null }], [{ email_confirmed_at: null }], []];
  assert.deepEqual(await held(), nothing);
  // Neither does a renewed token, another address, or what they say of themselves.
  const said = { email_verified: true, email_confirmed_at: "2020-01-01", let_in_at: "2020-01-01" };
  await open.ask("PUT", "/user", { token, body: { data: said } });
  assert.deepEqual(await held(), nothing);
  const other = newAddress();
  await open.owner("INSERT INTO auth.named_roles (email, role) VALUES ($1, 'lead')", [other]);
  await open.ask("PUT", "/user", { token, body: { email: other } });
  assert.deepEqual(await held(), nothing);
  assert.equal(typeof (await shown()).email_confirmed_at, "string");
});

test("when the product begins to require confirmation, users who signed in without it do not count as confirmed", async () => {
  const asking = await startProduct({ after }, documentOf({ settings: "| Confirmed address | yes |" }));
  const email = newAddress();
  await asking.ask("POST", "/signup", { body: { email, password } });
  const [user] = await asking.owner("UPDATE auth.users SET let_in_at = now() WHERE email = $1 RETURNING id", [email]);
  const { data } = await asking.admin.auth.admin.getUserById(String(user?.["id"]));
  assert.equal(data.user?.email_confirmed_at, undefined);
});
