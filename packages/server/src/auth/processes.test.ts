// Accounts where several processes serve: what one counts, ends or knows holds in all of them.
import assert from "node:assert/strict";
import { randomBytes, createHash } from "node:crypto";
import { test } from "node:test";
import { compile } from "@writ/language";
import { applyDocument } from "../applying/index.ts";
import { rotateKeys } from "../keys/key-ring.ts";
import type { Running } from "../serve.ts";
import { processesOf } from "../testing/processes.ts";
import { products } from "../testing/product.ts";
import { documentOf, newAddress, password } from "./testing/product.ts";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { eventually } from "../../../language/src/testing/eventually.ts";

const limits = `
| Limit | Value | Counts | Otherwise |
| --- | --- | --- | --- |
| Signing up | 5 per hour per address | sign up | RATE_LIMITED |
`;
const { source } = completeDocument(documentOf({ limits }));
const start = products();
const product = await start(source, { jobs: "asked" });
const begin = processesOf(product, 2, { jobs: "asked", proxies: 1, environment: {} });
const both = [await begin(), await begin()] as const;

type Answered = { readonly status: number; readonly body: Readonly<Record<string, unknown>> };

async function ask(
  { url, anonKey }: Running,
  path: string,
  body: unknown,
  { token, from = "198.51.100.1" }: { readonly token?: string; readonly from?: string } = {},
): Promise<Answered> {
  const response = await fetch(`${url}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      apikey: anonKey,
      "content-type": "application/json",
      "x-forwarded-for": from,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? {} : JSON.parse(text) };
}

/** A person who is signed in, at the first of them. */
async function newSession(): Promise<{ readonly email: string; readonly access: string; readonly refresh: string }> {
  const email = newAddress();
  const from = `203.0.113.${randomBytes(1)[0]}`;
  const { body } = await ask(both[0], "/auth/v1/signup", { email, password }, { from });
  assert.ok(body["access_token"], JSON.stringify(body));
  return { email, access: String(body["access_token"]), refresh: String(body["refresh_token"]) };
}

/** The status at data, in each of them. */
const atData = async (token: string) =>
  Promise.all(both.map(async (one) => (await ask(one, "/rest/v1/note?select=text", undefined, { token })).status));

test("ten guesses at an account are ten, wherever they are made, and a second process is no second chance", async () => {
  const { email } = await newSession();
  const statuses: number[] = [];
  for (let turn = 0; turn < 12; turn++) {
    const one = both[turn % 2] ?? both[0];
    statuses.push((await ask(one, "/auth/v1/token?grant_type=password", { email, password: "wrong one" })).status);
  }
  assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 400), 429, 429]);
});

test("guesses at the same time in both are counted one by one", async () => {
  const { email } = await newSession();
  const statuses = await Promise.all(
    Array.from({ length: 30 }, async (_, turn) => {
      const one = both[turn % 2] ?? both[0];
      const from = "192.0.2.77";
      const body = { email, password: "wrong one" };
      return (await ask(one, "/auth/v1/token?grant_type=password", body, { from })).status;
    }),
  );
  assert.equal(statuses.filter((status) => status === 400).length, 10);
});

test("a limit of the document counts what both have let through", async () => {
  const statuses: number[] = [];
  for (let turn = 0; turn < 7; turn++) {
    const one = both[turn % 2] ?? both[0];
    const body = { email: newAddress(), password };
    statuses.push((await ask(one, "/auth/v1/signup", body, { from: "192.0.2.5" })).status);
  }
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429]);
});

test("whoever signs out in one is out in all", async () => {
  const { access } = await newSession();
  assert.deepEqual(await atData(access), [200, 200]);
  assert.equal((await ask(both[1], "/auth/v1/logout", {}, { token: access })).status, 204);
  await eventually(
    async () => String(await atData(access)) === "401,401",
    async () => atData(access),
  );
});

test("a renewal token that comes again is detected where its answer was used in another process", async () => {
  for (const { used, code } of [
    { used: true, code: "refresh_token_already_used" },
    { used: false, code: undefined },
  ]) {
    const { refresh } = await newSession();
    const renew = async (at: Running) => ask(at, "/auth/v1/token?grant_type=refresh_token", { refresh_token: refresh });
    const { body } = await renew(both[0]);
    if (used) {
      // In the second one alone; the first one hears of it.
      const token = String(body["access_token"]);
      assert.equal((await ask(both[1], "/rest/v1/note?select=text", undefined, { token })).status, 200);
    }
    await product.owner("UPDATE auth.sessions SET refreshed_at = now() - interval '11 seconds'");
    const again = async () => (await renew(both[0])).body["error_code"];
    if (used) await eventually(async () => (await again()) !== undefined, "that it is detected");
    else assert.equal(await again(), code);
  }
});

test("a code for a browser that waits is good in another process, once", async () => {
  const verifier = randomBytes(48).toString("base64url");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const { email } = await newSession();
  const asked = { email, code_challenge: challenge, code_challenge_method: "s256" };
  assert.equal((await ask(both[0], "/auth/v1/recover", asked, { from: "192.0.2.9" })).status, 200);
  const [mail] = await product.owner(
    "SELECT payload ->> 'link' AS link FROM writ.outbox WHERE payload ->> 'to' = $1 AND payload ->> 'link' LIKE '%type=recovery%'",
    [email],
  );
  const hash = new URL(String(mail?.["link"])).searchParams.get("token");
  const followed = await fetch(`${both[1].url}/auth/v1/verify?token=${hash}&type=recovery`, { redirect: "manual" });
  const code = new URL(followed.headers.get("location") ?? "").searchParams.get("code");
  const redeem = async (at: Running) =>
    (await ask(at, "/auth/v1/token?grant_type=pkce", { auth_code: code, code_verifier: verifier })).status;
  const statuses = await Promise.all([redeem(both[0]), redeem(both[1])]);
  assert.equal(statuses.filter((status) => status === 200).length, 1, String(statuses));
});

test("keys that are changed, and a document that is applied, are known in all", async () => {
  const client = await product.database.connect();
  await rotateKeys(client);
  const kids = async (at: Running) =>
    ((await ask(at, "/auth/v1/.well-known/jwks.json", undefined)).body["keys"] as readonly unknown[]).length;
  await eventually(async () => (await kids(both[0])) === 2 && (await kids(both[1])) === 2, "both keys in both");
  const edited = source.replace("| Text | text up to 200 | yes | |", "$&\n| Colour | text | no | |");
  await applyDocument(client, edited, compile(edited), (before) => compile(before));
  await client.end();
  const { access: token } = await newSession();
  for (const one of both)
    await eventually(
      async () => (await ask(one, "/rest/v1/note?select=colour", undefined, { token })).status === 200,
      "the new column",
    );
});
