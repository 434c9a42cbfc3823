// A server in surroundings that are not its own: a database that is there already, servers before it, few files, slow clients.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { createClient } from "@supabase/supabase-js";
import { compile } from "@writ/language";
import { applyDocument } from "./applying/index.ts";
import { completeDocument } from "../../language/src/testing/run-cases.ts";
import { documentOf, newAddress, password } from "./auth/testing/product.ts";
import { connectionsFor } from "./gate/open-files.ts";
import { openDatabase } from "./postgres/index.ts";
import { emptyFolder } from "./postgres/testing/surroundings.ts";
import { serveProduct } from "./serve.ts";
import { products } from "./testing/product.ts";
import { visitorsOnly } from "./testing/visitors-only.ts";
import { eventually, patience } from "../../language/src/testing/eventually.ts";

const startProduct = products();

const soon = async (check: () => Promise<boolean> | boolean): Promise<boolean> => eventually(check, "it is not so");

async function opened(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.on("error", () => undefined);
  await Promise.race([once(socket, "connect"), once(socket, "close")]);
  return socket;
}

test("a product is served from a database by its address: accounts, data, and who may what", async (context) => {
  const home = await openDatabase({ folder: emptyFolder(context) });
  const { source } = completeDocument(documentOf());
  const database = await openDatabase({ url: home.url });
  const owner = await database.connect();
  await applyDocument(owner, source, compile(source), (before) => compile(before));
  const running = await serveProduct(database, { port: 0, log: "error", environment: {} });
  context.after(async () => {
    await running.stop();
    await database.stop();
    await home.stop();
  });
  const client = () =>
    createClient(running.url, running.anonKey, { auth: { persistSession: false, autoRefreshToken: false } });
  const [ann, ben] = [client(), client()];
  const email = newAddress();
  assert.equal((await ann.auth.signUp({ email, password })).error, null);
  await ann.auth.signOut();
  assert.equal((await ann.auth.signInWithPassword({ email, password })).error, null);
  assert.equal((await ann.from("note").insert({ text: "mine" })).error, null);
  assert.equal((await ben.auth.signUp({ email: newAddress(), password })).error, null);
  assert.deepEqual((await ben.from("note").select("text")).data, []);
  assert.deepEqual((await ann.from("note").select("text")).data, [{ text: "mine" }]);
  assert.notEqual((await client().from("note").insert({ text: "nobody's" })).error, null);
  const token = (await ann.auth.getSession()).data.session?.access_token ?? "";
  await ann.auth.signOut();
  const asked = async () =>
    (await fetch(`${running.url}/rest/v1/note`, { headers: { authorization: `Bearer ${token}` } })).status;
  assert.ok(await soon(async () => (await asked()) === 401));
});

test("behind two servers the address is what the outer one saw, whatever a client writes there", async () => {
  const pages = await startProduct(visitorsOnly("Page"), { proxies: 2 });
  await pages.owner(`
    CREATE FUNCTION public.whence() RETURNS text LANGUAGE sql STABLE AS $$ SELECT current_setting('request.headers')::json ->> 'x-forwarded-for' $$;
    GRANT EXECUTE ON FUNCTION public.whence() TO anon`);
  await pages.reload();
  const whence = async (forwarded?: string) => {
    const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
    return (await fetch(`${pages.url}/rest/v1/rpc/whence`, { headers })).json();
  };
  // The outer server appends the client, the inner one the outer server; this one is connected to the inner one.
  assert.equal(await whence("203.0.113.7, 10.0.0.2"), "203.0.113.7");
  assert.equal(await whence("198.51.100.1, 203.0.113.7, 10.0.0.2"), "203.0.113.7");
  assert.equal(await whence("127.0.0.1,::1, 203.0.113.7:5678, 10.0.0.2"), "203.0.113.7");
  assert.equal(await whence("203.0.113.7"), "203.0.113.7");
  assert.equal(await whence(), "127.0.0.1");
});

test("clients take no file that the database needs, and when they are gone all is well", async (context) => {
  const folder = emptyFolder(context);
  const home = await openDatabase({ folder });
  context.after(async () => home.stop());
  const file = join(folder, "SPEC.md");
  writeFileSync(file, visitorsOnly("Page"));
  const writ = join(import.meta.dirname, "../../cli/bin/writ.mjs");
  // Few enough to be used up: 96 of them.
  const command = `ulimit -n 96 && exec "${process.execPath}" "${writ}" start "${file}" --apply --json --port 0`;
  const child = spawn("sh", ["-c", command], {
    env: { ...process.env, DATABASE_URL: home.url, WRIT_LOG: "silent" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  context.after(() => child.kill("SIGKILL"));
  let [said, failed] = ["", ""];
  child.stdout.on("data", (part: Buffer) => (said += part.toString()));
  child.stderr.on("data", (part: Buffer) => (failed += part.toString()));
  assert.ok(await soon(() => said.includes("\n")), failed);
  const { url } = JSON.parse(said) as { readonly url: string };
  const status = async () =>
    fetch(`${url}/rest/v1/page`, { signal: AbortSignal.timeout(patience), headers: { connection: "close" } }).then(
      async (answer) => (await answer.text(), answer.status),
      () => "closed",
    );
  assert.equal(await status(), 200);
  const idle = await Promise.all(Array.from({ length: 200 }, async () => opened(url)));
  await eventually(() => idle.filter((socket) => !socket.destroyed).length <= connectionsFor(96), "few are let in");
  // Whoever holds a connection is served, with new connections to the database, however many others would like one.
  const held = idle.filter((socket) => !socket.destroyed).slice(0, 6);
  assert.equal(held.length, 6);
  const heads = held.map(async (socket) => {
    socket.write("GET /rest/v1/page HTTP/1.1\r\nHost: x\r\n\r\n");
    const [part] = (await once(socket, "data", { signal: AbortSignal.timeout(patience) })) as readonly Buffer[];
    return part?.toString("latin1", 9, 12);
  });
  assert.deepEqual(await Promise.all(heads), ["200", "200", "200", "200", "200", "200"]);
  const answers = new Set<unknown>();
  for (let turn = 0; turn < 5; turn++) answers.add(await status());
  for (const answer of answers) assert.ok(answer === "closed" || answer === 200 || answer === 503, String(answer));
  assert.equal(child.exitCode, null);
  for (const socket of idle) socket.destroy();
  assert.ok(await soon(async () => (await status()) === 200));
  assert.deepEqual([connectionsFor(96), connectionsFor(undefined), connectionsFor(1_000_000)], [32, 16_000, 16_000]);
});

test("a client that reads fifty megabytes slowly holds that memory but no connection, and not forever", async (context) => {
  const pages = await startProduct(visitorsOnly("Page"), {
    proxies: 1,
    // A busy machine takes its time to make them, which is not what is looked at here.
    limits: { connections: 4, statementMilliseconds: 120_000 },
    // Two seconds and a half for fifty megabytes.
    fetching: { milliseconds: 1500, bytesPerSecond: 50_000_000 },
  });
  await pages.owner(`
    CREATE FUNCTION public.large(bytes integer) RETURNS text LANGUAGE sql STABLE AS $$ SELECT repeat('x', bytes) $$;
    GRANT EXECUTE ON FUNCTION public.large(integer) TO anon`);
  await pages.reload();
  const resident = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) / 1024;
  const before = resident();
  const socket = await opened(pages.url);
  // The server's own end of it: when the network tells the other end is the machine's.
  let served: Socket | undefined;
  const began = (message: unknown) => {
    served ??= (message as { readonly socket: Socket }).socket;
  };
  subscribe("http.server.request.start", began);
  context.after(() => unsubscribe("http.server.request.start", began));
  socket.write("GET /rest/v1/rpc/large?bytes=50000000 HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n");
  let got = 0;
  let head = "";
  socket.on("data", (part: Buffer) => {
    if (got === 0) head = part.toString("latin1", 9, 12);
    got += part.length;
    socket.pause();
    // By the clock: drop by drop.
    setTimeout(() => socket.resume(), 20);
  });
  // Making it is most of the time.
  assert.ok(await soon(() => got > 0));
  assert.equal(head, "200");
  // Its statement is over: all connections are free for others.
  const [busy] = await pages.owner(
    "SELECT count(*)::integer AS count FROM pg_stat_activity WHERE usename = 'authenticator' AND state <> 'idle'",
  );
  assert.equal(busy?.["count"], 0);
  const others = Array.from({ length: 8 }, async () =>
    fetch(`${pages.url}/rest/v1/page`, { headers: { "x-forwarded-for": "192.0.2.2" } }),
  );
  for (const answer of await Promise.all(others)) assert.equal(answer.status, 200);
  const taken = resident() - before;
  assert.ok(taken < 400, `${taken} MB`);
  // It goes on fetching, and is cut off all the same; a program that fetches at once has all of it.
  assert.ok(await soon(() => served?.destroyed === true), `got ${got}`);
  assert.ok(got < 50_000_000, `${got}`);
  socket.destroy();
  const whole = await fetch(`${pages.url}/rest/v1/rpc/large?bytes=50000000`);
  assert.equal((await whole.text()).length, 50_000_002);
  const refused = await fetch(`${pages.url}/rest/v1/rpc/large?bytes=70000000`, {
    headers: { "x-forwarded-for": "192.0.2.3" },
  });
  const { code, hint } = (await refused.json()) as { readonly code: string; readonly hint: string };
  assert.deepEqual([refused.status, code], [400, "ANSWER_TOO_LARGE"]);
  assert.match(hint, /limit/);
});
