// What goes out by mail and comes back: confirming, signing in, recovering, changing an address; and who must not.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { documentOf, newAddress, newPerson, password, startProduct } from "./testing/product.ts";

const product = await startProduct(
  { after },
  documentOf({ settings: "| Confirmed address | yes |\n| Languages | en, de |" }),
);
const open = await startProduct({ after }, documentOf({ signIn: "email and password, magic link" }));

/** Follows a link as a browser would; where it leads, with what stands behind `?` and `#`. */
async function follow(link: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(link, { redirect: "manual", headers });
  const to = new URL(response.headers.get("location") ?? "about:blank");
  return {
    status: response.status,
    headers: response.headers,
    to,
    query: to.searchParams,
    fragment: new URLSearchParams(to.hash.slice(1)),
  };
}

test("a user can sign in only after confirming the address; the link in the mail signs in", async () => {
  const client = product.client();
  const email = newAddress();
  const { data, error } = await client.auth.signUp({ email, password });
  assert.deepEqual([error, data.session, data.user?.email], [null, null, email]);
  assert.equal((await client.auth.signInWithPassword({ email, password })).error?.code, "email_not_confirmed");
  const { link, subject } = await product.mail(email);
  assert.match(subject, /^Confirm your email address/);
  const { status, fragment, headers, to } = await follow(link);
  assert.deepEqual([status, fragment.get("type"), fragment.get("token_type")], [303, "signup", "bearer"]);
  assert.equal(to.origin, product.url);
  assert.deepEqual([headers.get("referrer-policy"), headers.get("cache-control")], ["no-referrer", "no-store"]);
  const session = await client.auth.setSession({
    access_token: fragment.get("access_token") ?? "",
    refresh_token: fragment.get("refresh_token") ?? "",
  });
  assert.equal(session.data.user?.email_confirmed_at === undefined, false);
  // A link is good for once.
  assert.equal((await follow(link)).fragment.get("error_code"), "otp_expired");
  assert.equal((await client.auth.signInWithPassword({ email, password })).error, null);
});

test("an address that has an account is answered like one that has none", async () => {
  const email = newAddress();
  await product.admin.auth.admin.createUser({ email, password, email_confirm: true });
  const signUp = async (address: string) =>
    product.ask("POST", "/signup", { body: { email: address, password, data: { name: "X" } } });
  const [known, unknown] = [await signUp(email), await signUp(newAddress())];
  assert.deepEqual([known.status, unknown.status], [200, 200]);
  const shape = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shape);
    if (typeof value === "object" && value !== null)
      return Object.entries(value).map(([name, one]) => [name, shape(one)]);
    return typeof value === "string"
      ? value.replaceAll(/[\da-f-]{36}|\d[\d:.T+-]+\d|[\w-]+@example.test/g, "…")
      : value;
  };
  assert.deepEqual(shape(known.body), shape(unknown.body));
  assert.equal(await product.hasMail(email), false);
  for (const path of ["/otp", "/recover", "/resend"]) {
    const asked = async (address: string) => {
      // By the clock: an answer comes no sooner than all of them do; later is no matter.
      const began = performance.now();
      const { status, body } = await product.ask("POST", path, {
        body: { email: address, type: "signup", create_user: false },
      });
      // By the clock: an answer comes no sooner than all of them do; later is no matter.
      return { said: JSON.stringify([status, body]), took: performance.now() - began };
    };
    const [there, away] = [await asked(email), await asked(newAddress("nobody"))];
    assert.equal(there.said, away.said);
    assert.equal(there.said, "[200,{}]");
    // Neither before the time that all of them take.
    assert.ok(Math.min(there.took, away.took) > 110, `${there.took} and ${away.took}`);
  }
});

test("a code, once, for the address it was sent to, and after ten wrong ones not at all", async () => {
  const email = newAddress();
  const client = product.client();
  assert.equal((await client.auth.signInWithOtp({ email })).error, null);
  const { code, link } = await product.mail(email);
  assert.match(code, /^\d{6}$/);
  assert.notEqual(link, "");
  const other = newAddress();
  await client.auth.signInWithOtp({ email: other });
  assert.equal((await client.auth.verifyOtp({ email: other, token: code, type: "email" })).error?.code, "otp_expired");
  const { data } = await client.auth.verifyOtp({ email, token: code, type: "email" });
  assert.equal(data.user?.email, email);
  assert.equal((await client.auth.verifyOtp({ email, token: code, type: "email" })).error?.code, "otp_expired");
  const guess = async () => (await client.auth.verifyOtp({ email: other, token: "000000", type: "email" })).error?.code;
  for (let turn = 0; turn < 9; turn++) await guess();
  assert.equal(await guess(), "over_request_rate_limit");
  const right = (await product.mail(other)).code;
  assert.equal(
    (await client.auth.verifyOtp({ email: other, token: right, type: "email" })).error?.code,
    "over_request_rate_limit",
  );
});

test("what is not among the ways in is not sent", async () => {
  const email = newAddress();
  await open.client().auth.signInWithOtp({ email });
  const { code, link } = await open.mail(email);
  assert.deepEqual([code, link === ""], ["", false]);
  assert.equal((await open.client().auth.signInAnonymously()).error?.code, "anonymous_provider_disabled");
  assert.equal(
    (await open.client().auth.signInWithOtp({ phone: "+33123456789" })).error?.code,
    "phone_provider_disabled",
  );
});

test("with a challenge, a link brings a code that only the browser which asked can use", async () => {
  const email = newAddress();
  const browser = product.client({ flowType: "pkce" });
  await browser.auth.signInWithOtp({ email });
  const { link } = await product.mail(email);
  const { query, fragment } = await follow(link);
  const code = query.get("code") ?? "";
  assert.equal(fragment.get("access_token"), null);
  const stolen = await product.ask("POST", "/token?grant_type=pkce", {
    body: { auth_code: code, code_verifier: "x".repeat(60) },
  });
  assert.equal(stolen.body["error_code"], "bad_code_verifier");
  assert.equal((await browser.auth.exchangeCodeForSession(code)).error?.code, "flow_state_not_found");
  await browser.auth.signInWithOtp({ email });
  const again = await follow((await product.mail(email)).link);
  const { data, error } = await browser.auth.exchangeCodeForSession(again.query.get("code") ?? "");
  assert.deepEqual([error, data.user?.email], [null, email]);
});

test("programs that preview links do not use them up, and a link redirects to no other site", async () => {
  const email = newAddress();
  await product.client().auth.signInWithOtp({ email, options: { emailRedirectTo: "https://evil.example/take" } });
  const { link } = await product.mail(email);
  assert.equal(new URL(link).searchParams.get("redirect_to"), `${product.url}`);
  assert.equal((await fetch(link, { method: "HEAD" })).status, 204);
  assert.equal((await follow(link, { "sec-purpose": "prefetch;prerender" })).status, 204);
  const changed = new URL(link);
  for (const elsewhere of [
    "https://evil.example",
    "//evil.example",
    "https://evil.example\\@127.0.0.1",
    `${product.url}@evil.example`,
    "javascript:alert(1)",
    "data:text/html,x",
    "https://127.0.0.1.evil.example/",
    "http://user@localhost/",
    "http://localhost\r\nX: y",
  ]) {
    changed.searchParams.set("redirect_to", elsewhere);
    changed.searchParams.set("token", "wrong");
    assert.equal((await follow(changed.href)).to.origin, product.url, elsewhere);
  }
  assert.equal((await follow(link)).fragment.get("type"), "magiclink");
});

test("an operator's list allows addresses, and patterns no more than they say", async () => {
  await open.restart({
    development: true,
    environment: {
      WRIT_SITE_URL: "https://desk.example",
      WRIT_REDIRECT_URLS:
        "https://*.preview.example/**, app://callback, https://**.branch.example/in, https://plain.example",
    },
  });
  const tried = async (to: string) => {
    const url = new URL(`${open.url}/auth/v1/verify?type=signup&token=x`);
    url.searchParams.set("redirect_to", to);
    const { to: led } = await follow(url.href);
    return `${led.protocol}//${led.host}${led.pathname}`;
  };
  assert.equal(await tried("https://one.preview.example/a/b"), "https://one.preview.example/a/b");
  assert.equal(await tried("https://desk.example/in"), "https://desk.example/in");
  assert.match(await tried("app://callback"), /^app:\/\/callback/);
  assert.equal(await tried("https://a.b.branch.example/in"), "https://a.b.branch.example/in");
  assert.equal(await tried("https://plain.example"), "https://plain.example/");
  for (const not of [
    // What stands before a mark that ends the name of a host is read as another host than what was compared.
    "https://evil%2eexample#.preview.example/x",
    "https://evil%2Eexample?.preview.example/x",
    "https://evil\u3002example#.preview.example/x",
    "https://134744072#.preview.example/x",
    "https://evil.example/.branch.example/in",
    "https://evil.example?.branch.example/in",
    "https://evil.example#.branch.example/in",
    "https://plain.example.evil.example/",
    "https://plain.example:8443/",
    "https://evil.example/x.preview.example/",
    "https://a.b.preview.example/",
    "app://other",
    "http://one.preview.example/",
  ])
    assert.equal(await tried(not), "https://desk.example/", not);
  await open.restart();
});

test("recovering: a new password, and the old one opens nothing", async () => {
  const { email, session } = await newPerson(open);
  await open.mail(email);
  await open.client().auth.resetPasswordForEmail(email);
  const { token } = await open.mail(email);
  const browser = open.client();
  const { error } = await browser.auth.verifyOtp({ token_hash: token, type: "recovery" });
  assert.equal(error, null);
  assert.equal((await browser.auth.updateUser({ password: "a new one altogether" })).error, null);
  assert.equal((await open.client().auth.signInWithPassword({ email, password })).error?.code, "invalid_credentials");
  assert.equal((await open.client().auth.signInWithPassword({ email, password: "a new one altogether" })).error, null);
  assert.equal(
    (await open.ask("GET", "/user", { token: session.access_token })).body["error_code"],
    "session_not_found",
  );
});

test("an account with the address of another person is taken over when that person signs in", async () => {
  const { email, session: thief } = await newPerson(open);
  await open.mail(email);
  await open.client().auth.signInWithOtp({ email });
  const victim = open.client();
  const { token } = await open.mail(email);
  assert.equal((await victim.auth.verifyOtp({ token_hash: token, type: "magiclink" })).error, null);
  assert.equal((await open.ask("GET", "/user", { token: thief.access_token })).body["error_code"], "session_not_found");
  assert.equal((await open.client().auth.signInWithPassword({ email, password })).error?.code, "invalid_credentials");
});

test("me.email is empty until the address is confirmed", async () => {
  const { email, client, user } = await newPerson(open);
  const shown = async () => (await client.from("user").select("email").eq("id", user.id).single()).data?.email;
  assert.equal(await shown(), null);
  const { link } = await open.mail(email);
  await follow(link);
  assert.equal(await shown(), email);
});

test("a change of address is agreed to from both ends", async () => {
  const { email, client, user } = await newPerson(open);
  await follow((await open.mail(email)).link);
  const wanted = newAddress("new");
  assert.equal((await client.auth.updateUser({ email: wanted })).data.user?.new_email, wanted);
  const [toNew, toOld] = [await open.mail(wanted), await open.mail(email)];
  assert.match(toOld.text, new RegExp(wanted));
  const first = await follow(toNew.link);
  assert.match(first.fragment.get("message") ?? "", /other email/);
  assert.equal((await client.auth.getUser()).data.user?.email, email);
  const second = await follow(toOld.link);
  assert.equal(second.fragment.get("type"), "email_change");
  const now = (await client.auth.getUser()).data.user;
  assert.deepEqual([now?.id, now?.email, now?.new_email], [user.id, wanted, undefined]);
  assert.equal((await client.from("user").select("email").eq("id", user.id).single()).data?.email, wanted);
  const taken = await newPerson(open);
  assert.equal((await taken.client.auth.updateUser({ email: wanted })).error?.code, "email_exists");
});

test("a password change needs a recent sign-in or the mailbox", async () => {
  const { email, client, session } = await newPerson(open);
  await follow((await open.mail(email)).link);
  assert.equal((await client.auth.updateUser({ password })).error?.code, "same_password");
  await open.owner("UPDATE auth.sessions SET created_at = now() - interval '2 days'");
  const change = async (nonce?: string) =>
    open.ask("PUT", "/user", {
      token: session.access_token,
      body: { password: "another one now", ...(nonce && { nonce }) },
    });
  assert.equal((await change()).body["error_code"], "reauthentication_needed");
  assert.equal((await client.auth.reauthenticate()).error, null);
  const { code } = await open.mail(email);
  assert.equal((await change("000000")).body["error_code"], "reauthentication_not_valid");
  assert.equal((await change(code)).status, 200);
});

test("mails are in the language of the requester, and their headers cannot be injected", async () => {
  const email = newAddress();
  await product.ask("POST", "/otp", { body: { email }, headers: { "accept-language": "de-AT,de;q=0.9" } });
  assert.match((await product.mail(email)).subject, /^Bei .* anmelden$/);
  const evil = await product.ask("POST", "/otp", { body: { email: `${email}\r\nBcc: eve@example.test` } });
  assert.equal(evil.status, 400);
  const last = await product.ask("POST", "/otp", { body: { email: `${email},eve@example.test` } });
  assert.equal(last.status, 400);
});

test("too many mails to one address", async () => {
  const email = newAddress();
  for (let turn = 0; turn < 6; turn++)
    assert.equal((await open.client().auth.resetPasswordForEmail(email)).error, null);
  assert.equal((await open.client().auth.resetPasswordForEmail(email)).error?.code, "over_email_send_rate_limit");
});
