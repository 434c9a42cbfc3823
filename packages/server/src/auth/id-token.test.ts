// Tokens that an app brings from a provider: what is believed of them, and every way to be given somebody else's account.
import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { after, test } from "node:test";
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, type JWK, type JWTPayload } from "jose";
import { documentOf, newAddress, newPerson, password, startProduct } from "./testing/product.ts";

const tenant = "11111111-2222-4333-8444-555555555555";
const pair = await generateKeyPair("RS256", { extractable: true });
const stranger = await generateKeyPair("RS256", { extractable: true });
const curve = await generateKeyPair("ES256", { extractable: true });
const keys: readonly JWK[] = [
  { ...(await exportJWK(pair.publicKey)), kid: "one", use: "sig" },
  { ...(await exportJWK(curve.publicKey)), kid: "two", use: "sig", alg: "ES256" },
];

const entra = "https://login.microsoftonline.com";
/** What each says of itself where one looks for it. */
const published: Readonly<Record<string, unknown>> = {
  "https://accounts.google.com/.well-known/openid-configuration": described("https://accounts.google.com"),
  "https://appleid.apple.com/.well-known/openid-configuration": described("https://appleid.apple.com"),
  "https://id.example.test/.well-known/openid-configuration": described("https://id.example.test"),
  [`${entra}/common/v2.0/.well-known/openid-configuration`]: described(`${entra}/{tenantid}/v2.0`),
  "https://accounts.google.com/keys": { keys },
  "https://appleid.apple.com/keys": { keys },
  "https://id.example.test/keys": { keys },
  // Of one tenant's keys only that tenant's tokens are taken.
  [`${entra}/keys`]: {
    keys: [
      { ...keys[0], issuer: `${entra}/{tenantid}/v2.0` },
      { ...keys[1], issuer: `${entra}/99999999-9999-4999-8999-999999999999/v2.0` },
    ],
  },
};

function described(issuer: string) {
  const { origin } = new URL(issuer);
  return {
    issuer,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    jwks_uri: `${origin}/keys`,
  };
}

const away = new Set<string>();
const reach = async (input: string | URL | Request): Promise<Response> => {
  const url = new Request(input).url;
  if (away.has(url)) throw new TypeError("away");
  assert.ok(Object.hasOwn(published, url), `nothing else is reached: ${url}`);
  return Response.json(published[url]);
};

const limits = `
| Limit | Value | Counts | Otherwise |
| --- | --- | --- | --- |
| Signing in | 3 per hour per address | sign in | RATE_LIMITED |
`;
const environment = {
  WRIT_GOOGLE_CLIENT_ID: "web, ios",
  WRIT_APPLE_CLIENT_ID: "org.example.desk",
  WRIT_MICROSOFT_CLIENT_ID: "desk",
  WRIT_OPENID_CLIENT_ID: "desk",
  WRIT_GITHUB_CLIENT_ID: "desk",
};
const signIn = "email and password, Google, GitHub, Microsoft, Apple, OpenID `https://id.example.test`";
const options = { environment, fetch: reach as typeof fetch, proxies: 1 };
const product = await startProduct({ after }, documentOf({ signIn, limits }), options);

type Made = {
  readonly claims?: JWTPayload;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly key?: Parameters<SignJWT["sign"]>[0];
};

const google = { iss: "https://accounts.google.com", aud: "web", email_verified: true };
const now = () => Math.floor(Date.now() / 1000);

async function made({ claims = {}, header = {}, key = pair.privateKey }: Made = {}): Promise<string> {
  const payload = { ...google, sub: crypto.randomUUID(), iat: now(), exp: now() + 600, ...claims };
  return new SignJWT(payload).setProtectedHeader({ alg: "RS256", kid: "one", ...header }).sign(key);
}

let hosts = 0;
/** Each from an address of its own, so that no limit is met by the way. */
const bring = async (body: Readonly<Record<string, unknown>>, headers: Readonly<Record<string, string>> = {}) =>
  product.ask("POST", "/token?grant_type=id_token", {
    body: { provider: "google", ...body },
    headers: { "x-forwarded-for": `203.0.113.${++hosts % 250}`, ...headers },
  });

const hashed = (text: string) => createHash("sha256").update(text).digest("hex");
const half = (text: string) => Buffer.from(hashed(text).slice(0, 32), "hex").toString("base64url");

test("supabase-js signs in with id tokens of Google, Apple, Microsoft and another issuer", async () => {
  const cases: Readonly<Record<string, JWTPayload>> = {
    google: { ...google, azp: "android-app" },
    apple: { iss: "https://appleid.apple.com", aud: "org.example.desk", email_verified: "true" },
    azure: { iss: `${entra}/${tenant}/v2.0`, tid: tenant, aud: "desk", xms_edov: "1" },
    openid: { iss: "https://id.example.test", aud: "desk", email_verified: false },
  };
  for (const [provider, claims] of Object.entries(cases)) {
    const [email, sub, nonce] = [newAddress(), crypto.randomUUID(), crypto.randomUUID()];
    const again = { sub, email, name: "Kim", nonce: hashed(nonce) };
    const client = product.client();
    const { data, error } = await client.auth.signInWithIdToken({
      provider,
      token: await made({ claims: { ...claims, ...again } }),
      nonce,
    });
    assert.equal(error, null, provider);
    assert.deepEqual(data.user?.app_metadata, { provider, providers: [provider] });
    assert.equal(data.user?.email_confirmed_at === undefined, provider === "openid");
    assert.equal((await client.from("note").insert({ text: "mine" })).error, null);
    const second = await bring({ provider, id_token: await made({ claims: { ...claims, ...again } }), nonce });
    assert.equal((second.body["user"] as { id: string }).id, data.user?.id);
    await product.owner("DELETE FROM writ.rate");
  }
});

test("a token that is not the provider's, not for here, or not for now opens nothing", async () => {
  const email = newAddress("victim");
  await product.admin.auth.admin.createUser({ email, password, email_confirm: true });
  const claims = { email };
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const whole = { ...google, sub: "x", iat: now(), exp: now() + 600, ...claims };
  const shared = (key: string | Buffer) => {
    const text = `${part({ alg: "HS256", kid: "one" })}.${part(whole)}`;
    return `${text}.${createHmac("sha256", key).update(text).digest("base64url")}`;
  };
  const good = await made({ claims });
  const [head = "", , signature = ""] = good.split(".");
  const hostile: Readonly<Record<string, string>> = {
    "another audience": await made({ claims: { ...claims, aud: "another app" } }),
    "no audience": await made({ claims: { ...claims, aud: undefined as never } }),
    "an audience in a list that another one asked for": await made({
      claims: { ...claims, aud: ["web", "evil"], azp: "evil" },
    }),
    "a list without who asked for it": await made({ claims: { ...claims, aud: ["web", "evil"] } }),
    "another issuer": await made({ claims: { ...claims, iss: "https://appleid.apple.com" } }),
    "an issuer that looks like it": await made({
      claims: { ...claims, iss: "https://accounts.google.com.evil.example" },
    }),
    "no issuer": await made({ claims: { ...claims, iss: undefined as never } }),
    over: await made({ claims: { ...claims, iat: now() - 900, exp: now() - 60 } }),
    "without an end": await made({ claims: { ...claims, exp: undefined as never } }),
    "from tomorrow": await made({ claims: { ...claims, iat: now() + 86_400, exp: now() + 90_000 } }),
    "not yet": await made({ claims: { ...claims, nbf: now() + 3600 } }),
    nobody: await made({ claims: { ...claims, sub: "" } }),
    "without a subject": await made({ claims: { ...claims, sub: undefined as never } }),
    "a key that is not theirs": await made({ claims, key: stranger.privateKey }),
    "a key that the token brings": await made({
      claims,
      key: stranger.privateKey,
      header: { jwk: await exportJWK(stranger.publicKey) },
    }),
    "an address of keys": await made({
      claims,
      key: stranger.privateKey,
      header: { jku: "https://evil.example/keys" },
    }),
    "a key that nobody has": await made({ claims, header: { kid: "three" } }),
    "no algorithm": `${part({ alg: "none" })}.${part(whole)}.`,
    "no algorithm in other letters": `${part({ alg: "nOnE", kid: "one" })}.${part(whole)}.`,
    "the public key as a secret, as PEM": shared(await exportSPKI(pair.publicKey)),
    "the public key as a secret, as JSON": shared(JSON.stringify(keys[0])),
    "other words under the same signature": `${head}.${part(whole)}.${signature}`,
    "not a token": "x",
    "an anonymous key of ours": product.anonKey,
  };
  for (const [name, token] of Object.entries(hostile)) {
    const { status, body } = await bring({ id_token: token });
    assert.deepEqual([status, body["error_code"]], [400, "bad_jwt"], `${name}: ${JSON.stringify(body)}`);
  }
  const [row] = await product.owner(
    "SELECT count(*)::integer AS count FROM auth.sessions s JOIN auth.users u ON u.id = s.user_id WHERE u.email = $1",
    [email],
  );
  assert.equal(row?.["count"], 0);
  assert.equal((await bring({ id_token: good })).status, 200);
});

test("a nonce is shown as it was before it was hashed, and both have it or neither", async () => {
  const nonce = "the app's own";
  const cases: readonly (readonly [kept: string | undefined, given: string | undefined, status: number])[] = [
    [hashed(nonce), nonce, 200],
    [undefined, undefined, 200],
    [hashed(nonce), undefined, 400],
    [undefined, nonce, 400],
    [hashed(nonce), "another", 400],
    // Whoever has only read the token knows this much.
    [hashed(nonce), hashed(nonce), 400],
    [nonce, nonce, 400],
  ];
  for (const [kept, given, status] of cases) {
    const token = await made({ claims: kept === undefined ? {} : { nonce: kept } });
    const answered = await bring({ id_token: token, ...(given === undefined ? {} : { nonce: given }) });
    assert.equal(answered.status, status, `${kept} ${given} ${JSON.stringify(answered.body)}`);
  }
});

test("an access token beside it has to be the one that it speaks of", async () => {
  const token = await made({ claims: { at_hash: half("an access token") } });
  assert.equal((await bring({ id_token: token, access_token: "an access token" })).status, 200);
  assert.equal((await bring({ id_token: token, access_token: "another" })).body["error_code"], "bad_jwt");
  assert.equal((await bring({ id_token: token })).status, 200);
  const odd = await made({ claims: { at_hash: ["x"] } });
  assert.equal((await bring({ id_token: odd, access_token: "an access token" })).body["error_code"], "bad_jwt");
});

test("at Microsoft a tenant and a key speak for their own people alone", async () => {
  const bringMicrosoft = async (claims: JWTPayload, header = {}, key = pair.privateKey) =>
    (await bring({ provider: "azure", id_token: await made({ claims: { aud: "desk", ...claims }, header, key }) }))
      .status;
  const iss = `${entra}/${tenant}/v2.0`;
  const other = "99999999-9999-4999-8999-999999999999";
  assert.equal(await bringMicrosoft({ iss, tid: tenant }), 200);
  assert.equal(await bringMicrosoft({ iss, tid: other }), 400);
  assert.equal(await bringMicrosoft({ iss }), 400);
  assert.equal(await bringMicrosoft({ iss: `${entra}/{tenantid}/v2.0` }), 400);
  assert.equal(await bringMicrosoft({ iss: `${entra}/{tenantid}/v2.0`, tid: "{tenantid}" }), 400);
  assert.equal(await bringMicrosoft({ iss: `${entra}/../evil/v2.0`, tid: "../evil" }), 400);
  assert.equal(await bringMicrosoft({ iss, tid: tenant }, { alg: "ES256", kid: "two" }, curve.privateKey), 400);
  const theirs = { iss: `${entra}/${other}/v2.0`, tid: other };
  assert.equal(await bringMicrosoft(theirs, { alg: "ES256", kid: "two" }, curve.privateKey), 200);
  // Whoever runs a tenant writes any address there.
  const email = newAddress();
  await product.admin.auth.admin.createUser({ email, password, email_confirm: true });
  const said = await made({ claims: { aud: "desk", iss, tid: tenant, email, email_verified: true } });
  assert.equal((await bring({ provider: "azure", id_token: said })).body["error_code"], "email_exists");
});

test("which provider: by its name, or by its issuer with an id of ours; GitHub gives no such tokens", async () => {
  const id_token = await made();
  const by = async (said: Readonly<Record<string, unknown>>) => {
    const { status, body } = await bring({ provider: undefined, id_token, ...said });
    return status === 200 ? 200 : body["error_code"];
  };
  assert.equal(await by({ issuer: "https://accounts.google.com", client_id: "ios" }), 200);
  assert.equal(await by({ issuer: "accounts.google.com", client_id: "web" }), 200);
  assert.equal(await by({ issuer: "https://accounts.google.com" }), "validation_failed");
  assert.equal(await by({ issuer: "https://accounts.google.com", client_id: "evil" }), "validation_failed");
  assert.equal(await by({ issuer: "https://evil.example", client_id: "web" }), "oauth_provider_not_supported");
  assert.equal(await by({ provider: "github" }), "oauth_provider_not_supported");
  assert.equal(await by({ provider: "facebook" }), "validation_failed");
  assert.equal(await by({}), "validation_failed");
  assert.equal(await by({ provider: "google", id_token: undefined }), "validation_failed");
  assert.equal(await by({ provider: ["google"] }), "bad_json");
});

test("a signed-in user adds a provider and keeps their account", async () => {
  const { client, user, session } = await newPerson(product);
  const sub = crypto.randomUUID();
  const token = await made({ claims: { sub } });
  const { data, error } = await client.auth.linkIdentity({ provider: "google", token });
  assert.equal(error, null);
  assert.equal(data.user?.id, user.id);
  const identities = (await client.auth.getUserIdentities()).data?.identities.map(({ provider, id }) => [provider, id]);
  assert.deepEqual(identities?.sort(), [
    ["email", user.id],
    ["google", sub],
  ]);
  const other = await newPerson(product);
  const taken = await other.client.auth.linkIdentity({ provider: "google", token });
  assert.equal(taken.error?.code, "identity_already_exists");
  const without = await bring({ id_token: await made(), link_identity: true });
  assert.deepEqual([without.status, without.body["error_code"]], [401, "no_authorization"]);
  await client.auth.signOut();
  const gone = await bring(
    { id_token: await made(), link_identity: true },
    { authorization: `Bearer ${session.access_token}` },
  );
  assert.deepEqual([gone.status, gone.body["error_code"]], [403, "session_not_found"]);
});

test("each token that is tried counts as signing in, and none after the last one", async () => {
  const from = { "x-forwarded-for": "198.51.100.7" };
  await bring({ id_token: "x" }, from);
  assert.equal((await bring({ id_token: await made() }, from)).status, 200);
  await bring({ id_token: "x" }, from);
  const { status, body, headers } = await bring({ id_token: await made() }, from);
  assert.deepEqual([status, body["error_code"]], [429, "RATE_LIMITED"]);
  assert.ok(Number(headers.get("retry-after")) > 3000);
  // Passwords count the same.
  const asked = await product.ask("POST", "/token?grant_type=password", {
    body: { email: newAddress(), password },
    headers: from,
  });
  assert.equal(asked.body["error_code"], "RATE_LIMITED");
});

test("keys that cannot be reached are no verdict on a token", async () => {
  await product.restart();
  away.add("https://id.example.test/keys");
  const id_token = await made({ claims: { iss: "https://id.example.test", aud: "desk" } });
  const { status, body } = await bring({ provider: "openid", id_token });
  assert.deepEqual([status, body["error_code"]], [503, "unexpected_failure"]);
  away.clear();
  assert.equal((await bring({ provider: "openid", id_token })).status, 200);
});
