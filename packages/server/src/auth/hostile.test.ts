// What somebody tries who wants another person's account: before its owner comes, on the owner's way in, and after.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Secret, TOTP } from "otpauth";
import { documentOf, newAddress, newPerson, password, startProduct } from "./testing/product.ts";

const confirmed = await startProduct({ after }, documentOf({ settings: "| Confirmed address | yes |" }));
/** Only the way there is tried. */
const provider: typeof fetch = async () =>
  Response.json({
    issuer: "https://accounts.google.com",
    authorization_endpoint: "https://accounts.google.com/authorize",
    token_endpoint: "https://accounts.google.com/token",
    jwks_uri: "https://accounts.google.com/keys",
  });
const open = await startProduct(
  { after },
  documentOf({ signIn: "email and password, magic link, code by mail, anonymous, Google" }),
  { environment: { WRIT_GOOGLE_CLIENT_ID: "a client", WRIT_GOOGLE_CLIENT_SECRET: "a secret" }, fetch: provider },
);

test("the owner's confirmation of an address does not sign in a user who signed up with it before", async () => {
  const email = newAddress();
  const signUp = async (chosen: string) => confirmed.ask("POST", "/signup", { body: { email, password: chosen } });
  await signUp("the first one's password");
  await confirmed.mail(email);
  await signUp("the owner's password");
  const { token } = await confirmed.mail(email);
  const body = { token_hash: token, type: "signup" };
  assert.equal((await confirmed.ask("POST", "/verify", { body })).status, 200);
  for (const chosen of ["the first one's password", "the owner's password"]) {
    const grant = await confirmed.ask("POST", "/token?grant_type=password", { body: { email, password: chosen } });
    assert.equal(grant.body["error_code"], "invalid_credentials", chosen);
  }
});

test("who signs up twice with one password keeps it", async () => {
  const email = newAddress();
  await confirmed.ask("POST", "/signup", { body: { email, password } });
  await confirmed.mail(email);
  await confirmed.ask("POST", "/signup", { body: { email, password } });
  const { token } = await confirmed.mail(email);
  await confirmed.ask("POST", "/verify", { body: { token_hash: token, type: "signup" } });
  const grant = await confirmed.ask("POST", "/token?grant_type=password", { body: { email, password } });
  assert.equal(grant.status, 200);
});

test("flows and sessions of an account end when its owner takes it over", async () => {
  const path = "/user/identities/authorize?provider=google&skip_http_redirect=true";
  const waiting = async (id: string) =>
    (await open.owner("SELECT FROM auth.flow_state WHERE link_to = $1", [id])).length;
  const { email, session, user } = await newPerson(open);
  assert.equal((await open.ask("GET", path, { token: session.access_token })).status, 200);
  assert.equal(await waiting(user.id), 1);
  await open.mail(email);
  await open.ask("POST", "/otp", { body: { email } });
  const { token } = await open.mail(email);
  const taken = await open.ask("POST", "/verify", { body: { token_hash: token, type: "magiclink" } });
  assert.equal(taken.status, 200);
  assert.equal(await waiting(user.id), 0);
  const mine = String(taken.body["access_token"]);
  await open.ask("GET", path, { token: mine });
  assert.equal((await open.ask("POST", "/logout", { token: mine })).status, 204);
  assert.equal(await waiting(user.id), 0);
});

test("with a second factor, a session without it cannot add another way to sign in", async () => {
  const { session } = await newPerson(open);
  const token = session.access_token;
  const { body: factor } = await open.ask("POST", "/factors", { token, body: { factor_type: "totp" } });
  const id = String(factor["id"]);
  const { secret } = factor["totp"] as { readonly secret: string };
  const challenge = await open.ask("POST", `/factors/${id}/challenge`, { token });
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const raised = await open.ask("POST", `/factors/${id}/verify`, {
    token,
    body: { challenge_id: challenge.body["id"], code },
  });
  const { email } = raised.body["user"] as { readonly email: string };
  const again = await open.ask("POST", "/token?grant_type=password", { body: { email, password } });
  const path = "/user/identities/authorize?provider=google&skip_http_redirect=true";
  const link = async (by: unknown) => (await open.ask("GET", path, { token: String(by) })).body["error_code"];
  assert.equal(await link(again.body["access_token"]), "insufficient_aal");
  assert.equal(await link(raised.body["access_token"]), undefined);
  const changes = [{ password: "another password" }, { email: newAddress() }];
  for (const body of changes) {
    const refused = await open.ask("PUT", "/user", { token: String(again.body["access_token"]), body });
    assert.equal(refused.body["error_code"], "insufficient_aal");
  }
});

test("a way to a provider is bound to the browser that takes it", async () => {
  const unbound = await open.ask("GET", "/authorize?provider=google&skip_http_redirect=true");
  assert.equal(unbound.body["error_code"], "validation_failed");
  const challenged = `&code_challenge=${"x".repeat(43)}&code_challenge_method=plain`;
  const bound = await open.ask("GET", `/authorize?provider=google&skip_http_redirect=true${challenged}`);
  assert.equal(bound.status, 200);
});

test("where addresses are confirmed, a change of address does not tell whether one is taken", async () => {
  const client = await signedIn();
  const taken = await signedIn();
  const answers = [];
  for (const email of [taken.email, newAddress()]) {
    const { status, body } = await confirmed.ask("PUT", "/user", { token: client.token, body: { email } });
    answers.push([status, Object.keys(body).sort()]);
  }
  assert.deepEqual(answers[0], answers[1]);
  // Whoever has that mailbox learns it, and the account stays as it is.
  const { token } = await changeTo(client.token, taken.email);
  const refused = await confirmed.ask("POST", "/verify", { body: { token_hash: token, type: "email_change" } });
  assert.notEqual(refused.body["access_token"] !== undefined, true);
  const rows = await confirmed.owner("SELECT id FROM auth.users WHERE email = $1", [taken.email]);
  assert.equal(rows.length, 1);
});

async function changeTo(token: string, email: string) {
  await confirmed.ask("PUT", "/user", { token, body: { email } });
  return confirmed.mail(email);
}

async function signedIn() {
  const email = newAddress();
  await confirmed.ask("POST", "/signup", { body: { email, password } });
  const { token: link } = await confirmed.mail(email);
  const { body } = await confirmed.ask("POST", "/verify", { body: { token_hash: link, type: "signup" } });
  return { email, token: String(body["access_token"]) };
}

test("one mailbox is one address, however its letters are written", async () => {
  const { email } = await newPerson(open, "Lena@büro.example.test");
  assert.equal(email, "Lena@büro.example.test");
  const others = [
    "LENA@BÜRO.example.test",
    "lena@bu\u0308ro.example.test",
    "ｌｅｎａ@büro.example.test",
    "lena@xn--bro-hoa.example.test",
    "lena@büro.ｅxample.test",
  ];
  for (const other of others) {
    const { body } = await open.ask("POST", "/signup", { body: { email: other, password } });
    assert.equal(body["error_code"], "user_already_exists", other);
  }
  const rows = await open.owner("SELECT email FROM auth.users WHERE email LIKE 'lena@%'");
  assert.deepEqual(rows, [{ email: "lena@büro.example.test" }]);
});

test("addresses that are none, and bodies that go deep, are refused in words", async () => {
  const wrong = [
    `${"a".repeat(1000)}@example.test`,
    "ann@example.test\r\nBcc: all@example.test",
    "ann@example.test, ben@example.test",
    '"ann"@example.test',
    "<ann@example.test>",
    "ann@example.test\u202e",
    "ann@",
    "@example.test",
    "ann@@example.test",
    "ann@exa\u3002mple.test",
  ];
  for (const email of wrong) {
    const { status, body } = await open.ask("POST", "/signup", { body: { email, password } });
    assert.deepEqual([status, body["error_code"]], [400, "validation_failed"], email);
  }
  const deep = `{"email":"${newAddress()}","password":"${password}","data":{"a":${"[".repeat(200_000)}${"]".repeat(200_000)}}}`;
  assert.equal((await open.ask("POST", "/signup", { body: deep })).status, 400);
});

test("a link leads to no address of accounts themselves, which would lead on with what it brings", async () => {
  const { email } = await newPerson(open);
  await open.mail(email);
  const tricks = [
    `${open.url}/auth/v1/authorize?provider=google`,
    `${open.url}/%61uth/v1/authorize?provider=google`,
    `${open.url}/auth%2Fv1/authorize?provider=google`,
    "//evil.test",
    "https:evil.test",
    String.raw`https:\\evil.test`,
    `${open.url}@evil.test/`,
    `https://${new URL(open.url).host}.evil.test/`,
    "data:text/html,x",
    "HTTPS://EVIL.TEST/",
    "JaVaScRiPt:alert(1)",
    `${open.url}\t@evil.test`,
  ];
  for (const trick of tricks) {
    const to = `/verify?token=none&type=magiclink&redirect_to=${encodeURIComponent(trick)}`;
    const { headers } = await open.ask("GET", to);
    const { origin, pathname } = new URL(headers.get("location") ?? "");
    assert.deepEqual([origin, pathname], [open.url, "/"], trick);
  }
});

test("claims that users make about themselves grant nothing", async () => {
  const email = newAddress();
  const data = {
    role: "service_role",
    id: "00000000-0000-4000-8000-000000000000",
    email: "boss@example.test",
    email_confirmed_at: "2020-01-01",
    is_anonymous: true,
    app_metadata: { role: "service_role", roles: ["Lead"] },
    created_at: "2001-01-01",
    lead: true,
  };
  const { body } = await open.ask("POST", "/signup", {
    body: {
      email,
      password,
      data,
      role: "service_role",
      app_metadata: { role: "lead" },
      email_confirm: true,
      id: data.id,
    },
  });
  const user = body["user"] as Readonly<Record<string, unknown>>;
  assert.deepEqual(
    [user["role"], user["email"], user["app_metadata"]],
    ["authenticated", email, { provider: "email", providers: ["email"] }],
  );
  assert.notEqual(new Date(String(user["email_confirmed_at"])).getUTCFullYear(), 2020);
  assert.notEqual(user["id"], data.id);
  const token = String(body["access_token"]);
  const changed = await open.ask("PUT", "/user", {
    token,
    body: { app_metadata: { role: "lead" }, role: "service_role", email_confirm: true, ban_duration: "none" },
  });
  assert.deepEqual(changed.body["app_metadata"], { provider: "email", providers: ["email"] });
  assert.equal((await open.ask("GET", "/admin/users", { token })).body["error_code"], "not_admin");
  const rows = await open.owner(`SELECT email, name FROM public."user" WHERE id = $1`, [user["id"]]);
  assert.deepEqual(rows, [{ email: null, name: email.split("@")[0] }]);
  assert.deepEqual(await open.owner("SELECT FROM writ.assigned_role WHERE person = $1", [user["id"]]), []);
});

test("a token works for its own flow only, and only once if two clients use it together", async () => {
  const { email } = await newPerson(open);
  const { token: confirming } = await open.mail(email);
  await open.ask("POST", "/recover", { body: { email } });
  const { token: recovering, code } = await open.mail(email);
  for (const [token_hash, types] of [
    [confirming, ["recovery", "invite", "magiclink", "email_change"]],
    [recovering, ["signup", "invite", "magiclink", "email", "email_change", "preview", "__proto__"]],
  ] as const)
    for (const type of types) {
      const { status } = await open.ask("POST", "/verify", { body: { token_hash, type } });
      assert.ok(status === 403 || status === 400, type);
    }
  assert.equal((await open.ask("POST", "/verify", { body: { email, token: code, type: "email" } })).status, 403);
  const body = { token_hash: recovering, type: "recovery" };
  const both = await Promise.all([1, 2, 3, 4].map(async () => (await open.ask("POST", "/verify", { body })).status));
  assert.deepEqual(both.sort(), [200, 403, 403, 403]);
});

test("callers cannot read the stored accounts, mails and product", async () => {
  const client = await open.connect();
  for (const role of ["anon", "authenticated", "service_role"])
    for (const table of [
      "writ.product",
      "writ.mailbox",
      "writ.outbox",
      "auth.users",
      "auth.one_time_tokens",
      "auth.tries",
    ]) {
      await client.query("BEGIN");
      await client.query(`SET LOCAL ROLE ${role}`);
      await assert.rejects(client.query(`SELECT * FROM ${table}`), { code: "42501" }, `${role} ${table}`);
      await client.query("ROLLBACK");
    }
  await client.end();
});

test("how an address or the network is written does not help guessing", async () => {
  const email = newAddress("guessed");
  await newPerson(open, email);
  const written = [email, email.toUpperCase(), ` ${email} `, email.replace("g", "ｇ")];
  const statuses = [];
  for (let turn = 0; turn < 12; turn++)
    statuses.push(
      (
        await open.ask("POST", "/token?grant_type=password", {
          body: { email: written[turn % written.length], password: `wrong ${turn}` },
          headers: {
            "x-forwarded-for": `192.0.2.${turn}`,
            "x-real-ip": `192.0.2.${turn}`,
            forwarded: `for=192.0.2.${turn}`,
          },
        })
      ).status,
    );
  assert.deepEqual(statuses.slice(10), [429, 429]);
});
