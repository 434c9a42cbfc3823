// A product over its own wire: unmodified clients, tokens of every kind, and what happens when something goes wrong.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { before, test } from "node:test";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { SignJWT } from "jose";
import { makeGate } from "./testing/gate.ts";
import { products, type TestProduct } from "./testing/product.ts";
import { eventually, patience } from "../../language/src/testing/eventually.ts";

const source = readFileSync(`${import.meta.dirname}/../../../examples/help-desk/SPEC.md`, "utf8");

const startProduct = products();
let desk: TestProduct;
let ann: SupabaseClient;
let cleo: SupabaseClient;
let annToken = "";

before(async () => {
  desk = await startProduct(source);
  annToken = await desk.person("Ann");
  ann = as(annToken);
  cleo = as(await desk.person("Cleo", "agent"));
});

const as = (token: string): SupabaseClient =>
  createClient(desk.url, desk.anonKey, { accessToken: async () => token, auth: { persistSession: false } });

const visitor = (): SupabaseClient => createClient(desk.url, desk.anonKey, { auth: { persistSession: false } });

type Answer = {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
};

async function ask(path: string, token?: string, init: RequestInit = {}): Promise<Answer> {
  const headers = new Headers(init.headers);
  if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
  const response = await fetch(`${desk.url}${path}`, { ...init, headers });
  const text = await response.text();
  return { status: response.status, body: text === "" ? {} : JSON.parse(text), headers: response.headers };
}

test("a person writes, reads, changes and takes a step with an unmodified client", async () => {
  const { data: category } = await ann.from("category").select("id").eq("name", "Hardware").single();
  const made = await ann
    .from("ticket")
    .insert({ subject: "Printer", body: "It blinks red and prints nothing.", category: category?.id })
    .select()
    .single();
  assert.equal(made.status, 201, JSON.stringify(made.error));
  assert.match(made.data.number, /^CD-\d{4}$/);
  const changed = await ann.from("ticket").update({ priority: "high" }).eq("id", made.data.id).select("priority");
  assert.deepEqual(changed.data, [{ priority: "high" }]);
  const taken = await cleo.rpc("ticket_take", { id: made.data.id });
  assert.equal(taken.data.state, "open", JSON.stringify(taken.error));
  const late = await ann.from("ticket").update({ priority: "low" }).eq("id", made.data.id);
  assert.equal(late.status, 403);
  assert.equal(late.error?.code, "FORBIDDEN");
  const seen = await visitor().from("ticket").select("id");
  assert.deepEqual(seen.data, []);
});

test("a violated constraint is reported with the message of the document", async () => {
  const lead = as(await desk.person("Lea", "lead"));
  const { status, error } = await lead.from("category").insert({ name: "Hardware" });
  assert.equal(status, 409);
  assert.equal(error?.code, "NOT_UNIQUE");
  assert.deepEqual(
    JSON.parse(error?.details ?? "").map(({ field, clause }: Readonly<Record<string, string>>) => [field, clause]),
    [["name", "3/Category/Name"]],
  );
});

test("a forged, foreign or expired token is refused", async () => {
  const secret = new TextEncoder().encode("somebody else's secret, which is long enough");
  const signed = (claims: Record<string, unknown>) =>
    new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).setExpirationTime("1h").sign(secret);
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const sub = crypto.randomUUID();
  const [, payload = ""] = desk.serviceKey.split(".");
  const jwks = (await desk.owner("SELECT kid, key FROM auth.signing_keys WHERE algorithm = 'ES256'"))[0];
  const { d: _private, ...open } = (jwks?.["key"] ?? {}) as Readonly<Record<string, unknown>>;
  const asSecret = await new SignJWT({ role: "service_role" })
    .setProtectedHeader({ alg: "HS256", kid: String(jwks?.["kid"]) })
    .sign(new TextEncoder().encode(JSON.stringify(open)));
  const seconds = Math.floor(Date.now() / 1000);
  const refused: Record<string, readonly [token: string, code: string]> = {
    "another secret": [await signed({ role: "service_role" }), "PGRST301"],
    "no signature": [`${part({ alg: "none" })}.${payload}.`, "PGRST301"],
    "the public key as a secret": [asSecret, "PGRST301"],
    "a changed role": [`${desk.anonKey.split(".")[0]}.${payload}.${desk.anonKey.split(".")[2]}`, "PGRST301"],
    "no token at all": ["x", "PGRST301"],
    expired: [await desk.token({ sub, exp: seconds - 60 }).then(() => expiredToken(seconds - 3600)), "PGRST303"],
    "another issuer": [await desk.token({ sub, iss: "https://elsewhere.test/auth/v1" }), "PGRST303"],
    "another audience": [await desk.token({ sub, aud: "somebody" }), "PGRST303"],
    "a role of the database": [await desk.token({ sub, role: "writ_owner" }), "PGRST303"],
    "nobody in particular": [await desk.token({ sub: "1" }), "PGRST303"],
    "not yet": [await desk.token({ sub, nbf: seconds + 3600 }), "PGRST303"],
  };
  for (const [name, [token, code]] of Object.entries(refused)) {
    const { status, body } = await ask("/rest/v1/ticket", token);
    assert.deepEqual([status, body.code], [401, code], `${name}: ${JSON.stringify(body)}`);
  }
  assert.equal((await ask("/rest/v1/ticket", await desk.token({ sub }))).status, 200);
  assert.equal((await ask("/rest/v1/ticket", desk.serviceKey)).status, 200);
});

/** Until a function that was made is heard of. */
async function isKnown(name: string): Promise<void> {
  await eventually(async () => (await ask(`/rest/v1/rpc/${name}`)).status === 200, name);
}

async function expiredToken(exp: number): Promise<string> {
  const [row] = await desk.owner("SELECT key->>'k' AS k FROM auth.signing_keys WHERE algorithm = 'HS256'");
  const secret = Buffer.from(String(row?.["k"]), "base64url");
  return new SignJWT({ role: "service_role", exp }).setProtectedHeader({ alg: "HS256" }).sign(secret);
}

test("functions learn of a request neither tokens nor cookies, and see the address of the connection", async () => {
  await desk.owner(
    "CREATE FUNCTION public.heard() RETURNS json LANGUAGE sql STABLE AS $$ SELECT current_setting('request.headers')::json $$; GRANT EXECUTE ON FUNCTION public.heard() TO anon; NOTIFY pgrst, 'reload schema'",
  );
  await isKnown("heard");
  const { body, status } = await ask("/rest/v1/rpc/heard", desk.anonKey, {
    headers: { cookie: "a=b", apikey: desk.anonKey, "x-forwarded-for": "203.0.113.9", "x-mine": "yes" },
  });
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual([body["x-mine"], body["x-forwarded-for"]], ["yes", "127.0.0.1"]);
  for (const name of ["cookie", "apikey", "authorization"]) assert.equal(body[name], undefined);
});

test("pages of other sites may ask, and every answer has a number", async () => {
  const preflight = await fetch(`${desk.url}/rest/v1/ticket`, {
    method: "OPTIONS",
    headers: {
      origin: "https://elsewhere.test",
      "access-control-request-method": "PATCH",
      "access-control-request-headers": "prefer, apikey",
    },
  });
  assert.equal(preflight.status, 204);
  assert.match(preflight.headers.get("access-control-allow-methods") ?? "", /PATCH/);
  assert.equal(preflight.headers.get("access-control-allow-headers"), "prefer, apikey");
  assert.equal(preflight.headers.get("access-control-allow-credentials"), null);
  const answered = await ask("/rest/v1/ticket", undefined, {
    headers: { origin: "https://elsewhere.test", "x-request-id": "mine-12345678" },
  });
  assert.equal(answered.headers.get("access-control-allow-origin"), "*");
  assert.equal(answered.headers.get("x-request-id"), "mine-12345678");
  const forged = await ask("/rest/v1/ticket", undefined, { headers: { "x-request-id": "a b" } });
  assert.notEqual(forged.headers.get("x-request-id"), "a b");
  assert.equal((await ask("/nothing")).status, 404);
});

test("a body that is too large or no text is refused", async () => {
  const post = async (body: Uint8Array | string | ReadableStream) =>
    ask("/rest/v1/ticket", annToken, {
      method: "POST",
      body,
      headers: { "content-type": "application/json" },
      ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
    } as RequestInit);
  // Announced, and in chunks: the client sends all of it before it looks at the answer.
  for (const body of ["x".repeat(11 * 2 ** 20), new Blob(["x".repeat(11 * 2 ** 20)]).stream()]) {
    const large = await post(body);
    assert.deepEqual([large.status, large.body.code], [413, "TOO_LARGE"]);
  }
  const broken = await post(new Uint8Array([0x22, 0xff, 0x22]));
  assert.deepEqual([broken.status, broken.body.code], [400, "PGRST102"]);
});

test("a function that answers something else than before is asked anew on every connection", async () => {
  const make = async (type: string, value: string) => {
    await desk.owner(
      `DROP FUNCTION IF EXISTS public.told(text); CREATE FUNCTION public.told(word text) RETURNS TABLE (a ${type}) LANGUAGE sql STABLE AS $$ SELECT ${value} $$; GRANT EXECUTE ON FUNCTION public.told(text) TO anon`,
    );
    await desk.reload();
  };
  const told = async () =>
    Promise.all(Array.from({ length: 20 }, async () => (await ask("/rest/v1/rpc/told?word=x")).body));
  await make("integer", "1");
  for (let times = 0; times < 4; times++)
    assert.deepEqual(
      await told(),
      Array.from({ length: 20 }, () => [{ a: 1 }]),
    );
  await make("text", "'one'");
  assert.deepEqual(
    await told(),
    Array.from({ length: 20 }, () => [{ a: "one" }]),
  );
});

test("the statement of a client that disconnects is cancelled", async () => {
  await desk.owner(
    "CREATE FUNCTION public.sleep() RETURNS text LANGUAGE sql VOLATILE AS $$ SELECT pg_sleep(600)::text $$; GRANT EXECUTE ON FUNCTION public.sleep() TO anon",
  );
  await desk.reload();
  const controller = new AbortController();
  const asked = fetch(`${desk.url}/rest/v1/rpc/sleep`, { method: "POST", signal: controller.signal }).catch(
    () => undefined,
  );
  // Only the role of the connections themselves sees what they do.
  const watcher = await desk.database.connect({ as: "authenticator" });
  const running = async () =>
    (
      await watcher.query(
        "SELECT pid FROM pg_stat_activity WHERE query LIKE '%sleep%' AND state = 'active' AND pid <> pg_backend_pid()",
      )
    ).rowCount ?? 0;
  await eventually(async () => (await running()) === 1, "that it runs");
  controller.abort();
  await asked;
  await eventually(async () => (await running()) === 0, "that it is ended");
});

test("a full pool answers 503 with Retry-After, and no request waits forever", async () => {
  const limits = { connections: 1, waiting: 1, waitMilliseconds: 200, statementMilliseconds: patience };
  const small = await startProduct(source, { limits });
  const gate = await makeGate(small);
  const post = async () => fetch(`${small.url}/rest/v1/rpc/held`, { method: "POST" });
  // To open its only connection may take longer than somebody waits for one.
  await eventually(async () => (await post()).status === 200, "that its connection is open");
  await gate.shut();
  const first = post();
  await gate.isHeldBy(1);
  const others = await Promise.all([post(), post(), post()]);
  assert.deepEqual(
    others.map(({ status, headers }) => [status, headers.get("retry-after")]),
    [
      [503, "1"],
      [503, "1"],
      [503, "1"],
    ],
  );
  await gate.open();
  assert.equal((await first).status, 200);
  assert.equal((await post()).status, 200);
});

test("when PostgreSQL is killed, requests get Retry-After, and are answered once it is back", async () => {
  const other = await startProduct(source);
  const pid = Number(readFileSync(`${other.folder}/postgres/data/postmaster.pid`, "utf8").split("\n")[0]);
  assert.equal((await fetch(`${other.url}/rest/v1/category`)).status, 200);
  process.kill(pid, "SIGKILL");
  const statuses = new Set<number>();
  const isBack = async () => {
    const { status } = await fetch(`${other.url}/rest/v1/category`);
    statuses.add(status);
    return status === 200 && statuses.has(503);
  };
  await eventually(isBack, () => [...statuses].join());
  assert.deepEqual(
    [...statuses].filter((status) => status !== 200 && status !== 503),
    [],
  );
  assert.ok(statuses.has(200));
  assert.equal((await fetch(`${other.url}/ready`)).status, 200);
});

test("the description says where it is", async () => {
  const { body } = await ask("/rest/v1/");
  const { host, protocol } = new URL(desk.url);
  assert.deepEqual([body["host"], body["basePath"], body["schemes"]], [host, "/rest/v1", [protocol.slice(0, -1)]]);
});

test("invalid HTTP and slow clients do not affect others", async () => {
  const { port } = new URL(desk.url);
  const socket = connect(Number(port), "127.0.0.1");
  const answered = new Promise<string>((resolve) => socket.once("data", (data: Buffer) => resolve(data.toString())));
  socket.write("GARBAGE\r\n\r\n");
  assert.match(await answered, /^HTTP\/1.1 400 /);
  socket.destroy();
  for (const path of [
    "/rest/v1/%",
    "/rest/v1/ticket?select=%ff",
    "/rest/v1/ticket?id=eq.%00",
    `/rest/v1/${"a/".repeat(500)}`,
  ]) {
    const { status } = await ask(path, annToken);
    assert.ok(status >= 400 && status < 500, `${path}: ${status}`);
  }
});
