// Providers where the document limits signing in and asks for confirmed addresses, and where an operator names another address.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { gitHubSite, type GitHubPerson } from "./testing/github.ts";
import { documentOf, newAddress, startProduct, type Product } from "./testing/product.ts";
import { comeBack, openSites, secret } from "./testing/providers.ts";

const people = new Map<string, GitHubPerson>();
let numbers = 0;
function newCoder(email: string, verified = true): string {
  const login = `coder-${++numbers}`;
  people.set(login, { id: numbers, login, name: null, emails: [{ email, primary: true, verified }] });
  return login;
}

const sites = openSites();
await sites.add({ origin: "https://code.example.test", listener: gitHubSite(people, "/api/v3") });

const limits = `
| Limit | Value | Counts | Otherwise |
| --- | --- | --- | --- |
| Signing in | 3 per hour per address | sign in | RATE_LIMITED |
| Signing up | 2 per hour per address | sign up | RATE_LIMITED |
`;
const environment = {
  WRIT_GITHUB_URL: "https://code.example.test/",
  WRIT_GITHUB_CLIENT_ID: "desk",
  WRIT_GITHUB_CLIENT_SECRET: secret,
};
const written = { signIn: "email and password, GitHub", settings: "| Confirmed address | yes |", limits };
const product = await startProduct({ after }, documentOf(written), { environment, fetch: sites.fetch, proxies: 1 });

async function enter(as: string, from: string, one: Product = product): Promise<string | null> {
  const headers = { "x-forwarded-for": from };
  const begun = await fetch(`${one.url}/auth/v1/authorize?provider=github`, { redirect: "manual", headers });
  const back = await sites.signInAt(begun.headers.get("location") ?? "", as);
  const cookie = begun.headers.get("set-cookie")?.split(";")[0] ?? "";
  const came = await fetch(back.url, { redirect: "manual", headers: { ...headers, cookie } });
  const to = new URL(came.headers.get("location") ?? "about:blank");
  assert.equal(to.origin, one.url);
  return to.searchParams.get("error_code");
}

test("a company's own GitHub is reached where the operator says, and nothing else is", async () => {
  const email = newAddress();
  assert.equal(await enter(newCoder(email), "203.0.113.1"), null);
  const [row] = await product.owner(
    "SELECT identity_data ->> 'iss' AS iss FROM auth.identities WHERE identity_data ->> 'email' = $1",
    [email],
  );
  assert.equal(row?.["iss"], "https://code.example.test/api/v3");
});

test("each way in counts as signing in, a new account as signing up, and passwords count to the same limit", async () => {
  const known = newCoder(newAddress());
  const from = "203.0.113.2";
  assert.equal(await enter(known, from), null);
  assert.equal(await enter(known, from), null);
  const body = { email: newAddress(), password: "a wrong one" };
  const asked = async () =>
    (await product.ask("POST", "/token?grant_type=password", { body, headers: { "x-forwarded-for": from } })).status;
  assert.equal(await asked(), 400);
  assert.equal(await asked(), 429);
  assert.equal(await enter(known, from), "RATE_LIMITED");
  assert.equal(await enter(known, "203.0.113.3"), null);
  const crowd = "203.0.113.4";
  const outcomes = [];
  for (let turn = 0; turn < 3; turn++) outcomes.push(await enter(newCoder(newAddress()), crowd));
  assert.deepEqual(outcomes, [null, null, "RATE_LIMITED"]);
});

test("linking a provider and forged callbacks do not count as sign-ins", async () => {
  const from = "203.0.113.5";
  for (let turn = 0; turn < 5; turn++) {
    const forged = await fetch(`${product.url}/auth/v1/callback?code=x&state=forged`, {
      redirect: "manual",
      headers: { "x-forwarded-for": from },
    });
    assert.match(forged.headers.get("location") ?? "", /error_code=bad_oauth_state/);
  }
  assert.equal(await enter(newCoder(newAddress()), from), null);
});

test("where addresses are confirmed, one that GitHub has not verified makes no account", async () => {
  const email = newAddress();
  assert.equal(await enter(newCoder(email, false), "203.0.113.6"), "provider_email_needs_verification");
  assert.deepEqual(await product.owner("SELECT id FROM auth.users WHERE email = $1", [email]), []);
});

test("a way that was begun too long ago is over", async () => {
  const begun = await fetch(`${product.url}/auth/v1/authorize?provider=github`, { redirect: "manual" });
  const back = await sites.signInAt(begun.headers.get("location") ?? "", newCoder(newAddress()));
  await product.owner("UPDATE auth.flow_state SET expires_at = now() - interval '1 second'");
  const came = await comeBack(back, begun.headers.get("set-cookie")?.split(";")[0]);
  assert.match(came.headers.get("location") ?? "", /error_code=bad_oauth_state/);
});

test("secrets are sent only over TLS, except to this machine in development", async () => {
  const begin = async (url: string, development: boolean) => {
    await product.restart({ environment: { ...environment, WRIT_GITHUB_URL: url }, development });
    const answered = await fetch(`${product.url}/auth/v1/authorize?provider=github`, { redirect: "manual" });
    return answered.headers.get("location")?.split("?")[0] ?? answered.status;
  };
  const there = "/login/oauth/authorize";
  assert.equal(await begin("http://127.0.0.1:9", true), `http://127.0.0.1:9${there}`);
  assert.equal(await begin("http://127.0.0.1:9", false), 500);
  assert.equal(await begin("http://code.example.test", true), 500);
  assert.equal(await begin("http://127.0.0.1.evil.example", true), 500);
  assert.equal(await begin("javascript:alert(1)", true), 500);
  assert.equal(await begin("https://code.example.test?x=1", false), 500);
  assert.equal(await begin("", false), `https://github.com${there}`);
});
