// Metrics over the wire: who may look at them, and from where.
import assert from "node:assert/strict";
import { test } from "node:test";
import { products } from "../testing/product.ts";
import { visitorsOnly } from "../testing/visitors-only.ts";
import { watching } from "./may-watch.ts";

const startProduct = products();
const desk = await startProduct(visitorsOnly("Page"));

test("metrics are for this machine, or for whoever has the token", async () => {
  assert.equal((await fetch(`${desk.url}/rest/v1/page`)).status, 200);
  const told = await (await fetch(`${desk.url}/metrics`)).text();
  assert.match(told, /^writ_requests_total\{service="rest",status="2xx"\} [1-9]/m);
  assert.match(told, /^writ_request_seconds_bucket\{service="rest",le="\+Inf"\} [1-9]/m);
  assert.match(told, /^writ_connections_waiting 0$/m);
  const guarded = watching("the operator's", 0);
  assert.deepEqual(
    [
      guarded("Bearer the operator's", "203.0.113.9"),
      guarded("Bearer another", "127.0.0.1"),
      guarded(undefined, "::1"),
    ],
    [true, false, false],
  );
  const behind = watching(undefined, 1);
  assert.deepEqual([behind(undefined, "127.0.0.1"), watching("", 0)(undefined, "203.0.113.9")], [false, false]);
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
