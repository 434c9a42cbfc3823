// A link that is made on the server: it lets its reader in once, and nobody who got there before them.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { listOperators, nameOperator } from "./operators.ts";
import {
  documentOf,
  newAddress,
  newPerson,
  notes,
  password,
  startProduct,
  type Product,
} from "../../auth/testing/product.ts";
import { makeEntryLink } from "./entry-link.ts";

const product = await startProduct({ after }, documentOf());

const make = async (of: Product, email: string) => {
  const client = await of.connect();
  return makeEntryLink(client, email, { url: of.url, then: "/_/" }).finally(async () => client.end());
};

async function linkFor(email: string): Promise<URL> {
  const made = await make(product, email);
  assert.equal(made.is, "made");
  return new URL(made.is === "made" ? made.link : "");
}

/** As the page does it that the link leads to. */
const follow = async (link: URL) =>
  product.ask("POST", "/verify", {
    body: { token_hash: link.searchParams.get("token_hash"), type: link.searchParams.get("type") },
  });

test("an address without an account becomes one, confirmed and an operator, when its link is followed, which works once", async () => {
  const email = newAddress("lea");
  const client = await product.connect();
  assert.equal(await nameOperator(client, email), "when the address is confirmed");
  const link = await linkFor(email.toUpperCase());
  assert.deepEqual(
    [link.origin + link.pathname, link.searchParams.get("type"), link.searchParams.get("then")],
    [`${product.url}/_/return`, "recovery", "/_/"],
  );
  const confirmed = async () =>
    (await product.owner("SELECT email_confirmed_at IS NOT NULL AS is FROM auth.users WHERE email = $1", [email]))[0];
  assert.deepEqual(await confirmed(), { is: false }, "the link alone confirms nothing");
  const { status, body } = await follow(link);
  assert.equal(status, 200);
  assert.deepEqual(await confirmed(), { is: true });
  const chosen = { token: String(body["access_token"]), body: { password } };
  assert.equal((await product.ask("PUT", "/user", chosen)).status, 200);
  assert.equal((await product.client().auth.signInWithPassword({ email, password })).error, null);
  const operators = (await listOperators(client)).map((one) => [one.email, one.isConfirmed]);
  assert.deepEqual(operators, [[email, true]]);
  await client.end();
  assert.deepEqual([(await follow(link)).status, (await follow(link)).body["error_code"]], [403, "otp_expired"]);
});

test("only what the link hashes to is kept, for an hour; the next link ends it; both are written down", async () => {
  const { email } = await newPerson(product);
  const link = await linkFor(email);
  const kept = await product.owner(
    `SELECT t::text AS row, t.expires_at - now() BETWEEN '59 minutes' AND '1 hour' AS "isShort" FROM auth.one_time_tokens t
     WHERE email = $1 AND kind = 'recovery'`,
    [email],
  );
  assert.deepEqual([kept.length, kept[0]?.["isShort"]], [1, true]);
  assert.equal(String(kept[0]?.["row"]).includes(link.searchParams.get("token_hash") ?? ""), false);
  const next = await linkFor(email);
  assert.equal((await follow(link)).body["error_code"], "otp_expired");
  const acts = await product.owner("SELECT name, act FROM writ.operator_act WHERE about = $1", [email]);
  assert.deepEqual(
    acts,
    [1, 2].map(() => ({ name: "the command line", act: "Made a sign-in link" })),
  );
  const audited = await product.owner(
    "SELECT by_service FROM auth.audit_log a JOIN auth.users u ON u.id = a.user_id WHERE email = $1 AND action = 'link_generated'",
    [email],
  );
  assert.equal(audited.length, 2);
  await product.owner("UPDATE auth.one_time_tokens SET expires_at = now() WHERE email = $1", [email]);
  assert.equal((await follow(next)).body["error_code"], "otp_expired");
});

test("who has signed up with somebody else's address is out when its owner follows the link", async () => {
  const { email, client } = await newPerson(product);
  assert.equal((await follow(await linkFor(email))).status, 200);
  assert.equal(
    (await product.client().auth.signInWithPassword({ email, password })).error?.code,
    "invalid_credentials",
  );
  assert.notEqual((await client.auth.getUser()).error, null);
});

test("where there can be no link, the reason is told and nothing is left", async () => {
  assert.deepEqual(await make(product, "ann"), { is: "no address" });
  const asking = await startProduct(
    { after },
    documentOf({
      entities: `${notes}\n### User\n\n| Field | Type | Required | Default |\n| --- | --- | --- | --- |\n| Team | text up to 40 | yes | |\n`,
    }),
  );
  const made = await make(asking, "ben@example.test");
  assert.equal(made.is, "no account");
  assert.match(made.is === "no account" ? made.why : "", /Team/);
  assert.deepEqual(await asking.owner("SELECT FROM auth.users"), []);
  assert.deepEqual(await asking.owner("SELECT FROM writ.operator_act"), []);
  const visitors = await startProduct({ after }, documentOf({ signIn: "anonymous" }));
  assert.deepEqual(await make(visitors, "ben@example.test"), { is: "no sign-in" });
  const { email } = await newPerson(product);
  await product.owner("UPDATE auth.users SET banned_until = now() + interval '1 day' WHERE email = $1", [email]);
  assert.deepEqual(await make(product, email), { is: "banned" });
});
