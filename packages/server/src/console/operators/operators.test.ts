// Who gets into the console of a product that others use, over the wire: named accounts, and nobody else, however they
// come by a token, a cookie or a page that sends for them.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { SignJWT } from "jose";
import type { Client } from "pg";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { products, type TestProduct } from "../../testing/product.ts";
import { ask, cookieOf } from "../testing/ask.ts";
import {
  account,
  asked,
  enterWith,
  inProduction,
  nameAs,
  operator,
  origin,
  signIn,
  signOut,
} from "../testing/production.ts";
import { listOperators, nameOperator, removeOperator } from "./operators.ts";

const start = products();
const folder = mkdtempSync(join(tmpdir(), "writ-operators-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const { source } = completeDocument(`## 3. Entities and their fields

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Words | text up to 40 | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Reader | signed in |

| For | May | Reader |
| --- | --- | --- |
| Note | create, read | yes |
| Note | update, delete | no |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);
const jwtSecret = "a secret that two products share, long enough";
let desk: TestProduct;

before(async () => {
  writeFileSync(join(folder, "console.html"), "<!doctype html><!-- writ -->");
  desk = await inProduction(start, source, folder, { jwtSecret });
});

const asOwner = async <Result>(work: (client: Client) => Promise<Result>) => {
  const client = await desk.database.connect();
  return work(client).finally(async () => client.end());
};

test("who is named before they have an account gets in once their address is confirmed, and not before", async () => {
  const email = "lea@example.test";
  assert.equal(
    await asOwner(async (client) => nameOperator(client, " LEA@example.test ")),
    "when the address is confirmed",
  );
  assert.deepEqual(
    (await asOwner(listOperators)).map((one) => [one.email, one.isConfirmed]),
    [[email, false]],
  );
  await account(desk, email, false);
  await desk.owner("UPDATE auth.users SET let_in_at = now() WHERE email = $1", [email]);
  const early = await enterWith(desk, await signIn(desk, email));
  assert.notEqual(early.status, 200);
  assert.equal(early.headers["set-cookie"], undefined);
  await desk.owner("UPDATE auth.users SET email_confirmed_at = now() WHERE email = $1", [email]);
  const entered = await enterWith(desk, await signIn(desk, email));
  assert.equal(entered.status, 200);
  assert.match(
    String(entered.headers["set-cookie"]),
    /^writ_operator_\d+=[\w-]{43}; Path=\/_\/; HttpOnly; SameSite=Strict; Max-Age=43200$/,
  );
  const cookie = cookieOf(entered);
  assert.equal((await asked(desk, cookie, "state")).status, 200);
  assert.match((await ask(desk, "/_/", { headers: { cookie } })).text, /lea@example\.test \(Ann\)/);
  // The account is the operator, and not whoever has the address later.
  await desk.owner("UPDATE auth.users SET email = 'lea.new@example.test' WHERE email = $1", [email]);
  await account(desk, email);
  const other = await enterWith(desk, await signIn(desk, email));
  assert.deepEqual([other.status, JSON.parse(other.text).code], [403, "NOT_OPERATOR"]);
  assert.equal((await asked(desk, cookie, "state")).status, 200);
});

test("a user of the product who is no operator is told how one becomes one, and nothing of the console", async () => {
  await account(desk, "eve@example.test");
  const token = await signIn(desk, "eve@example.test");
  const refused = await enterWith(desk, token);
  assert.equal(refused.status, 403);
  assert.deepEqual(JSON.parse(refused.text), {
    code: "NOT_OPERATOR",
    message: "This account is not an operator of this product.",
    email: "eve@example.test",
  });
  assert.equal(refused.headers["set-cookie"], undefined);
  const headers = { authorization: `Bearer ${token}`, apikey: token };
  assert.equal((await ask(desk, "/_/console/api/people", { headers })).status, 401);
  const page = await ask(desk, "/_/");
  assert.doesNotMatch(page.text, /Note|Words|lea/);
});

test("no other token lets in: of the service, of nobody's session, of another product, of one with the same secret", async () => {
  await operator(desk, "ann@example.test");
  const [ann] = await desk.owner("SELECT id FROM auth.users WHERE email = 'ann@example.test'");
  const sub = String(ann?.["id"]);
  const elsewhere = await inProduction(start, source, folder);
  await operator(elsewhere, "ann@example.test");
  const shared = async (claims: object) =>
    new SignJWT({ role: "authenticated", aud: "authenticated", sub, ...claims })
      .setProtectedHeader({ alg: "HS256" })
      .setIssuedAt()
      .setExpirationTime("1h")
      .sign(new TextEncoder().encode(jwtSecret));
  const [session] = await desk.owner("SELECT id FROM auth.sessions WHERE user_id = $1", [sub]);
  await account(desk, "ron@example.test");
  await signIn(desk, "ron@example.test");
  const [others] = await desk.owner(
    "SELECT s.id FROM auth.sessions s JOIN auth.users u ON u.id = s.user_id WHERE u.email = 'ron@example.test'",
  );
  const tokens = {
    service: desk.serviceKey,
    anon: desk.anonKey,
    "of no session": await desk.token({ sub }),
    "of a session that never was": await desk.token({ sub, session_id: crypto.randomUUID() }),
    "of another product": await signIn(elsewhere, "ann@example.test"),
    "with the same secret, of no session": await shared({}),
    "with the same secret, of a session there": await shared({ session_id: crypto.randomUUID() }),
    "of another user's session": await desk.token({ sub, session_id: others?.["id"] }),
    "of the service, with a session": await desk.token({ role: "service_role", sub, session_id: session?.["id"] }),
    "past its end": await desk.token({ sub, session_id: session?.["id"], exp: 1 }),
    nothing: "",
    noise: "a.b.c",
  };
  for (const [whose, token] of Object.entries(tokens)) {
    const answer = await enterWith(desk, token);
    assert.deepEqual([answer.status, answer.headers["set-cookie"]], [401, undefined], whose);
  }
});

test("a page of another site neither signs anybody in nor out, nor uses the cookie", async () => {
  const cookie = await operator(desk, "bea@example.test");
  const token = await signIn(desk, "bea@example.test");
  const own = origin(desk);
  for (const headers of [
    {},
    { origin: "https://evil.example" },
    { origin: `http://127.0.0.1:${desk.port + 1}` },
    { origin: "null" },
    { origin: own, "sec-fetch-site": "same-site" },
    { origin: own, "sec-fetch-site": "cross-site" },
    { origin: own, host: "evil.example" },
  ]) {
    const entered = await enterWith(desk, token, headers as Readonly<Record<string, string>>);
    assert.deepEqual([entered.status, entered.headers["set-cookie"]], [403, undefined], JSON.stringify(headers));
    const left = await ask(desk, "/_/console/api/session", {
      method: "DELETE",
      headers: { cookie, ...(headers as Readonly<Record<string, string>>) },
    });
    assert.equal(left.status, 403);
  }
  const form = { origin: own, "content-type": "application/x-www-form-urlencoded" };
  assert.equal(
    (await ask(desk, "/_/console/api/session", { method: "POST", headers: form, body: `token=${token}` })).status,
    401,
  );
  assert.equal((await asked(desk, cookie, "state")).status, 200);
});

test("whoever is removed, signed out, banned, or has a second factor to show is out at the next request", async () => {
  const endings: Readonly<Record<string, (email: string, token: string) => Promise<unknown>>> = {
    removed: async (email) => asOwner(async (client) => removeOperator(client, email)),
    "signed out": async (_, token) => signOut(desk, token),
    banned: async (email) =>
      desk.owner("UPDATE auth.users SET banned_until = now() + interval '1 day' WHERE email = $1", [email]),
    deleted: async (email) => desk.owner("DELETE FROM auth.users WHERE email = $1", [email]),
    unconfirmed: async (email) =>
      desk.owner("UPDATE auth.users SET email_confirmed_at = NULL WHERE email = $1", [email]),
    "with a second factor": async (email) =>
      desk.owner(
        "INSERT INTO auth.mfa_factors (user_id, factor_type, status, secret) SELECT id, 'totp', 'verified', 'x' FROM auth.users WHERE email = $1",
        [email],
      ),
    "out by the clock": async () => desk.owner("UPDATE writ.operator_session SET ends_at = now()"),
  };
  for (const [at, [how, end]] of Object.entries(endings).entries()) {
    const email = `op${at}@example.test`;
    await account(desk, email);
    await nameAs(desk, email);
    const token = await signIn(desk, email);
    const cookie = cookieOf(await enterWith(desk, token));
    assert.equal((await asked(desk, cookie, "people")).status, 200, how);
    await end(email, token);
    const { status, told } = await asked(desk, cookie, "people");
    assert.deepEqual([status, (told as { code: string }).code], [401, "NOT_SIGNED_IN"], how);
    assert.equal((await asked(desk, cookie, "retry", { job: "1" })).status, 401, how);
    if (how !== "removed") continue;
    // Named again, they sign in again: nothing of what they had comes back.
    await nameAs(desk, email);
    assert.equal((await asked(desk, cookie, "people")).status, 401);
  }
});

test("who leaves is out of the console, and stays in the product", async () => {
  const cookie = await operator(desk, "kim@example.test");
  const headers = { cookie, origin: origin(desk) };
  const left = await ask(desk, "/_/console/api/session", { method: "DELETE", headers });
  assert.match(JSON.stringify(left.headers["set-cookie"]), /writ_operator_\d+=; .*Max-Age=0/);
  assert.equal((await asked(desk, cookie, "state")).status, 401);
  const [sessions] = await desk.owner(
    "SELECT count(*)::int AS n FROM auth.sessions s JOIN auth.users u ON u.id = s.user_id WHERE u.email = 'kim@example.test'",
  );
  assert.equal(sessions?.["n"], 1);
});

test("a cookie cannot be guessed, and no process has to have given it itself", async () => {
  const cookie = await operator(desk, "max@example.test");
  const [name = "", value = ""] = cookie.split("=");
  for (const guess of ["", "x", value.slice(0, -1), value.toLowerCase(), `${value}x`, "' OR true --"])
    assert.equal((await asked(desk, `${name}=${guess}`, "state")).status, 401, guess);
  const [kept] = await desk.owner("SELECT string_agg(digest, ' ') AS all FROM writ.operator_session");
  assert.ok(!String(kept?.["all"]).includes(value));
});

test("an operator's change is written down with their name, and only where it was made", async () => {
  const cookie = await operator(desk, "nia@example.test");
  const [job] = await desk.owner(
    "INSERT INTO writ.outbox (kind, name, clause, payload, due_at) VALUES ('mail', 'Hello', '7/Mails/Hello', '{}', 'infinity') RETURNING id::text",
  );
  assert.equal((await asked(desk, cookie, "retry", { job: "999999" })).status, 404);
  assert.equal((await asked(desk, cookie, "retry", { job: job?.["id"] })).status, 200);
  const { told } = await asked(desk, cookie, "acts?text=nia@example");
  assert.deepEqual(
    (told as { acts: readonly { name: string; act: string; about: string }[] }).acts.map(({ name, act, about }) => [
      name,
      act,
      about,
    ]),
    [
      ["nia@example.test (Ann)", "Retried", `mail Hello, job ${job?.["id"]}`],
      ["nia@example.test (Ann)", "Signed in", ""],
      ["the command line", "Named an operator", "nia@example.test"],
    ],
  );
});

test("no client reads or writes who is an operator, whatever its key", async () => {
  await account(desk, "sly@example.test");
  const token = await signIn(desk, "sly@example.test");
  for (const key of [desk.anonKey, token, desk.serviceKey])
    for (const table of ["operator", "operator_session", "operator_act"])
      for (const method of ["GET", "POST", "PATCH", "DELETE"]) {
        const body = method === "GET" ? undefined : JSON.stringify({ email: "sly@example.test" });
        for (const profile of ["writ", "public"]) {
          const answer = await fetch(`${desk.url}/rest/v1/${table}?id=gt.0`, {
            method,
            headers: {
              authorization: `Bearer ${key}`,
              "content-type": "application/json",
              "accept-profile": profile,
              "content-profile": profile,
            },
            ...(body === undefined ? {} : { body }),
          });
          assert.ok([401, 403, 404, 406].includes(answer.status), `${method} ${table}: ${answer.status}`);
        }
      }
  await asOwner(async (client) => {
    for (const role of ["anon", "authenticated", "service_role"])
      for (const statement of [
        "SELECT FROM writ.operator",
        "INSERT INTO writ.operator (email) VALUES ('sly@example.test')",
        "UPDATE writ.operator SET email = 'sly@example.test'",
        "DELETE FROM writ.operator_session",
        "SELECT FROM writ.operator_session",
        "INSERT INTO writ.operator_session VALUES ('x', 1, gen_random_uuid(), now())",
        "SELECT FROM writ.operator_act",
        "DELETE FROM writ.operator_act",
      ]) {
        await client.query(`BEGIN; SET LOCAL ROLE ${role}`);
        await assert.rejects(client.query(statement), { code: "42501" }, `${role}: ${statement}`);
        await client.query("ROLLBACK");
      }
  });
});
