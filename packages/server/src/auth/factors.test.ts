// Second factors: set up, shown, and what is closed to whoever has not shown them.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Secret, TOTP } from "otpauth";
import { documentOf, newPerson, password, startProduct } from "./testing/product.ts";

const product = await startProduct({ after }, documentOf());

const codeOf = (secret: string, shift = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + shift * 30_000 });

async function withFactor() {
  const person = await newPerson(product);
  const { data } = await person.client.auth.mfa.enroll({ factorType: "totp", friendlyName: "phone" });
  assert.ok(data !== null);
  const { secret, qr_code: picture, uri } = data.totp;
  assert.match(picture, /<svg/);
  assert.match(uri, /^otpauth:\/\/totp\//);
  const verified = await person.client.auth.mfa.challengeAndVerify({ factorId: data.id, code: codeOf(secret) });
  assert.equal(verified.error, null);
  return { ...person, factor: data.id, secret };
}

test("a factor raises the level, on this device, and others sign in again", async () => {
  const { client, email } = await newPerson(product);
  const { data: other } = await product.client().auth.signInWithPassword({ email, password });
  const { data } = await client.auth.mfa.enroll({ factorType: "totp" });
  assert.deepEqual((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel, "aal1");
  await client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? "", code: codeOf(data?.totp.secret ?? "") });
  const { data: level } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  assert.deepEqual([level?.currentLevel, level?.nextLevel], ["aal2", "aal2"]);
  assert.deepEqual(
    level?.currentAuthenticationMethods.map((one) => (typeof one === "string" ? one : one.method)),
    ["totp", "password"],
  );
  assert.equal((await product.ask("GET", "/user", { token: other.session?.access_token })).status, 403);
  const renewed = await client.auth.refreshSession();
  assert.equal((await product.client().auth.getClaims(renewed.data.session?.access_token)).data?.claims.aal, "aal2");
});

test("with the first factor alone, what opens the account cannot be changed", async () => {
  const { email, factor } = await withFactor();
  const thief = product.client();
  await thief.auth.signInWithPassword({ email, password });
  assert.deepEqual((await thief.auth.mfa.getAuthenticatorAssuranceLevel()).data?.nextLevel, "aal2");
  assert.equal((await thief.auth.updateUser({ password: "another one now" })).error?.code, "insufficient_aal");
  assert.equal((await thief.auth.updateUser({ email: "thief@example.test" })).error?.code, "insufficient_aal");
  assert.equal(
    (await thief.auth.mfa.enroll({ factorType: "totp", friendlyName: "mine" })).error?.code,
    "insufficient_aal",
  );
  assert.equal((await thief.auth.mfa.unenroll({ factorId: factor })).error?.code, "insufficient_aal");
});

test("with the first factor alone, no row is read or written", async () => {
  const { client, email, secret, factor } = await withFactor();
  assert.equal((await client.from("note").insert({ text: "with both" })).error, null);
  const thief = product.client();
  await thief.auth.signInWithPassword({ email, password });
  assert.deepEqual([(await thief.from("note").select("text")).status], [401]);
  assert.equal((await thief.from("note").insert({ text: "with one" })).status, 401);
  // A renewed token says no more than the one before.
  await thief.auth.refreshSession();
  assert.equal((await thief.from("note").select("text")).status, 401);
  // Nor are they given out as a file of one's own.
  const { data: theirs } = await thief.auth.getSession();
  const file = await product.ask("GET", "/user/export", { token: theirs.session?.access_token });
  assert.deepEqual([file.status, file.body["error_code"], file.body["data"]], [401, "insufficient_aal", undefined]);
  await thief.auth.mfa.challengeAndVerify({ factorId: factor, code: codeOf(secret, 1) });
  assert.deepEqual((await thief.from("note").select("text")).data, [{ text: "with both" }]);
});

test("a code is good once, and wrong ones end", async () => {
  const { email, factor, secret, client } = await withFactor();
  const again = product.client();
  await again.auth.signInWithPassword({ email, password });
  // The code that was just shown, seen over a shoulder.
  const replayed = await again.auth.mfa.challengeAndVerify({ factorId: factor, code: codeOf(secret) });
  assert.equal(replayed.error?.code, "mfa_verification_failed");
  for (let turn = 0; turn < 9; turn++) {
    const { error } = await again.auth.mfa.challengeAndVerify({ factorId: factor, code: "000000" });
    assert.equal(error?.code, "mfa_verification_failed");
  }
  const { error } = await again.auth.mfa.challengeAndVerify({ factorId: factor, code: codeOf(secret, 1) });
  assert.equal(error?.code, "over_request_rate_limit");
  assert.equal((await client.auth.mfa.unenroll({ factorId: factor })).error, null);
  assert.equal((await client.auth.mfa.listFactors()).data?.all.length, 0);
});

test("challenges end, and are one factor's", async () => {
  const { client, factor, secret } = await withFactor();
  const { data } = await client.auth.mfa.challenge({ factorId: factor });
  await product.owner("UPDATE auth.mfa_challenges SET expires_at = now() - interval '1 second' WHERE id = $1", [
    data?.id,
  ]);
  const late = await client.auth.mfa.verify({ factorId: factor, challengeId: data?.id ?? "", code: codeOf(secret, 1) });
  assert.equal(late.error?.code, "mfa_challenge_expired");
  const { client: other } = await newPerson(product);
  assert.equal((await other.auth.mfa.challenge({ factorId: factor })).error?.code, "mfa_factor_not_found");
});

test("other kinds have their place, and visitors have none", async () => {
  const { client } = await newPerson(product);
  assert.equal(
    (await client.auth.mfa.enroll({ factorType: "phone", phone: "+33123456789" })).error?.code,
    "mfa_phone_enroll_not_enabled",
  );
  const visitor = product.client();
  await visitor.auth.signInAnonymously();
  assert.equal((await visitor.auth.mfa.enroll({ factorType: "totp" })).error?.status, 403);
});

test("the issuer of a factor is a name of any length without half characters", async () => {
  const { session } = await newPerson(product);
  const enroll = async (issuer: string) =>
    product.ask("POST", "/factors", { token: session.access_token, body: { factor_type: "totp", issuer } });
  for (const issuer of ["x".repeat(20_000), `${"x".repeat(99)}😀`]) assert.equal((await enroll(issuer)).status, 200);
  const { status, body } = await enroll("a\ud800b");
  assert.deepEqual([status, body["error_code"]], [400, "validation_failed"]);
});

test("an operator's program can remove the factor of a user who lost their phone", async () => {
  const { user, factor, email } = await withFactor();
  const { data } = await product.admin.auth.admin.mfa.listFactors({ userId: user.id });
  assert.deepEqual(
    data?.factors?.map(({ id }) => id),
    [factor],
  );
  assert.equal((await product.admin.auth.admin.mfa.deleteFactor({ userId: user.id, id: factor })).error, null);
  const again = product.client();
  await again.auth.signInWithPassword({ email, password });
  assert.equal((await again.auth.updateUser({ password: "another one now" })).error, null);
});
