// Every answer that accounts give, asked for over the wire once: of each address a success, and what it refuses.
import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { Secret, TOTP } from "otpauth";
import type { Running } from "@writ/server/serve";
import type { Answered } from "./description.ts";

export type Exchange = Answered & { readonly name: string };

type Sent = {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string>>;
  /** What stands in the path for its braces, in their order. */
  readonly named?: readonly string[];
};

type Fields = Readonly<Record<string, unknown>>;

/** `ask` keeps each exchange; the answer is the body. */
type Walk = {
  readonly ask: (name: string, method: string, path: string, sent?: Sent) => Promise<Fields>;
  readonly signUp: (
    email: string,
  ) => Promise<{ readonly token: string; readonly refresh: string; readonly id: string }>;
  readonly mailed: (to: string, kind: string) => Promise<{ readonly token: string; readonly code: string }>;
  readonly admin: string;
  readonly anon: string;
};

const password = "correct horse battery";
const nobody = "00000000-0000-4000-8000-000000000000";
const text = (fields: unknown, name: string): string => String((fields as Fields | undefined)?.[name] ?? "");

export async function tour(running: Running): Promise<readonly Exchange[]> {
  const exchanges: Exchange[] = [];
  const ask: Walk["ask"] = async (name, method, path, { token, body, query = {}, named = [] } = {}) => {
    const left = [...named];
    const filled = path.replaceAll(/\{\w+\}/g, () => left.shift() ?? nobody);
    const response = await fetch(`${running.url}/auth/v1${filled}?${new URLSearchParams(query)}`, {
      method,
      redirect: "manual",
      headers: {
        apikey: running.anonKey,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answered = await response.text();
    const got: unknown = answered === "" ? undefined : JSON.parse(answered);
    exchanges.push({ name, method, path, status: response.status, body: got });
    return (got ?? {}) as Fields;
  };
  const walk: Walk = {
    ask,
    signUp: async (email) => {
      const session = await ask("with an address and a password", "POST", "/signup", { body: { email, password } });
      return {
        token: text(session, "access_token"),
        refresh: text(session, "refresh_token"),
        id: text(session["user"], "id"),
      };
    },
    mailed: async (to, kind) => {
      for (let turn = 0; turn < 100; turn++) {
        for (const { text: written } of await running.mailbox(to)) {
          const link = /http\S+\/auth\/v1\/verify\S+/.exec(written)?.[0];
          const query = new URLSearchParams(link === undefined ? "" : new URL(link).search);
          if ((query.get("type") ?? "reauthentication") !== kind) continue;
          return {
            token: query.get("token") ?? "",
            code: /\b\d{6}\b/.exec(written.replace(link ?? "", ""))?.[0] ?? "",
          };
        }
        await delay(50);
      }
      assert.fail(`no mail of ${kind} to ${to}`);
    },
    admin: running.serviceKey,
    anon: running.anonKey,
  };
  for (const part of [open, signingUp, tokens, mails, links, providers, person, factors, administration])
    await part(walk);
  return exchanges;
}

async function open({ ask }: Walk): Promise<void> {
  await ask("asked", "GET", "/health");
  await ask("asked", "GET", "/settings");
}

async function signingUp({ ask, signUp }: Walk): Promise<void> {
  await signUp("sign-up@example.test");
  await ask("a visitor", "POST", "/signup", { body: {} });
  await ask("an address that is taken", "POST", "/signup", { body: { email: "sign-up@example.test", password } });
  await ask("a short password", "POST", "/signup", { body: { email: "weak@example.test", password: "short" } });
  await ask("no address", "POST", "/signup", { body: { email: "nothing", password } });
  await ask("a phone", "POST", "/signup", { body: { phone: "491701234567", password } });
  await ask("no JSON", "POST", "/signup", { body: "[" });
}

async function tokens({ ask, signUp }: Walk): Promise<void> {
  const email = "tokens@example.test";
  const { refresh, token } = await signUp(email);
  const grant = async (name: string, type: string, body: Fields) =>
    ask(name, "POST", "/token", { query: { grant_type: type }, body });
  await grant("a password", "password", { email, password });
  await grant("a wrong password", "password", { email, password: "wrong" });
  await grant("nothing", "password", {});
  await grant("a renewal", "refresh_token", { refresh_token: refresh });
  await grant("a renewal that is none", "refresh_token", { refresh_token: "none" });
  await grant("a code that is none", "pkce", { auth_code: nobody, code_verifier: "x".repeat(43) });
  await grant("another grant", "id_token", {});
  for (let turn = 0; turn < 11; turn++) await grant("guesses", "password", { email, password: "wrong" });
  await ask("a scope that is none", "POST", "/logout", { token, query: { scope: "some" } });
  await ask("signed in", "POST", "/logout", { token });
  await ask("signed out", "POST", "/logout", { token });
  await ask("nobody", "POST", "/logout");
  await ask("a token that is none", "POST", "/logout", { token: "none" });
}

async function mails({ ask, signUp }: Walk): Promise<void> {
  const email = "mails@example.test";
  await signUp(email);
  for (const path of ["/otp", "/magiclink", "/recover"]) {
    await ask("an address", "POST", path, { body: { email } });
    await ask("no address", "POST", path, { body: { email: "nothing" } });
  }
  await ask("an address", "POST", "/resend", { body: { email, type: "signup" } });
  await ask("no type", "POST", "/resend", { body: { email } });
  await ask("a phone", "POST", "/otp", { body: { phone: "491701234567" } });
  const many = "many@example.test";
  for (const path of ["/otp", "/magiclink", "/recover", "/resend"])
    for (let turn = 0; turn < 7; turn++)
      await ask("again and again", "POST", path, { body: { email: path.slice(1) + many, type: "signup" } });
}

async function links({ ask, signUp, mailed }: Walk): Promise<void> {
  const email = "links@example.test";
  await signUp(email);
  const confirm = await mailed(email, "signup");
  await ask("a link", "GET", "/verify", { query: { token: confirm.token, type: "signup" } });
  await ask("a link a second time", "GET", "/verify", { query: { token: confirm.token, type: "signup" } });
  await ask("asked for", "POST", "/recover", { body: { email } });
  const { code } = await mailed(email, "recovery");
  await ask("a code", "POST", "/verify", { body: { email, token: code, type: "recovery" } });
  await ask("a code a second time", "POST", "/verify", { body: { email, token: code, type: "recovery" } });
  await ask("asked for", "POST", "/otp", { body: { email } });
  const link = await mailed(email, "magiclink");
  await ask("a link of a page", "POST", "/verify", { body: { token_hash: link.token, type: "magiclink" } });
  await ask("no type", "POST", "/verify", { body: { email, token: "123456" } });
  for (let turn = 0; turn < 11; turn++)
    await ask("guesses", "POST", "/verify", { body: { email, token: "000000", type: "email" } });
}

async function providers({ ask, signUp }: Walk): Promise<void> {
  const { token } = await signUp("providers@example.test");
  const google = { provider: "google", scopes: "email" };
  await ask("a provider", "GET", "/authorize", { query: google });
  await ask("no provider", "GET", "/authorize", { query: { provider: "nobody" } });
  await ask("no state", "GET", "/callback");
  await ask("no state, as a form", "POST", "/callback", { body: {} });
  await ask("signed in", "GET", "/user/identities/authorize", { token, query: google });
  await ask("nobody", "GET", "/user/identities/authorize", { query: google });
  const { identities } = await ask("signed in", "GET", "/user", { token });
  const only = text((identities as readonly unknown[] | undefined)?.[0], "identity_id");
  const path = "/user/identities/{identityId}";
  await ask("the only one", "DELETE", path, { token, named: [only] });
  await ask("somebody else's", "DELETE", path, { token });
  await ask("no identity", "DELETE", path, { token, named: ["none"] });
  await ask("nobody", "DELETE", path);
  await ask("a token that is none", "DELETE", path, { token: "none" });
}

async function person({ ask, signUp, mailed, anon }: Walk): Promise<void> {
  const email = "person@example.test";
  const { token } = await signUp(email);
  await ask("nobody", "GET", "/user");
  await ask("the key of the project", "GET", "/user", { token: anon });
  await ask("data", "PUT", "/user", { token, body: { data: { name: "Ann" } } });
  await ask("the same password", "PUT", "/user", { token, body: { password } });
  await ask("a short password", "PUT", "/user", { token, body: { password: "short" } });
  await ask("an address that is taken", "PUT", "/user", { token, body: { email: "links@example.test" } });
  await ask("nobody", "PUT", "/user", { body: { data: {} } });
  await ask("a confirmation", "GET", "/verify", { query: { ...(await mailed(email, "signup")), type: "signup" } });
  await ask("another address", "PUT", "/user", { token, body: { email: "person-2@example.test" } });
  const half = await mailed("person-2@example.test", "email_change");
  await ask("one end of a change", "POST", "/verify", { body: { token_hash: half.token, type: "email_change" } });
  await ask("signed in", "GET", "/reauthenticate", { token });
  await ask("signed in", "POST", "/reauthenticate", { token });
  await ask("nobody", "POST", "/reauthenticate");
  await ask("a nonce that is none", "PUT", "/user", { token, body: { password: `${password}!`, nonce: "000000" } });
}

async function factors({ ask, signUp, admin }: Walk): Promise<void> {
  const { token, id: user } = await signUp("factors@example.test");
  await ask("a name", "POST", "/factors", { token, body: { factor_type: "totp", friendly_name: "phone" } });
  await ask("a name that is taken", "POST", "/factors", {
    token,
    body: { factor_type: "totp", friendly_name: "phone" },
  });
  await ask("another kind", "POST", "/factors", { token, body: { factor_type: "phone", phone: "491701234567" } });
  const { id, totp } = await ask("no name", "POST", "/factors", { token, body: { factor_type: "totp" } });
  const named = [String(id)];
  const challenged = await ask("a factor", "POST", "/factors/{factorId}/challenge", { token, named });
  await ask("somebody else's", "POST", "/factors/{factorId}/challenge", { token });
  const verify = "/factors/{factorId}/verify";
  const challenge_id = text(challenged, "id");
  await ask("a wrong code", "POST", verify, { token, named, body: { challenge_id, code: "000000" } });
  const again = await ask("a factor", "POST", "/factors/{factorId}/challenge", { token, named });
  const code = new TOTP({ secret: Secret.fromBase32(text(totp, "secret")) }).generate();
  const raised = await ask("the code", "POST", verify, {
    token,
    named,
    body: { challenge_id: text(again, "id"), code },
  });
  await ask("a challenge a second time", "POST", verify, {
    token,
    named,
    body: { challenge_id: text(again, "id"), code },
  });
  const sure = text(raised, "access_token");
  await ask("with a factor", "GET", "/user", { token: sure });
  await ask("somebody's", "GET", "/admin/users/{userId}/factors", { token: admin, named: [user] });
  for (let turn = 0; turn < 11; turn++)
    await ask("guesses", "POST", verify, { token, named, body: { challenge_id: nobody, code: "000000" } });
  await ask("shown", "DELETE", "/factors/{factorId}", { token: sure, named });
  await ask("gone", "DELETE", "/factors/{factorId}", { token: sure, named });
}

async function administration({ ask, signUp, admin, anon }: Walk): Promise<void> {
  const { token, id } = await signUp("administered@example.test");
  const user = "/admin/users/{userId}";
  const operations: readonly (readonly [string, string, unknown?])[] = [
    ["POST", "/invite", { email: "invited@example.test" }],
    ["POST", "/admin/generate_link", { email: "generated@example.test", type: "magiclink" }],
    ["GET", "/admin/users"],
    ["GET", user],
    ["PUT", user, { user_metadata: { name: "Ann" }, ban_duration: "1h" }],
    ["GET", `${user}/factors`],
    ["DELETE", `${user}/factors/{factorId}`],
    ["DELETE", user],
  ];
  for (const [method, path, body] of operations) {
    const named = path.startsWith(user) ? [id] : [];
    await ask("nobody", method, path, { named, body });
    await ask("somebody who is signed in", method, path, { token, named, body });
    await ask("the key that everybody has", method, path, { token: anon, named, body });
    await ask("nobody's account", method, path, { token: admin, body });
    if (named.length > 0) await ask("an account", method, path, { token: admin, named, body });
  }
  await ask("no type", "POST", "/admin/generate_link", {
    token: admin,
    body: { email: "a@example.test", type: "some" },
  });
  const unknown = { email: "unknown@example.test", type: "recovery" };
  await ask("nobody's", "POST", "/admin/generate_link", { token: admin, body: unknown });
  await ask("no password", "POST", "/admin/generate_link", { token: admin, body: { ...unknown, type: "signup" } });
  await ask("an address that is taken", "POST", "/invite", { token: admin, body: { email: "links@example.test" } });
  await ask("no address", "POST", "/invite", { token: admin, body: { email: "nothing" } });
}
