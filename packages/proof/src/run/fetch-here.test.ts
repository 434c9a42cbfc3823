// What clients send is what arrives, and what is answered is what they read, as with Node's own `fetch`.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { fetchWithoutCopy } from "./fetch-without-copy.ts";

test("what is sent, and what is answered, is that of fetch", async () => {
  const heard: unknown[] = [];
  const server = createServer((request, response) => {
    const { method, url, headers } = request;
    void text(request).then((body) => {
      heard.push([method, url, headers["content-length"], headers["x-word"], body]);
      if (url === "/nothing") return response.writeHead(204).end();
      if (url === "/cut") return response.destroy();
      return response.writeHead(418, { "X-Told": "so", "Set-Cookie": ["a=1", "b=2"] }).end(`{"got":"${body}"}`);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const asked: readonly (readonly [string, RequestInit?])[] = [
    ["/read?a=b%20c"],
    ["/write", { method: "POST", body: "größer", headers: { "X-Word": "one" } }],
    ["/write", { method: "POST" }],
    ["/bytes", { method: "PUT", body: new Uint8Array([97, 98]), headers: new Headers([["x-word", "two"]]) }],
    // Where no one said how long its body is, it would be read as the next request.
    ["/gone", { method: "DELETE", body: '{"why":"so"}' }],
    ["/nothing", { method: "DELETE" }],
  ];
  const told = async (by: typeof fetch) => {
    heard.length = 0;
    const answers = [];
    for (const [path, init] of asked) {
      const { status, headers, ...answer } = await by(`${at}${path}`, init).then(async (one) => ({
        status: one.status,
        headers: one.headers,
        ok: one.ok,
        text: await one.text(),
      }));
      answers.push({ ...answer, status, told: headers.get("x-told"), cookies: headers.getSetCookie() });
    }
    return { heard: [...heard], answers };
  };
  assert.deepEqual(await told(fetchWithoutCopy), await told(fetch));
  await assert.rejects(fetchWithoutCopy(`${at}/cut`));
  await assert.rejects(fetchWithoutCopy(`${at}/read`, { signal: AbortSignal.abort() }), { name: "AbortError" });
  server.close();
  server.closeAllConnections();
  await assert.rejects(fetchWithoutCopy(`${at}/read`));
});
