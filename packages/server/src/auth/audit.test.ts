// What happened to accounts, as operators read it over the wire: who, what, from where, and never a secret.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Secret, TOTP } from "otpauth";
import { forgetEnded } from "./forget-ended.ts";
import { documentOf, newAddress, newPerson, password, startProduct } from "./testing/product.ts";

const product = await startProduct({ after }, documentOf());

type Entry = {
  readonly id: string;
  readonly payload: Readonly<Record<string, unknown>> & { readonly traits: Readonly<Record<string, unknown>> };
  readonly created_at: string;
  readonly ip_address: string;
};

async function read(query = "", page = "") {
  const asked = await product.ask("GET", `/admin/audit?query=${encodeURIComponent(query)}${page}`, {
    token: product.serviceKey,
  });
  return { ...asked, entries: asked.body as unknown as readonly Entry[] };
}

const actions = (entries: readonly Entry[]) => entries.map(({ payload }) => payload["action"]);

test("signing up, in and out, by the person; changes by a program that has the key", async () => {
  // By the clock: what is noted says when it happened.
  const began = Date.now();
  const email = newAddress("audited");
  const { client, user } = await newPerson(product, email);
  await client.auth.signOut();
  await client.auth.signInWithPassword({ email, password });
  await client.auth.updateUser({ data: { name: "Anna" } });
  await product.ask("POST", "/recover", { body: { email } });
  const { entries } = await read(`author:${email}`);
  assert.deepEqual(actions(entries), [
    "user_recovery_requested",
    "user_modified",
    "login",
    "logout",
    "login",
    "user_signedup",
  ]);
  const [last] = entries;
  assert.deepEqual(
    { ...last?.payload },
    {
      action: "user_recovery_requested",
      actor_id: user.id,
      actor_username: email,
      actor_via_sso: false,
      log_type: "user",
      traits: {},
    },
  );
  assert.match(last?.ip_address ?? "", /^127\.|::1/);
  const at = Date.parse(last?.created_at ?? "");
  // By the clock: after it began, and not in the future.
  assert.ok(at >= began && at <= Date.now());
  await product.admin.auth.admin.updateUserById(user.id, { ban_duration: "1h" });
  const [changed] = (await read("author:service_role")).entries;
  assert.deepEqual(
    [changed?.payload["action"], changed?.payload.traits],
    ["user_modified", { user_id: user.id, user_email: email }],
  );
});

test("refused requests are not in the audit log except for guesses, and entries contain no secrets", async () => {
  const before = Number((await read()).headers.get("x-total-count"));
  const { client, email, user } = await newPerson(product);
  await product.ask("POST", "/token?grant_type=password", { body: { email, password: "a wrong one" } });
  await product.admin.auth.admin.createUser({ email, password });
  const { data: link } = await product.admin.auth.admin.generateLink({ type: "recovery", email });
  const { data: factor } = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "phone" });
  assert.ok(factor?.type === "totp");
  const code = new TOTP({ secret: Secret.fromBase32(factor.totp.secret) }).generate();
  await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code });
  const { entries, headers } = await read();
  assert.deepEqual(actions(entries).slice(0, Number(headers.get("x-total-count")) - before), [
    "mfa_code_login",
    "challenge_created",
    "factor_in_progress",
    "link_generated",
    "login_failed",
    "login",
    "user_signedup",
  ]);
  const all = JSON.stringify(entries);
  const secrets = [
    password,
    "a wrong one",
    factor.totp.secret,
    link.properties?.hashed_token,
    link.properties?.email_otp,
  ];
  for (const secret of secrets) assert.ok(secret !== undefined && !all.includes(secret));
  assert.equal(all.includes("eyJ"), false);
  await product.admin.auth.admin.deleteUser(user.id);
  const [gone] = (await read("action:user_deleted")).entries;
  assert.deepEqual(gone?.payload.traits, { user_id: user.id, user_email: "" });
});

test("the audit log has guesses with account and address, without the password", async () => {
  const { client, email, user } = await newPerson(product, newAddress("guessed"));
  const { data: factor } = await client.auth.mfa.enroll({ factorType: "totp" });
  await client.auth.mfa.challengeAndVerify({ factorId: factor?.id ?? "", code: "000000" });
  const nobody = newAddress("nobody");
  for (const whose of [email, nobody]) {
    await product.ask("POST", "/token?grant_type=password", { body: { email: whose, password: "a guess" } });
    await product.ask("POST", "/verify", { body: { email: whose, token: "000000", type: "email" } });
  }
  const { entries } = await read("action:failed");
  const told = entries.map(({ payload, ip_address: from }) => {
    assert.match(from, /^127\.|::1/);
    return [payload["action"], payload["actor_id"], payload["actor_username"], payload["log_type"]];
  });
  const none = "00000000-0000-0000-0000-000000000000";
  assert.deepEqual(told.slice(0, 5), [
    ["code_failed", none, "", "account"],
    ["login_failed", none, "", "account"],
    ["code_failed", user.id, email, "account"],
    ["login_failed", user.id, email, "account"],
    ["mfa_code_failed", user.id, email, "factor"],
  ]);
  assert.doesNotMatch(JSON.stringify(entries), /a guess|nobody-/);
});

test("the audit log forgets entries after a year, and guesses earlier", async () => {
  const { user } = await newPerson(product);
  const ages = [
    ["login", user.id, "364 days"],
    ["login", user.id, "366 days"],
    ["login_failed", user.id, "29 days"],
    ["login_failed", user.id, "31 days"],
    ["login_failed", null, "23 hours"],
    ["login_failed", null, "25 hours"],
  ];
  for (const [action, whose, age] of ages)
    await product.owner(
      "INSERT INTO auth.audit_log (action, user_id, address, happened_at) VALUES ($1, $2, 'old', now() - $3::interval)",
      [action, whose, age],
    );
  const client = await product.connect();
  await forgetEnded(client);
  await client.end();
  const kept = await product.owner(
    "SELECT action, user_id FROM auth.audit_log WHERE address = 'old' ORDER BY happened_at",
  );
  assert.deepEqual(kept, [
    { action: "login", user_id: user.id },
    { action: "login_failed", user_id: user.id },
    { action: "login_failed", user_id: null },
  ]);
});

test("pages, what is looked for, and what is no question", async () => {
  const first = await read("type:team", "&per_page=1");
  assert.equal(first.entries.length, 1);
  assert.match(first.headers.get("link") ?? "", /admin\/audit\?page=2&per_page=1>; rel="next"/);
  const second = await read("type:team", "&per_page=1&page=2");
  assert.notEqual(second.entries[0]?.id, first.entries[0]?.id);
  assert.deepEqual((await read("action:%")).entries, []);
  for (const query of [
    "login",
    "email:x",
    "action:",
    `action:${"x".repeat(300)}`,
    "action:\0",
    "author:' OR true --",
  ]) {
    const { status } = await read(query);
    assert.equal(status, query.startsWith("author") ? 200 : 400, query);
  }
  assert.equal((await read("", "&page=0")).status, 400);
});

test("for the key of the service alone", async () => {
  const { session } = await newPerson(product);
  for (const token of [session.access_token, product.anonKey, undefined]) {
    const asked = await product.ask("GET", "/admin/audit", { token });
    assert.ok(asked.status === 401 || asked.status === 403);
  }
});

test("an operator renames a factor of the user, and of no other user", async () => {
  const { client, user } = await newPerson(product);
  const stranger = await newPerson(product);
  const { data: phone } = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "phone" });
  const { data: key } = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "key" });
  const put = async (whose: string, factor: string | undefined, body: unknown, token = product.serviceKey) =>
    product.ask("PUT", `/admin/users/${whose}/factors/${factor}`, { token, body });
  const renamed = await put(user.id, phone?.id, { friendly_name: "old phone" });
  assert.deepEqual(
    [renamed.status, renamed.body["friendly_name"], renamed.body["secret"]],
    [200, "old phone", undefined],
  );
  assert.equal(
    (await put(user.id, key?.id, { friendly_name: "old phone" })).body["error_code"],
    "mfa_factor_name_conflict",
  );
  assert.equal((await put(user.id, key?.id, { friendly_name: "key" })).status, 200);
  assert.equal((await put(stranger.user.id, key?.id, { friendly_name: "mine" })).status, 404);
  assert.equal((await put(user.id, key?.id, { friendly_name: "mine" }, stranger.session.access_token)).status, 403);
  assert.equal((await put(user.id, key?.id, { phone: "+4912345" })).body["error_code"], "phone_provider_disabled");
  assert.equal((await put(user.id, key?.id, { friendly_name: ["x"] })).status, 400);
});

test("challenges are not asked for without end", async () => {
  const { client, session } = await newPerson(product);
  const { data } = await client.auth.mfa.enroll({ factorType: "totp" });
  const challenge = async () =>
    product.ask("POST", `/factors/${data?.id}/challenge`, { token: session.access_token, body: {} });
  for (let turn = 0; turn < 20; turn++) assert.equal((await challenge()).status, 200);
  const { status, headers } = await challenge();
  assert.equal(status, 429);
  assert.ok(Number(headers.get("retry-after")) > 0);
});
