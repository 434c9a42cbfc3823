// Signing in with Google, GitHub, Microsoft and Apple: servers in their shapes, under their addresses, over the whole way.
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { after, test } from "node:test";
import { decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import type { SupabaseClient } from "@supabase/supabase-js";
import { gitHubSite, type GitHubPerson } from "./testing/github.ts";
import { documentOf, newAddress, password, startProduct } from "./testing/product.ts";
import { comeBack, openIdSite, openSites, secret, type Back, type Known } from "./testing/providers.ts";

const tenant = "11111111-2222-4333-8444-555555555555";
const microsoft = `https://login.microsoftonline.com/${tenant}/v2.0`;
const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();

const environment = {
  WRIT_GOOGLE_CLIENT_ID: "desk",
  WRIT_GOOGLE_CLIENT_SECRET: secret,
  WRIT_GITHUB_CLIENT_ID: "desk",
  WRIT_GITHUB_CLIENT_SECRET: secret,
  WRIT_MICROSOFT_CLIENT_ID: "desk",
  WRIT_MICROSOFT_CLIENT_SECRET: secret,
  WRIT_APPLE_CLIENT_ID: "desk",
  WRIT_APPLE_TEAM_ID: "TEAM123456",
  WRIT_APPLE_KEY_ID: "KEY1234567",
  WRIT_APPLE_PRIVATE_KEY: pem.replaceAll("\n", String.raw`\n`),
};

const sites = openSites();
const signIn = "email and password, Google, GitHub, Microsoft, Apple";
const product = await startProduct({ after }, documentOf({ signIn }), { environment, fetch: sites.fetch });
const callback = `${product.url}/auth/v1/callback`;

const sample: Known = { email: "", email_verified: true, name: "", tid: tenant, xms_edov: true, picture: "" };
const people = new Map<string, Known>([["nobody", sample]]);
const coders = new Map<string, GitHubPerson>();
/** What Apple was shown as a secret. */
const shownToApple: string[] = [];

await sites.add({
  origin: "https://accounts.google.com",
  listener: openIdSite("https://accounts.google.com", people, callback),
});
await sites.add({
  origin: "https://login.microsoftonline.com",
  listener: openIdSite(microsoft, people, callback),
  // For all tenants it describes itself by a name in which the tenant is left open.
  path: (path) => path.replace("/common/", `/${tenant}/`),
  // In its answers it does not say who answers.
  answered: (path, text) =>
    path.endsWith("/openid-configuration")
      ? text
          .replace(`"issuer":"${microsoft}"`, `"issuer":"${microsoft.replace(tenant, "{tenantid}")}"`)
          .replace('"authorization_response_iss_parameter_supported":true,', "")
      : text,
});
await sites.add({
  origin: "https://appleid.apple.com",
  listener: openIdSite("https://appleid.apple.com", people, callback, "client_secret_post"),
  // Its secret is a token that is signed with a key.
  sent: async (path, body) => {
    if (path !== "/token" || body === undefined) return body;
    const given = new URLSearchParams(body);
    shownToApple.push(given.get("client_secret") ?? "");
    given.set("client_secret", secret);
    return given.toString();
  },
});
const gitHub = gitHubSite(coders);
await sites.add({ origin: "https://github.com", listener: gitHub });
await sites.add({ origin: "https://api.github.com", listener: gitHub });

type Name = "google" | "github" | "azure" | "apple";
const names: readonly Name[] = ["google", "github", "azure", "apple"];

let numbers = 1000;
/** Somebody whom all of them know. */
function newKnown(email: string | null = newAddress("known"), isVerified = true): string {
  const id = `p-${++numbers}`;
  people.set(id, {
    ...sample,
    email: email ?? undefined,
    email_verified: isVerified,
    name: "Kim Known",
    xms_edov: isVerified,
  });
  const emails = email === null ? [] : [{ email, primary: true, verified: isVerified }];
  const other = { email: `${id}@users.noreply.github.com`, primary: false, verified: true };
  coders.set(id, { id: numbers, login: id, name: "Kim Known", emails: [...emails, other] });
  return id;
}

type Begun = { readonly client: SupabaseClient; readonly to: string; readonly cookie: string };

async function begin(provider: Name, flowType: "pkce" | "implicit" = "pkce", redirectTo?: string): Promise<Begun> {
  const client = product.client({ flowType });
  const { data } = await client.auth.signInWithOAuth({
    provider,
    options: { skipBrowserRedirect: true, ...(redirectTo === undefined ? {} : { redirectTo }) },
  });
  const begun = await fetch(data.url ?? "", { redirect: "manual" });
  assert.equal(begun.status, 302, await begun.text());
  const cookie = begun.headers.get("set-cookie")?.split(";")[0] ?? "";
  return { client, to: begun.headers.get("location") ?? "", cookie };
}

const locationOf = (response: Response): URL => new URL(response.headers.get("location") ?? "about:blank");

type Way = { readonly flowType?: "pkce" | "implicit"; readonly changed?: (back: Back) => Back };

function asTold(provider: Name, { url, form }: Back): Back {
  const told = new URL(url);
  if (provider === "azure") told.searchParams.delete("iss");
  return { url: told.href, form };
}

/** All of the way; what it is refused with, or the person. */
async function enter(provider: Name, as: string, { flowType = "pkce", changed = (back) => back }: Way = {}) {
  const { client, to, cookie } = await begin(provider, flowType);
  const back = changed(asTold(provider, await sites.signInAt(to, as)));
  const came = locationOf(await comeBack(back, cookie));
  const refused = came.searchParams.get("error_code");
  if (refused !== null) return { client, refused, back, user: undefined };
  if (flowType === "pkce") {
    const { data, error } = await client.auth.exchangeCodeForSession(came.searchParams.get("code") ?? "");
    assert.equal(error, null);
    return { client, back, refused, user: data.user ?? undefined };
  }
  const told = new URLSearchParams(came.hash.slice(1));
  const tokens = { access_token: told.get("access_token") ?? "", refresh_token: told.get("refresh_token") ?? "" };
  const { data, error } = await client.auth.setSession(tokens);
  assert.equal(error, null);
  return { client, back, refused, user: data.user ?? undefined };
}

for (const provider of names) {
  test(`${provider}: a new user, and the same user again, with a challenge and without`, async () => {
    const id = newKnown();
    const { user, back } = await enter(provider, id);
    assert.equal(user?.email, people.get(id)?.["email"]);
    assert.notEqual(user?.email_confirmed_at, undefined);
    assert.deepEqual(user?.app_metadata, { provider, providers: [provider] });
    const [identity] = user?.identities ?? [];
    assert.deepEqual([identity?.provider, identity?.id], [provider, provider === "github" ? String(numbers) : id]);
    assert.equal((await enter(provider, id, { flowType: "implicit" })).user?.id, user?.id);
    assert.equal(locationOf(await comeBack(back)).searchParams.get("error_code"), "bad_oauth_state");
    const kept = JSON.stringify(await product.owner("SELECT to_jsonb(i) FROM auth.identities i"));
    assert.doesNotMatch(kept, /access_token|refresh_token|id_token|eyJ/);
  });

  test(`${provider}: a verified address opens its account, and an unverified one does not`, async () => {
    const [email, other] = [newAddress(), newAddress()];
    const made = await product.admin.auth.admin.createUser({ email, password, email_confirm: true });
    await product.admin.auth.admin.createUser({ email: other, password, email_confirm: true });
    const { user } = await enter(provider, newKnown(email));
    assert.deepEqual([user?.id, user?.app_metadata["providers"]], [made.data.user?.id, ["email", provider].sort()]);
    assert.equal((await enter(provider, newKnown(other, false))).refused, "email_exists");
    const stranger = await enter(provider, newKnown(newAddress(), false));
    assert.equal(stranger.user?.email_confirmed_at, undefined);
  });

  test(`${provider}: a user who declines returns without an account, and to no other site`, async () => {
    for (const redirectTo of [undefined, "https://evil.example/take"]) {
      const { to, cookie } = await begin(provider, "pkce", redirectTo);
      const state = new URL(to).searchParams.get("state") ?? "";
      const said = { error: provider === "apple" ? "user_cancelled_authorize" : "access_denied", state };
      const back: Back =
        provider === "apple"
          ? { url: callback, form: said }
          : { url: `${callback}?${new URLSearchParams(said).toString()}`, form: undefined };
      const came = locationOf(await comeBack(back, cookie));
      assert.equal(came.origin, product.url);
      assert.deepEqual(
        ["error", "error_code"].map((name) => came.searchParams.get(name)),
        ["access_denied", "bad_oauth_callback"],
      );
      assert.equal(locationOf(await comeBack(back, cookie)).searchParams.get("error_code"), "bad_oauth_state");
    }
  });

  test(`${provider}: a callback of another user or another provider is refused`, async () => {
    const [mine, theirs] = [newKnown(), newKnown()];
    // Without a challenge it is the browser's that began.
    const stolen = await enter(provider, theirs, { flowType: "implicit" });
    assert.equal(stolen.refused, null);
    const { to } = await begin(provider, "implicit");
    const handed = await comeBack(await sites.signInAt(to, mine), "writ_sign_in=another");
    assert.equal(locationOf(handed).searchParams.get("error_code"), "bad_oauth_state");
    // A code of another one, under the state of this one.
    const other = names[(names.indexOf(provider) + 1) % names.length] ?? "google";
    const foreign = await sites.signInAt((await begin(other)).to, mine);
    const code = foreign.form?.["code"] ?? new URL(foreign.url).searchParams.get("code") ?? "";
    assert.notEqual(code, "");
    const mixed = await enter(provider, mine, { changed: (back) => replaced(back, { code }) });
    assert.equal(mixed.refused, "bad_oauth_callback");
    // It says itself that somebody else made it.
    const named = await enter(provider, mine, { changed: (back) => replaced(back, { iss: "https://evil.example" }) });
    assert.equal(named.refused, "bad_oauth_callback");
    const rows = await product.owner("SELECT FROM auth.identities WHERE provider = $1 AND provider_id = ANY ($2)", [
      provider,
      [mine, String(coders.get(mine)?.id)],
    ]);
    assert.equal(rows.length, 0);
  });
}

function replaced({ url, form }: Back, values: Readonly<Record<string, string>>): Back {
  if (form !== undefined) return { url, form: { ...form, ...values } };
  const changed = new URL(url);
  for (const [name, value] of Object.entries(values)) changed.searchParams.set(name, value);
  return { url: changed.href, form };
}

test("Apple is shown a secret that was just signed, and its answer is a form", async () => {
  const { to } = await begin("apple");
  assert.equal(new URL(to).searchParams.get("response_mode"), "form_post");
  const { back } = await enter("apple", newKnown());
  assert.ok(back.form?.["code"] !== undefined && !back.url.includes("?"));
  const shown = shownToApple.at(-1) ?? "";
  assert.deepEqual(decodeProtectedHeader(shown), { alg: "ES256", kid: "KEY1234567" });
  await jwtVerify(shown, publicKey, { issuer: "TEAM123456", audience: "https://appleid.apple.com", subject: "desk" });
  const { exp = 0, iat = 0 } = decodeJwt(shown);
  assert.equal(exp - iat, 300);
});

test("Apple sends a name only once, and it is kept; an address sent beside it is ignored", async () => {
  const id = newKnown();
  people.set(id, { ...people.get(id), name: undefined });
  const victim = newAddress("victim");
  await product.admin.auth.admin.createUser({ email: victim, password, email_confirm: true });
  const user = JSON.stringify({ name: { firstName: "Ada", lastName: "Apple" }, email: victim });
  const told = await enter("apple", id, { changed: (back) => replaced(back, { user }) });
  assert.equal(told.user?.user_metadata["full_name"], "Ada Apple");
  assert.equal(told.user?.email, people.get(id)?.["email"]);
  const again = await enter("apple", id);
  assert.equal(again.user?.id, told.user?.id);
  assert.equal(again.user?.identities?.[0]?.identity_data?.["full_name"], "Ada Apple");
  for (const harmful of [
    "{",
    '{"name":[]}',
    `{"name":{"firstName":"${"x".repeat(5000)}"}}`,
    "\u0000",
    '{"name":{"firstName":"a\\u0000b"}}',
  ])
    assert.equal(
      (await enter("apple", newKnown(), { changed: (back) => replaced(back, { user: harmful }) })).refused,
      null,
    );
});

test("a tenant of Microsoft speaks for itself alone", async () => {
  const id = newKnown();
  people.set(id, { ...people.get(id), tid: "99999999-2222-4333-8444-555555555555" });
  assert.equal((await enter("azure", id)).refused, "bad_oauth_callback");
  const other = newKnown();
  people.set(other, { ...people.get(other), tid: undefined });
  assert.equal((await enter("azure", other)).refused, "bad_oauth_callback");
});

test("a GitHub user without an address, or with an unverified one, gets an account without it", async () => {
  const { user } = await enter("github", newKnown(null));
  assert.equal(user?.email, "");
  assert.equal(user?.user_metadata["user_name"], `p-${numbers}`);
});

test("a picture as a data address does not prevent signing in", async () => {
  const id = newKnown();
  people.set(id, { ...people.get(id), picture: `data:image/png;base64,${"A".repeat(9000)}` });
  const { user } = await enter("google", id);
  assert.equal(user?.user_metadata["avatar_url"], undefined);
});
