// Tokens that are not ours: each in the one way that it is wrong, at accounts and at data.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, test } from "node:test";
import { exportSPKI, generateKeyPair, importJWK, SignJWT, type JWK } from "jose";
import { rotateKeys } from "../keys/key-ring.ts";
import { documentOf, newPerson, startProduct } from "./testing/product.ts";
import { eventually } from "../../../language/src/testing/eventually.ts";

const product = await startProduct({ after }, documentOf());
const { session, user } = await newPerson(product);
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
const headerOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString());
const claims = claimsOf(session.access_token);

const statuses = async (token: string) => {
  const account = await product.ask("GET", "/user", { token });
  const data = await fetch(`${product.url}/rest/v1/note`, { headers: { authorization: `Bearer ${token}` } });
  return [account.status, data.status];
};

test("a token of ours is taken", async () => {
  assert.deepEqual(await statuses(session.access_token), [200, 200]);
  assert.deepEqual(
    [claims.iss, claims.aud, claims.role, claims.sub, claims.email],
    [`${product.url}/auth/v1`, "authenticated", "authenticated", user.id, user.email],
  );
});

test("no signature, a foreign one, and the public key taken for a secret", async () => {
  const [header = "", body = "", signature = ""] = session.access_token.split(".");
  assert.deepEqual(await statuses(`${part({ alg: "none", typ: "JWT" })}.${body}.`), [403, 401]);
  assert.deepEqual(await statuses(`${part({ alg: "none", typ: "JWT" })}.${body}.${signature}`), [403, 401]);
  assert.deepEqual(await statuses(`${header}.${part({ ...claims, role: "service_role" })}.${signature}`), [403, 401]);

  const { keys } = (await (await fetch(`${product.url}/auth/v1/.well-known/jwks.json`)).json()) as { keys: JWK[] };
  const [jwk = {}] = keys;
  assert.equal(jwk.d, undefined);
  const key = await importJWK(jwk, "ES256", { extractable: true });
  const secrets = [JSON.stringify(jwk), await exportSPKI(key as CryptoKey), Buffer.from(jwk.x ?? "", "base64url")];
  for (const secret of secrets) {
    const text = `${part({ alg: "HS256", typ: "JWT", kid: jwk.kid })}.${body}`;
    assert.deepEqual(
      await statuses(`${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`),
      [403, 401],
    );
  }
  const { privateKey } = await generateKeyPair("ES256");
  for (const kid of [jwk.kid ?? "", "../../etc/passwd", "' OR 1=1 --"]) {
    const foreign = await new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid }).sign(privateKey);
    assert.deepEqual(await statuses(foreign), [403, 401]);
  }
  // Keys that a token brings along, or says where to find, are nobody's.
  const own = await new SignJWT(claims)
    .setProtectedHeader({ alg: "ES256", kid: "mine", jku: "http://127.0.0.1:1/keys" })
    .sign(privateKey);
  assert.deepEqual(await statuses(own), [403, 401]);
});

test("another issuer, another audience, a time that is over or not yet", async () => {
  const [{ key } = {}] = await product.owner(
    "SELECT key FROM auth.signing_keys WHERE algorithm = 'ES256' AND retired_at IS NULL",
  );
  const signing = await importJWK(key as JWK, "ES256");
  const signed = async (changed: Readonly<Record<string, unknown>>) =>
    new SignJWT({ ...claims, ...changed })
      .setProtectedHeader({ alg: "ES256", kid: headerOf(session.access_token).kid })
      .sign(signing);
  const now = Math.floor(Date.now() / 1000);
  assert.deepEqual(await statuses(await signed({})), [200, 200]);
  for (const changed of [
    { iss: "https://elsewhere.example/auth/v1" },
    { aud: "somebody else" },
    { exp: now - 60 },
    { nbf: now + 600 },
    { iat: now + 600 },
    { role: "postgres" },
    { role: "writ_owner" },
    { sub: "' OR true --" },
  ])
    assert.deepEqual(await statuses(await signed(changed)), [403, 401], JSON.stringify(changed));
  // Somebody else's device is not this account's.
  const other = await newPerson(product);
  const mixed = await signed({ session_id: claimsOf(other.session.access_token).session_id });
  assert.equal((await product.ask("GET", "/user", { token: mixed })).body["error_code"], "session_not_found");
});

test("keys change without a restart: old tokens stay good, new ones are signed with the new key", async () => {
  const before = headerOf(session.access_token).kid;
  const second = await product.another();
  const owner = await product.connect();
  await rotateKeys(owner);
  const published = async (url: string) => {
    const { keys } = (await (await fetch(`${url}/auth/v1/.well-known/jwks.json`)).json()) as { keys: JWK[] };
    return keys.map((one) => one.kid).sort();
  };
  for (const url of [product.url, second])
    await eventually(async () => (await published(url)).length === 2, "the new key");
  // Every server knows the new one before anything is signed with it.
  const [both, alike] = [await published(product.url), await published(second)];
  assert.deepEqual([both.length, both], [2, alike]);
  assert.equal(headerOf((await newPerson(product)).session.access_token).kid, before);
  await owner.query("UPDATE auth.signing_keys SET made_at = made_at - interval '10 seconds'");
  await owner.query("NOTIFY pgrst, 'reload config'");
  await owner.end();
  const kid = await eventually(async () => {
    const signed = headerOf((await newPerson(product)).session.access_token).kid;
    return signed !== before && signed;
  }, "a token that the new key signs");
  assert.deepEqual(await statuses(session.access_token), [200, 200]);
  assert.deepEqual(await published(product.url), [before, kid].sort());
  const fresh = (await newPerson(product)).session.access_token;
  for (const url of [product.url, second]) {
    const asked = await fetch(`${url}/rest/v1/note?select=id`, { headers: { authorization: `Bearer ${fresh}` } });
    assert.equal(asked.status, 200);
  }
});

test("only the owner reads accounts, over the wire and as any role", async () => {
  const { client } = await newPerson(product);
  for (const table of ["users", "sessions", "identities", "one_time_tokens", "signing_keys", "mailbox", "outbox"]) {
    assert.notEqual((await client.from(table).select("*")).error, null, table);
    assert.notEqual((await client.schema("auth").from(table).select("*")).error, null, table);
  }
  assert.notEqual((await client.rpc("count_try", { act: "x" })).error, null);
  const open = await product.owner(
    `SELECT c.relname AS name, r.rolname AS role FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     CROSS JOIN pg_roles r WHERE n.nspname = 'auth' AND c.relkind IN ('r', 'v', 'S') AND r.rolname IN ('anon', 'authenticated', 'service_role', 'authenticator', 'writ_client')
     AND (CASE WHEN c.relkind = 'S' THEN has_sequence_privilege(r.rolname, c.oid, 'USAGE, SELECT, UPDATE') ELSE has_table_privilege(r.rolname, c.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER') END)`,
  );
  assert.deepEqual(open, []);
});

test("what is sent is text and nothing else", async () => {
  const ask = async (body: unknown) => (await product.ask("POST", "/token?grant_type=password", { body })).status;
  for (const email of [
    "' OR 1=1 --",
    "a@b.c'; DROP TABLE auth.users; --",
    { $ne: null },
    ["a@b.c"],
    1,
    true,
    "a@b.c\u0000",
  ])
    assert.equal(await ask({ email, password: "x" }), 400, JSON.stringify(email));
  assert.equal(await ask("{"), 400);
  assert.equal(await ask("[]"), 400);
  const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
  assert.equal(await ask(deep), 400);
  const large = await product
    .ask("POST", "/signup", { body: { email: "a@example.test", password: "x".repeat(2 ** 20) } })
    .catch(() => ({ status: 413 }));
  assert.equal(large.status, 413);
  assert.equal((await product.ask("POST", "/token?grant_type=id_token", { body: {} })).status, 400);
  assert.equal((await product.ask("GET", "/nothing/here")).status, 404);
  assert.equal((await product.ask("GET", "/health")).status, 200);
  // A hundred data URLs of one's own name are not carried in every token.
  const { client } = await newPerson(product);
  const { error } = await client.auth.updateUser({ data: { long: "x".repeat(100_000) } });
  assert.equal(error?.code, "validation_failed");
});
