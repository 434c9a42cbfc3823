// Metrics over the wire: who may look at them, and from where.
import assert from "node:assert/strict";
import { closeSync, openSync, statfsSync } from "node:fs";
import { get } from "node:http";
import { test } from "node:test";
import { compile } from "@writ/language";
import { applyDocument } from "../applying/index.ts";
import { openDatabase } from "../postgres/index.ts";
import { emptyFolder } from "../postgres/testing/surroundings.ts";
import { serveProduct } from "../serve.ts";
import { products } from "../testing/product.ts";
import { visitorsOnly } from "../testing/visitors-only.ts";
import { metricsGuard } from "../operating/may-watch.ts";
import { createMetrics, type Gauge } from "./metrics.ts";
import { printMetrics } from "./print-metrics.ts";

const startProduct = products();
const desk = await startProduct(visitorsOnly("Page"));

test("metrics are readable from this machine or with the token", async () => {
  assert.equal((await fetch(`${desk.url}/rest/v1/page`)).status, 200);
  const told = await (await fetch(`${desk.url}/metrics`)).text();
  assert.match(told, /^writ_requests_total\{service="rest",status="2xx"\} [1-9]/m);
  assert.match(told, /^writ_request_seconds_bucket\{service="rest",le="\+Inf"\} [1-9]/m);
  assert.match(told, /^writ_connections_waiting 0$/m);
  assert.match(told, /^writ_ready 1$/m);
  const from = (remoteAddress: string, headers: Readonly<Record<string, string>> = {}) =>
    ({ headers: { host: "127.0.0.1:8000", ...headers }, socket: { remoteAddress } }) as never;
  const guarded = metricsGuard("the operator's", 0);
  assert.deepEqual(
    [
      guarded(from("203.0.113.9", { authorization: "Bearer the operator's" })),
      guarded(from("127.0.0.1", { authorization: "Bearer another" })),
      guarded(from("::1")),
    ],
    [true, false, false],
  );
  const open = metricsGuard("", 0);
  assert.deepEqual([metricsGuard(undefined, 1)(from("127.0.0.1")), open(from("203.0.113.9"))], [false, false]);
  for (const host of ["localhost", "localhost:8000", "[::1]:8000", "127.0.0.1"])
    assert.equal(open(from("127.0.0.1", { host })), true, host);
});

test("what is left of the machine: space on the disk, and files that may still be opened", async () => {
  const value = async (name: string, of = desk) => {
    const [, told] = new RegExp(`^${name} (\\d+)$`, "m").exec(await (await fetch(`${of.url}/metrics`)).text()) ?? [];
    return told === undefined ? undefined : Number(told);
  };
  const { bsize, blocks } = statfsSync(desk.folder);
  const free = (await value("writ_disk_free_bytes")) ?? 0;
  // Others write to the same disk meanwhile.
  assert.ok(free > 0 && free <= blocks * bsize, `${free}`);
  if (process.platform !== "linux") return;
  const before = (await value("writ_open_files")) ?? 0;
  const opened = Array.from({ length: 20 }, () => openSync(desk.folder, "r"));
  try {
    assert.ok(((await value("writ_open_files")) ?? 0) >= before + 10, "files that are opened are counted");
  } finally {
    for (const one of opened) closeSync(one);
  }
  assert.ok(((await value("writ_open_files_limit")) ?? 0) > before);
});

test("what nothing is known of is not printed", () => {
  const gauge = (name: string, read: () => number | undefined): Gauge => ({ name, help: "", among: "same", read });
  const none = () => undefined;
  const told = printMetrics([createMetrics().read([gauge("writ_a", none), gauge("writ_b", () => 0)])]);
  assert.match(told, /^writ_b 0$/m);
  assert.doesNotMatch(told, /writ_a/);
});

test("while the database is away, metrics are answered, and say so", async (context) => {
  const home = await openDatabase({ folder: emptyFolder(context) });
  const source = visitorsOnly("Page");
  const owner = await home.connect();
  await applyDocument(owner, source, compile(source), (before) => compile(before));
  await owner.end();
  const database = await openDatabase({ url: home.url });
  const running = await serveProduct(database, { port: 0, log: "silent", environment: {} });
  context.after(async () => {
    await running.stop();
    await database.stop();
  });
  const metrics = async () => (await fetch(`${running.url}/metrics`)).text();
  assert.match(await metrics(), /^writ_ready 1$/m);
  await home.stop();
  assert.match(await metrics(), /^writ_ready 0$/m);
  assert.equal((await fetch(`${running.url}/ready`)).status, 503);
});

test("without a token no server in between and no other name is answered", async () => {
  const status = async (headers: Readonly<Record<string, string>>) =>
    new Promise<number | undefined>((resolve, reject) => {
      get(`${desk.url}/metrics`, { headers }, (response) => resolve(response.resume().statusCode)).on("error", reject);
    });
  const { host } = new URL(desk.url);
  assert.equal(await status({ host }), 200);
  for (const name of ["x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via"])
    assert.equal(await status({ host, [name]: "203.0.113.9" }), 404, name);
  for (const other of ["desk.example.org", "desk.example.org:8000", "127.0.0.1.example.org", "evil"])
    assert.equal(await status({ host: other }), 404, other);
});

test("what runs on loopback is read by no page of another site", async () => {
  const headers = { origin: "https://evil.example" };
  const metrics = await fetch(`${desk.url}/metrics`, { headers });
  assert.deepEqual([metrics.status, metrics.headers.get("access-control-allow-origin")], [200, null]);
  const asked = await fetch(`${desk.url}/metrics`, {
    method: "OPTIONS",
    headers: { ...headers, "access-control-request-method": "GET" },
  });
  assert.equal(asked.headers.get("access-control-allow-origin"), null);
  const health = await fetch(`${desk.url}/health`, { headers });
  assert.equal(health.headers.get("access-control-allow-origin"), "*");
});
