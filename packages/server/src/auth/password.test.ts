// Signing up, in and out with an address and a password, renewing, and what is refused on the way.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { documentOf, newAddress, newPerson, password, startProduct } from "./testing/product.ts";

const product = await startProduct({ after }, documentOf());

test("a user signs up, has an account, signs out and signs in again", async () => {
  const { client, email, user } = await newPerson(product);
  assert.equal(user.email, email);
  assert.equal(user.identities?.[0]?.provider, "email");
  assert.deepEqual([user.role, user.aud, user.is_anonymous], ["authenticated", "authenticated", false]);
  assert.equal((await client.auth.getUser()).data.user?.id, user.id);
  const { data: claims } = await client.auth.getClaims();
  assert.deepEqual(
    [
      claims?.claims.sub,
      claims?.claims.aal,
      claims?.claims.amr?.map((one) => (typeof one === "string" ? one : one.method)),
    ],
    [user.id, "aal1", ["password"]],
  );
  const written = await client.from("note").insert({ text: "mine" }).select("text, author").single();
  assert.deepEqual(written.data, { text: "mine", author: user.id });
  assert.equal((await client.auth.signOut()).error, null);
  const again = await client.auth.signInWithPassword({ email: email.toUpperCase(), password });
  assert.equal(again.data.user?.id, user.id);
});

test("a taken address, a short password and an invalid address are refused", async () => {
  const { email } = await newPerson(product);
  const client = product.client();
  const code = async (given: { email: string; password: string }) => (await client.auth.signUp(given)).error?.code;
  assert.equal(await code({ email, password }), "user_already_exists");
  assert.equal(await code({ email: newAddress(), password: "short" }), "weak_password");
  assert.equal(await code({ email: newAddress(), password: "x".repeat(300) }), "validation_failed");
  for (const none of [
    "ann",
    "ann@",
    "a b@example.test",
    "ann@example.test\r\nBcc: eve@example.test",
    "a@b..c",
    "<a@b.c>",
  ])
    assert.equal(await code({ email: none, password }), "validation_failed", none);
});

test("both forms of a refusal", async () => {
  const sent = { body: { email: newAddress(), password: "short" } };
  const { status, body } = await product.ask("POST", "/signup", sent);
  assert.deepEqual([status, body["code"], body["error_code"]], [422, 422, "weak_password"]);
  const named = await product.ask("POST", "/signup", { ...sent, headers: { "x-supabase-api-version": "2024-01-01" } });
  assert.deepEqual([named.body["code"], named.body["error_code"]], ["weak_password", undefined]);
  assert.equal(named.headers.get("x-supabase-api-version"), "2024-01-01");
});

test("a wrong password and an unknown address are answered alike, and take alike long", async () => {
  let { email } = await newPerson(product);
  const tried = async (address: string) => {
    // By the clock: the shortest of many, so that what else the machine does is not counted.
    const began = performance.now();
    const { status, body } = await product.ask("POST", "/token?grant_type=password", {
      body: { email: address, password: "wrong one" },
    });
    // By the clock: the shortest of many, so that what else the machine does is not counted.
    return { said: JSON.stringify([status, body]), took: performance.now() - began };
  };
  type Tried = Awaited<ReturnType<typeof tried>>;
  const known: Tried[] = [];
  const unknown: Tried[] = [];
  // The shortest times: the rest is what else the machine does. Comparing with no password at all would be ten times as fast.
  const shortest = (times: readonly Tried[]) => Math.min(...times.map(({ took }) => took));
  const apart = () => {
    const [a, b] = [shortest(known), shortest(unknown)];
    return Math.abs(a - b) / Math.max(a, b);
  };
  for (let turn = 0; turn < 8 || (turn < 128 && apart() >= 0.4); turn++) {
    // Whoever is tried more often has to wait.
    if (turn > 0 && turn % 8 === 0) ({ email } = await newPerson(product));
    known.push(await tried(email));
    unknown.push(await tried(newAddress("nobody")));
  }
  assert.deepEqual(new Set([...known, ...unknown].map(({ said }) => said)).size, 1);
  assert.ok(apart() < 0.4, `${shortest(known)} ms and ${shortest(unknown)} ms`);
});

test("guessing ends after ten attempts, also after a restart, but not for a user who is signed in there", async () => {
  const { email } = await newPerson(product);
  const other = newAddress();
  await product.owner("INSERT INTO auth.users (email, encrypted_password) VALUES ($1, 'nothing')", [other]);
  const tried = async (address: string, given: string) =>
    (await product.client().auth.signInWithPassword({ email: address, password: given })).error?.code;
  for (let turn = 0; turn < 10; turn++) assert.equal(await tried(other, "wrong one"), "invalid_credentials");
  assert.equal(await tried(other, "wrong one"), "over_request_rate_limit");
  await product.restart();
  const { status, headers } = await product.ask("POST", "/token?grant_type=password", {
    body: { email: other, password },
  });
  assert.equal(status, 429);
  assert.ok(Number(headers.get("retry-after")) > 0);
  // Somebody elsewhere guessed at the other one; here this account is signed in, and is counted apart.
  await product.owner("SELECT auth.count_try('account', $1, 1, 600), auth.count_try('account', $1, 1, 600)", [email]);
  assert.equal(await tried(email, password), undefined);
});

test("a token renews once; twenty at once get one answer; an old one ends both", async () => {
  const { session } = await newPerson(product);
  const renew = async (token: string) =>
    product.ask("POST", "/token?grant_type=refresh_token", { body: { refresh_token: token } });
  const first = await Promise.all(Array.from({ length: 20 }, async () => renew(session.refresh_token)));
  assert.deepEqual(new Set(first.map(({ status }) => status)), new Set([200]));
  const renewed = new Set(first.map(({ body }) => String(body["refresh_token"])));
  assert.equal(renewed.size, 1);
  const [second = ""] = renewed;
  assert.notEqual(second, session.refresh_token);
  const third = await renew(second);
  assert.equal(third.status, 200);
  // Two places back: somebody has a copy.
  const stolen = await renew(session.refresh_token);
  assert.deepEqual([stolen.status, stolen.body["error_code"]], [400, "refresh_token_already_used"]);
  assert.equal((await renew(String(third.body["refresh_token"]))).body["error_code"], "refresh_token_not_found");
  const { status } = await product.ask("GET", "/user", { token: String(third.body["access_token"]) });
  assert.equal(status, 403);
});

test("a client that lost the answer of a token refresh can repeat it for two minutes", async () => {
  const { client, session } = await newPerson(product);
  const renewed = await client.auth.refreshSession();
  const again = async (ago: string) => {
    await product.owner("UPDATE auth.sessions SET refreshed_at = now() - $1::interval WHERE user_id = $2", [
      ago,
      session.user.id,
    ]);
    return product.ask("POST", "/token?grant_type=refresh_token", { body: { refresh_token: session.refresh_token } });
  };
  const lost = await again("1 minute 50 seconds");
  assert.equal(lost.body["refresh_token"], renewed.data.session?.refresh_token);
  const late = await again("2 minutes 1 second");
  assert.equal(late.body["error_code"], "refresh_token_already_used");
});

test("a stolen refresh token is detected when it is reused, and two tabs are not mistaken for it", async () => {
  for (const { where, ago, code } of [
    { where: "at data", ago: "11 seconds", code: "refresh_token_already_used" },
    { where: "at accounts", ago: "11 seconds", code: "refresh_token_already_used" },
    { where: "at data", ago: "9 seconds", code: undefined },
    { where: "nowhere", ago: "11 seconds", code: undefined },
  ]) {
    const { client, session } = await newPerson(product);
    // The one before is used as well, before and after: that says nothing of the answer.
    const uses = async (token: string) =>
      where === "at data"
        ? (
            await fetch(`${product.url}/rest/v1/`, {
              headers: { apikey: product.anonKey, authorization: `Bearer ${token}` },
            })
          ).status
        : (await product.ask("GET", "/user", { token })).status;
    assert.equal(await uses(session.access_token), 200);
    const { data } = await client.auth.refreshSession();
    assert.equal(await uses(session.access_token), 200);
    if (where !== "nowhere") assert.equal(await uses(data.session?.access_token ?? ""), 200);
    await product.owner("UPDATE auth.sessions SET refreshed_at = now() - $1::interval WHERE user_id = $2", [
      ago,
      session.user.id,
    ]);
    const copy = await product.ask("POST", "/token?grant_type=refresh_token", {
      body: { refresh_token: session.refresh_token },
    });
    assert.equal(copy.body["error_code"], code, `${where}, ${ago}`);
    // Who of the two is the thief nobody can tell: what the first one got is worth nothing either.
    const { error } = await client.auth.refreshSession();
    assert.equal(error === null, code === undefined, `${where}, ${ago}`);
  }
});

test("a forged token renews nothing", async () => {
  const { session } = await newPerson(product);
  const bytes = Buffer.from(session.refresh_token, "base64url");
  for (const at of [0, 20, 30]) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    const { body } = await product.ask("POST", "/token?grant_type=refresh_token", {
      body: { refresh_token: changed.toString("base64url") },
    });
    assert.equal(body["error_code"], "refresh_token_not_found");
  }
  for (const token of ["", "x", "'; DROP TABLE auth.users; --", "a".repeat(5000)]) {
    const { status } = await product.ask("POST", "/token?grant_type=refresh_token", { body: { refresh_token: token } });
    assert.equal(status, 400);
  }
  assert.equal(
    (await product.ask("POST", "/token?grant_type=refresh_token", { body: { refresh_token: session.refresh_token } }))
      .status,
    200,
  );
});

test("signing out: here, elsewhere, everywhere", async () => {
  const { client, email, session } = await newPerson(product);
  const tokens = [];
  for (let device = 0; device < 2; device++) {
    const { data } = await product.client().auth.signInWithPassword({ email, password });
    tokens.push(data.session?.access_token ?? "");
  }
  const isIn = async (token: string) => (await product.ask("GET", "/user", { token })).status === 200;
  await product.ask("POST", "/logout?scope=local", { token: tokens[0] });
  assert.deepEqual(
    [await isIn(tokens[0] ?? ""), await isIn(tokens[1] ?? ""), await isIn(session.access_token)],
    [false, true, true],
  );
  await client.auth.signOut({ scope: "others" });
  assert.deepEqual([await isIn(tokens[1] ?? ""), await isIn(session.access_token)], [false, true]);
  assert.equal((await product.ask("POST", "/logout?scope=sideways", { token: session.access_token })).status, 400);
  await client.auth.signOut();
  assert.equal(await isIn(session.access_token), false);
});

test("imported passwords are taken, and kept better from then on", async () => {
  const { default: hasher } = await import("bcryptjs");
  const hash = await hasher.hash("from elsewhere", 6);
  const email = newAddress();
  const made = await product.admin.auth.admin.createUser({ email, email_confirm: true, password_hash: hash });
  assert.equal(made.error, null);
  assert.equal(
    (await product.client().auth.signInWithPassword({ email, password: "wrong one" })).error?.code,
    "invalid_credentials",
  );
  assert.equal((await product.client().auth.signInWithPassword({ email, password: "from elsewhere" })).error, null);
  const [kept] = await product.owner("SELECT encrypted_password FROM auth.users WHERE email = $1", [email]);
  assert.match(String(kept?.["encrypted_password"]), /^\$argon2id\$/);
  assert.equal((await product.client().auth.signInWithPassword({ email, password: "from elsewhere" })).error, null);
  const nonsense = await product.ask("POST", "/admin/users", {
    token: product.serviceKey,
    body: { email: newAddress(), password_hash: "plain" },
  });
  assert.equal(nonsense.status, 400);
});
