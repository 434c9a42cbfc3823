// The console where several processes serve: one session, one number of tries, and all of them in one page.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { createClient } from "@supabase/supabase-js";
import { compile } from "@writ/language";
import type { Running } from "../serve.ts";
import { processesOf } from "../testing/processes.ts";
import { products } from "../testing/product.ts";
import { visitorsOnly } from "../testing/visitors-only.ts";
import { joined } from "../realtime/testing/rooms.ts";
import type { LogsView } from "./log-response-types.ts";
import type { LiveView } from "./response-types.ts";
import { eventually } from "../../../language/src/testing/eventually.ts";

const start = products();
const folder = mkdtempSync(join(tmpdir(), "writ-console-"));
after(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, "console.html"), "<!doctype html><!-- writ -->");
const source = visitorsOnly("Note");
const key = "a key that only the operator has";
const product = await start(source);
const begin = processesOf(product, 3, {
  document: { file: "SPEC.md", source, compiled: compile(source) },
  console: { folder },
  environment: { WRIT_CONSOLE_KEY: key },
  proxies: 1,
});
const both = [await begin(), await begin()] as const;

/** Behind one port they have one name for their cookies; here each has its own. */
const cookieFor = ({ port }: Running, session: string) => `writ_console_${port}=${session}`;

async function enter({ url }: Running, given: string, from = "198.51.100.1") {
  const answer = await fetch(`${url}/_/console/api/session`, {
    method: "POST",
    headers: { origin: url, "content-type": "application/json", "x-forwarded-for": from },
    body: JSON.stringify({ key: given }),
  });
  return { status: answer.status, session: /=([^;]+)/.exec(answer.headers.get("set-cookie") ?? "")?.[1] ?? "" };
}

async function see<View>(at: Running, session: string, what: string): Promise<{ status: number; view: View }> {
  const answer = await fetch(`${at.url}/_/console/api/${what}`, { headers: { cookie: cookieFor(at, session) } });
  return { status: answer.status, view: (await answer.json()) as View };
}

test("whoever signs in at one process is signed in at all, also at one that begins later, until they leave", async () => {
  const { session } = await enter(both[0], key);
  await eventually(async () => (await see(both[1], session, "state")).status === 200, "the second one");
  const third = await begin();
  await eventually(async () => (await see(third, session, "state")).status === 200, "the third one");
  const left = await fetch(`${both[1].url}/_/console/api/session`, {
    method: "DELETE",
    headers: { origin: both[1].url, cookie: cookieFor(both[1], session) },
  });
  assert.equal(left.status, 200);
  for (const one of [...both, third])
    await eventually(async () => (await see(one, session, "state")).status === 401, "that they have left");
  await third.stop();
});

test("wrong keys are counted for all of them", async () => {
  const statuses: number[] = [];
  for (let turn = 0; turn < 12; turn++)
    statuses.push((await enter(both[turn % 2] ?? both[0], "wrong", "192.0.2.1")).status);
  assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 401), 429, 429]);
  assert.equal((await enter(both[0], key, "192.0.2.2")).status, 200);
});

test("log and live messages of all processes are seen at each", async () => {
  const { session } = await enter(both[0], key);
  await eventually(async () => (await see(both[1], session, "state")).status === 200, "the second one");
  for (const [turn, one] of both.entries())
    await fetch(`${one.url}/rest/v1/note`, {
      headers: { apikey: one.anonKey, "x-request-id": `asked-of-${turn}` },
    });
  const clients = both.map(({ url, anonKey }) => createClient(url, anonKey, { auth: { persistSession: false } }));
  after(async () => {
    for (const client of clients) await client.realtime.disconnect();
  });
  for (const client of clients) await joined(client.channel("room"));
  for (const one of both) {
    const ids = async () =>
      (await see<LogsView>(one, session, "logs?text=/rest/v1/note")).view.records.map(({ id }) => id);
    await eventually(async () => String(await ids()) === "asked-of-1,asked-of-0", ids);
    const { processes, records } = (await see<LogsView>(one, session, "logs?text=/rest/v1/note")).view;
    assert.deepEqual(processes, { answered: 2, asked: 2 });
    assert.deepEqual(
      records.map(({ facts }) => Object.fromEntries(facts)["process"]),
      ["2", "1"],
    );
    const { view } = await see<LiveView>(one, session, "live");
    assert.deepEqual([view.sockets, view.topics.find(({ name }) => name === "room")?.members], [2, 2]);
  }
});
