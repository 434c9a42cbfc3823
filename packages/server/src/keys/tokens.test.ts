// Tokens that mean to be taken for something else, and what is remembered of those that were genuine.
import assert from "node:assert/strict";
import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { test } from "node:test";
import { exportJWK, importJWK, type CryptoKey } from "jose";
import { readCaller } from "../gate/caller.ts";
import type { KeyRing } from "./key-ring.ts";
import { projectKey, tokenChecker } from "./tokens.ts";

const part = (value: unknown): string =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const secret = new TextEncoder().encode("a secret of the project that is long enough");
const jwk = await exportJWK(publicKey);

async function newRing(): Promise<KeyRing> {
  const key = (await importJWK(jwk, "ES256")) as CryptoKey;
  return {
    secret,
    secretMadeAt: new Date(0),
    signing: [{ kid: "one", privateKey: key, madeAt: new Date(0) }],
    publicKeys: new Map([["one", { key, jwk }]]),
  };
}

const signed = (header: unknown, payload: unknown): string => {
  const text = `${part(header)}.${part(payload)}`;
  return `${text}.${sign("sha256", Buffer.from(text), { key: privateKey, dsaEncoding: "ieee-p1363" }).toString("base64url")}`;
};
const shared = (header: unknown, payload: unknown, key: string | Uint8Array = secret): string => {
  const text = `${part(header)}.${part(payload)}`;
  return `${text}.${createHmac("sha256", key).update(text).digest("base64url")}`;
};

const hs = { alg: "HS256" };
const es = { alg: "ES256", kid: "one" };
const sub = "11111111-1111-4111-8111-111111111111";
const person = { sub, role: "authenticated" };

const ring = await newRing();
const check = tokenChecker(() => ring, { issuers: () => ["here"] });
const enter = async (token: string) =>
  readCaller({ get: (name) => (name === "authorization" ? `Bearer ${token}` : null) }, check);

test("a token signed with one of our keys gives the role that it claims", async () => {
  for (const token of [signed(es, person), shared(hs, person), shared({ ...hs, kid: "anything" }, person)]) {
    const entry = await enter(token);
    assert.ok("caller" in entry && entry.caller.role === "authenticated");
  }
  const key = await enter(projectKey("anon", ring));
  // Made in 1970, it has ended.
  assert.ok("refusal" in key && key.refusal.why === "expired");
});

const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
const refused: Readonly<Record<string, string>> = {
  "no algorithm": `${part({ alg: "none" })}.${part(person)}.`,
  "no algorithm in other letters": `${part({ alg: "nOnE" })}.${part(person)}.`,
  "no header": `.${part(person)}.`,
  "the public key as a secret, as PEM": shared(hs, person, pem),
  "the public key as a secret, as JSON": shared(hs, person, JSON.stringify(jwk)),
  "the public key of the header": signed({ alg: "ES256", jwk }, person),
  "an address of keys": signed({ alg: "ES256", jku: "https://elsewhere.test/keys" }, person),
  "the name of another key": signed({ alg: "ES256", kid: "../one" }, person),
  "a name of what every object has": signed({ alg: "ES256", kid: "__proto__" }, person),
  "a name that is no text": signed({ alg: "ES256", kid: ["one"] }, person),
  "an extension that has to be understood": signed({ ...es, crit: ["b64"], b64: false }, person),
  "a longer hash": shared({ alg: "HS512" }, person),
  "a signature and more": `${signed(es, person)}.x`,
  "a list": shared(hs, [person]),
  "nothing that is JSON": shared(hs, "{"),
  "bytes that are no text": `${part(hs)}.${Buffer.from([0x7b, 0xff, 0x7d]).toString("base64url")}.x`,
  "roles as a list": shared(hs, { ...person, role: ["service_role"] }),
  "a role that is an object": shared(hs, { ...person, role: { toString: "service_role" } }),
  "a role of the database": shared(hs, { ...person, role: "writ_owner" }),
  "a role in other letters": shared(hs, { ...person, role: "Service_Role" }),
  "a role with a letter that nobody sees": shared(hs, { ...person, role: "service_role\u200b" }),
  "an end that is a text": shared(hs, { ...person, exp: "9999999999" }),
  "an end that is nothing": shared(hs, { ...person, exp: null }),
  "a beginning in years": shared(hs, { ...person, nbf: 99_999_999_999 }),
  "an audience that is an object": shared(hs, { ...person, aud: { 0: "authenticated" } }),
  "an issuer as a list": shared(hs, { ...person, iss: ["here"] }),
  "a person as a list": shared(hs, { ...person, sub: [sub] }),
  "a person as an object": shared(hs, { ...person, sub: { sub } }),
  "no person": shared(hs, { role: "authenticated" }),
};

for (const [name, token] of Object.entries(refused)) {
  test(`${name} is refused`, async () => {
    // The second time it would be remembered.
    for (let times = 0; times < 2; times++) assert.ok("refusal" in (await enter(token)), name);
  });
}

test("a duplicate claim has its last value, for every reader", async () => {
  const entry = await enter(shared(hs, `{"role":"service_role","sub":"${sub}","role":"authenticated"}`));
  assert.ok("caller" in entry);
  // PostgreSQL is given what was read here, and never the token's own text.
  assert.equal(JSON.stringify(entry.caller.claims), `{"role":"authenticated","sub":"${sub}"}`);
});

test("a token whose key goes while it is checked is not remembered", async () => {
  const token = signed(es, person);
  const without: KeyRing = { ...ring, publicKeys: new Map() };
  let now = ring;
  const checkNow = tokenChecker(() => now, { issuers: () => [] });
  const checking = checkNow(token);
  now = without;
  // Somebody else comes first, and the new keys are known.
  await checkNow("x");
  await checking;
  assert.ok("refusal" in (await checkNow(token)));
});
