// Signing in through a real OpenID provider that runs here, and what a provider's word is taken for.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { documentOf, newAddress, newPerson, password, startProduct } from "./testing/product.ts";
import { openIdSite, openSites, secret, type Known } from "./testing/providers.ts";

const issuer = "https://id.example.test";

const people = new Map<string, Known>([["nobody", { email: "", email_verified: true, name: "" }]]);
const sites = openSites();
const product = await startProduct(
  { after },
  documentOf({ signIn: `email and password, anonymous, OpenID \`${issuer}\`, Microsoft` }),
  {
    environment: { WRIT_OPENID_CLIENT_ID: "desk", WRIT_OPENID_CLIENT_SECRET: secret },
    fetch: sites.fetch,
  },
);
await sites.add({ origin: issuer, listener: openIdSite(issuer, people, `${product.url}/auth/v1/callback`) });

const signInAt = async (address: string, as: string): Promise<string> => (await sites.signInAt(address, as)).url;

/** All of the way in a browser that asks with a challenge. */
async function signIn(as: string, client = product.client({ flowType: "pkce" })) {
  const { data } = await client.auth.signInWithOAuth({
    provider: "openid" as "google",
    options: { skipBrowserRedirect: true },
  });
  const begun = await fetch(data.url ?? "", { redirect: "manual" });
  const back = await signInAt(begun.headers.get("location") ?? "", as);
  const came = await fetch(back, { redirect: "manual" });
  const to = new URL(came.headers.get("location") ?? "about:blank");
  const code = to.searchParams.get("code");
  if (code === null) return { client, refused: to.searchParams.get("error_code"), back };
  const { data: session, error } = await client.auth.exchangeCodeForSession(code);
  assert.equal(error, null);
  return { client, user: session.user, back };
}

const newKnown = (verified = true, email = newAddress("known")): string => {
  const id = crypto.randomUUID();
  people.set(id, { email, email_verified: verified, name: "Known Person" });
  return id;
};

test("a new user signs in through the provider, and gets the same account the next time", async () => {
  const id = newKnown();
  const { user, back, client } = await signIn(id);
  assert.equal(user?.email, people.get(id)?.["email"]);
  assert.notEqual(user?.email_confirmed_at, undefined);
  assert.deepEqual(user?.app_metadata, { provider: "openid", providers: ["openid"] });
  assert.equal(user?.user_metadata["full_name"], "Known Person");
  assert.deepEqual(
    user?.identities?.map((one) => [one.provider, one.id]),
    [["openid", id]],
  );
  const { data: claims } = await client.auth.getClaims();
  assert.deepEqual(
    claims?.claims.amr?.map((one) => (typeof one === "string" ? one : one.method)),
    ["oauth"],
  );
  const again = await signIn(id);
  assert.equal(again.user?.id, user?.id);
  // The way back is good for once.
  const replayed = await fetch(back, { redirect: "manual" });
  assert.match(replayed.headers.get("location") ?? "", /error_code=bad_oauth_state/);
});

test("a confirmed address opens the existing account; an unconfirmed one does not", async () => {
  const email = newAddress();
  const { data } = await product.admin.auth.admin.createUser({ email, password, email_confirm: true });
  const { user } = await signIn(newKnown(true, email));
  assert.equal(user?.id, data.user?.id);
  assert.deepEqual(user?.app_metadata["providers"], ["email", "openid"]);
  assert.equal((await product.client().auth.signInWithPassword({ email, password })).error, null);
  const other = newAddress();
  await product.admin.auth.admin.createUser({ email: other, password, email_confirm: true });
  const { refused } = await signIn(newKnown(false, other));
  assert.equal(refused, "email_exists");
});

test("an earlier account with the unconfirmed address is signed out", async () => {
  const { email, session } = await newPerson(product);
  const { user } = await signIn(newKnown(true, email));
  assert.equal(user?.email, email);
  assert.equal((await product.ask("GET", "/user", { token: session.access_token })).status, 403);
  assert.equal(
    (await product.client().auth.signInWithPassword({ email, password })).error?.code,
    "invalid_credentials",
  );
});

/** Somebody who is signed in, in one browser, adds the provider's person; where the browser is led in the end. */
async function link(token: string | undefined, as: string, sent: { readonly cookie?: string } = {}) {
  const path = "/user/identities/authorize?provider=openid&skip_http_redirect=true";
  const begun = await product.ask("GET", path, { token });
  const back = await signInAt(String(begun.body["url"]), as);
  const { cookie = begun.headers.get("set-cookie")?.split(";")[0] ?? "" } = sent;
  const came = await fetch(back, { redirect: "manual", headers: { cookie } });
  return came.headers.get("location") ?? "";
}

test("a way to sign in is added and taken away, but never the last one", async () => {
  const { session, user } = await newPerson(product);
  const id = newKnown();
  assert.match(await link(session.access_token, id), /#access_token=/);
  const { user: same } = await signIn(id);
  assert.equal(same?.id, user.id);
  const { client: other } = await newPerson(product);
  const theirs = (await other.auth.getSession()).data.session?.access_token;
  assert.match(await link(theirs, id), /error_code=identity_already_exists/);
  const identities = same?.identities ?? [];
  const remove = async (provider: string) =>
    product.ask("DELETE", `/user/identities/${identities.find((one) => one.provider === provider)?.identity_id}`, {
      token: session.access_token,
    });
  assert.equal((await remove("openid")).status, 200);
  assert.equal((await remove("email")).body["error_code"], "single_identity_not_deletable");
});

test("a visitor gets an account and keeps their rows", async () => {
  const visitor = product.client();
  const { data } = await visitor.auth.signInAnonymously();
  await visitor.from("note").insert({ text: "before" });
  const id = newKnown();
  assert.match(await link(data.session?.access_token, id), /#access_token=/);
  const { user, client } = await signIn(id);
  assert.deepEqual([user?.id, user?.is_anonymous, user?.email], [data.user?.id, false, people.get(id)?.["email"]]);
  assert.deepEqual((await client.from("note").select("text")).data, [{ text: "before" }]);
});

test("a user who follows another user's link to a provider does not link the account to that user", async () => {
  const { session, user } = await newPerson(product);
  const victim = newKnown();
  assert.match(await link(session.access_token, victim, { cookie: "" }), /error_code=bad_oauth_state/);
  assert.match(await link(session.access_token, victim, { cookie: "writ_sign_in=none" }), /error_code=bad_oauth_state/);
  // With a challenge, the code that comes back is worth nothing without the secret of the browser that began.
  const thief = product.client({ flowType: "pkce" });
  await thief.auth.setSession(session);
  const begun = await thief.auth.linkIdentity({
    provider: "openid" as "google",
    options: { skipBrowserRedirect: true },
  });
  const came = await fetch(await signInAt(begun.data?.url ?? "", victim), { redirect: "manual" });
  const code = new URL(came.headers.get("location") ?? "about:blank").searchParams.get("code") ?? "";
  assert.notEqual(code, "");
  const other = await product.ask("POST", "/token?grant_type=pkce", {
    body: { auth_code: code, code_verifier: "x".repeat(64) },
  });
  assert.equal(other.body["error_code"], "bad_code_verifier");
  const { user: own } = await signIn(victim);
  assert.notEqual(own?.id, user.id);
  assert.deepEqual(await product.owner("SELECT provider FROM auth.identities WHERE user_id = $1", [user.id]), [
    { provider: "email" },
  ]);
});

test("with a challenge, a way to sign in is added by the browser that began", async () => {
  const { session, user } = await newPerson(product);
  const id = newKnown();
  const client = product.client({ flowType: "pkce" });
  await client.auth.setSession(session);
  const go = async () => {
    const begun = await client.auth.linkIdentity({
      provider: "openid" as "google",
      options: { skipBrowserRedirect: true },
    });
    const came = await fetch(await signInAt(begun.data?.url ?? "", id), { redirect: "manual" });
    return new URL(came.headers.get("location") ?? "about:blank").searchParams;
  };
  const linked = await client.auth.exchangeCodeForSession((await go()).get("code") ?? "");
  assert.equal(linked.error, null);
  assert.deepEqual(linked.data.user?.identities?.map(({ provider }) => provider).sort(), ["email", "openid"]);
  assert.equal((await signIn(id)).user?.id, user.id);
  assert.equal((await go()).get("error_code"), "identity_already_exists");
});

test("without a challenge the way back is this browser's alone", async () => {
  const begun = await fetch(`${product.url}/auth/v1/authorize?provider=openid&redirect_to=https://evil.example/`, {
    redirect: "manual",
  });
  const cookie = begun.headers.get("set-cookie") ?? "";
  assert.match(cookie, /HttpOnly; SameSite=Lax/);
  const back = await signInAt(begun.headers.get("location") ?? "", newKnown());
  const elsewhere = await fetch(back, { redirect: "manual" });
  assert.match(elsewhere.headers.get("location") ?? "", /error_code=bad_oauth_state/);
  const again = await fetch(`${product.url}/auth/v1/authorize?provider=openid&redirect_to=https://evil.example/`, {
    redirect: "manual",
  });
  const came = await fetch(await signInAt(again.headers.get("location") ?? "", newKnown()), {
    redirect: "manual",
    headers: { cookie: again.headers.get("set-cookie")?.split(";")[0] ?? "" },
  });
  const to = new URL(came.headers.get("location") ?? "about:blank");
  assert.deepEqual([to.origin, new URLSearchParams(to.hash.slice(1)).get("token_type")], [product.url, "bearer"]);
});

test("what the document does not show, and what has no key", async () => {
  const asked = async (provider: string) => (await product.ask("GET", `/authorize?provider=${provider}`)).body["msg"];
  assert.match(String(await asked("google")), /not enabled/);
  assert.match(String(await asked("azure")), /WRIT_MICROSOFT_CLIENT_ID/);
  assert.match(String(await asked("../../etc")), /not enabled/);
  const { body } = await product.ask("GET", "/settings");
  const external = body["external"] as Readonly<Record<string, boolean>>;
  assert.deepEqual([external["openid"], external["azure"], external["google"]], [true, true, false]);
});

test("an unreachable provider is reported and retried", async () => {
  await product.restart({ fetch: (async () => Promise.reject(new TypeError("away"))) as unknown as typeof fetch });
  const { status, body } = await product.ask("GET", "/authorize?provider=openid");
  assert.deepEqual([status, body["error_code"]], [503, "unexpected_failure"]);
  await product.restart();
});

test("a provider that says no, or something else than was asked", async () => {
  const client = product.client({ flowType: "pkce" });
  const { data } = await client.auth.signInWithOAuth({
    provider: "openid" as "google",
    options: { skipBrowserRedirect: true },
  });
  const begun = await fetch(data.url ?? "", { redirect: "manual" });
  const state = new URL(begun.headers.get("location") ?? "").searchParams.get("state") ?? "";
  const denied = await fetch(
    `${product.url}/auth/v1/callback?error=access_denied&error_description=No&state=${state}`,
    { redirect: "manual" },
  );
  assert.match(denied.headers.get("location") ?? "", /error_code=bad_oauth_callback/);
  const forged = await fetch(`${product.url}/auth/v1/callback?code=x&state=forged`, { redirect: "manual" });
  assert.match(forged.headers.get("location") ?? "", /error_code=bad_oauth_state/);
});
