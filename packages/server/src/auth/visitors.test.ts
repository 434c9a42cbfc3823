// Visitors who own something, what becomes of it when they sign up, and the data that the document asks for.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { documentOf, newAddress, newPerson, notes, password, startProduct } from "./testing/product.ts";

const people = `### User

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Nickname | text up to 20, unique | yes | |

${notes}`;
const product = await startProduct({ after }, documentOf());
const strict = await startProduct(
  { after },
  documentOf({ entities: people, signIn: "email and password, magic link" }),
);

test("a visitor writes, and keeps it when they get an address", async () => {
  const client = product.client();
  const { data } = await client.auth.signInAnonymously();
  assert.deepEqual([data.user?.is_anonymous, data.user?.email], [true, ""]);
  assert.equal((await client.from("note").insert({ text: "before" })).error, null);
  assert.equal((await client.auth.updateUser({ password })).error?.code, "validation_failed");
  const email = newAddress();
  const { data: changed } = await client.auth.updateUser({ email, password });
  assert.deepEqual([changed.user?.is_anonymous, changed.user?.email], [false, email]);
  const again = product.client();
  assert.equal((await again.auth.signInWithPassword({ email, password })).data.user?.id, data.user?.id);
  assert.deepEqual((await again.from("note").select("text")).data, [{ text: "before" }]);
});

test("what the document asks of people is asked when they sign up, in its words", async () => {
  const sign = async (nickname?: string) =>
    strict.ask("POST", "/signup", {
      body: { email: newAddress(), password, data: nickname === undefined ? {} : { nickname } },
    });
  const without = await sign();
  assert.deepEqual([without.status, without.body["error_code"]], [422, "REQUIRED"]);
  assert.match(String(without.body["details"]), /nickname/);
  assert.equal((await sign("Ann")).status, 200);
  assert.equal((await sign("x".repeat(30))).body["error_code"], "TOO_LONG");
  const twice = await sign("Ann");
  assert.equal(twice.status < 500 && twice.status >= 400, true, JSON.stringify(twice.body));
  // Nothing is left of an account that was refused.
  const [{ count } = {}] = await strict.owner("SELECT count(*)::integer AS count FROM auth.users");
  assert.equal(count, 1);
});

test("a link for an unknown address creates no account that the document would refuse, and does not reveal this", async () => {
  const email = newAddress();
  assert.equal((await strict.client().auth.signInWithOtp({ email })).error, null);
  assert.equal(await strict.hasMail(email), false);
  assert.equal(
    (await strict.client().auth.signInWithOtp({ email, options: { data: { nickname: "Ben" } } })).error,
    null,
  );
  assert.notEqual((await strict.mail(email)).link, "");
});

test("user metadata is merged, and cannot contain the system's", async () => {
  const { client } = await newPerson(product);
  const { data } = await client.auth.updateUser({ data: { colour: "red", name: "Ann" } });
  assert.deepEqual(data.user?.user_metadata, { colour: "red", name: "Ann" });
  const { data: less } = await client.auth.updateUser({ data: { colour: null } });
  assert.deepEqual(less.user?.user_metadata, { name: "Ann" });
  const { session } = await newPerson(product);
  const { body } = await product.ask("PUT", "/user", {
    token: session.access_token,
    body: {
      app_metadata: { role: "lead" },
      role: "service_role",
      email_confirmed_at: "2020-01-01",
      is_anonymous: true,
      banned_until: null,
    },
  });
  assert.deepEqual(
    [body["app_metadata"], body["role"], String(body["email_confirmed_at"]).startsWith("2020")],
    [{ provider: "email", providers: ["email"] }, "authenticated", false],
  );
});

test("without a way to sign in, users cannot sign up", async (context) => {
  const none = await startProduct(context, "## 1. What the product does and for whom\n\nNothing yet.\n");
  const { error } = await none.client().auth.signUp({ email: newAddress(), password });
  assert.equal(error?.code, "signup_disabled");
  assert.equal(
    (await none.client().auth.signInWithPassword({ email: newAddress(), password })).error?.code,
    "signup_disabled",
  );
  assert.equal((await none.client().auth.signInAnonymously()).error?.code, "anonymous_provider_disabled");
});
