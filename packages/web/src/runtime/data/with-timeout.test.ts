// What only asks is given up after a minute of silence, and what arrives slowly is not; time is the test's, the line is real.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { test, type TestContext } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { withTimeout } from "./with-timeout.ts";

async function served(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await once(server.listen(0, "127.0.0.1"), "listening");
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  t.mock.timers.enable({ apis: ["setTimeout"] });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const isGivenUp = { name: "AbortError" };

test("an answer that does not begin is given up after a minute, and not before", async (t) => {
  const isAsked = Promise.withResolvers<void>();
  const url = await served(t, () => isAsked.resolve());
  const asked = withTimeout(fetch)(url);
  let isOver = false;
  asked.catch(() => {
    isOver = true;
  });
  await isAsked.promise;
  t.mock.timers.tick(59_000);
  await turn();
  assert.equal(isOver, false);
  t.mock.timers.tick(2000);
  await assert.rejects(asked, isGivenUp);
});

test("a request that first waits for something else, such as renewed tokens, times out too", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const asked = withTimeout(async () => new Promise<Response>(() => {}))("http://127.0.0.1/");
  t.mock.timers.tick(61_000);
  await assert.rejects(asked, isGivenUp);
});

test("an answer that arrives bit by bit may take longer, and is given up when nothing comes any more", async (t) => {
  let more: () => void = () => {};
  const url = await served(t, (_, response) => {
    more = () => response.write("row ");
    more();
  });
  const answer = await withTimeout(fetch)(url);
  const reading = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  assert.equal((await reading?.read())?.value, "row ");
  for (const _ of [1, 2, 3]) {
    t.mock.timers.tick(40_000);
    more();
    assert.equal((await reading?.read())?.value, "row ");
  }
  t.mock.timers.tick(61_000);
  await assert.rejects(async () => reading?.read(), isGivenUp);
});

test("a response is passed on unchanged, and its caller can abort it", async (t) => {
  const url = await served(t, (_, response) => {
    response.writeHead(404, { "content-range": "0-1/2" });
    response.write("[");
    if (_.url === "/whole") response.end("]");
  });
  const whole = await withTimeout(fetch)(`${url}/whole`);
  assert.deepEqual([whole.status, whole.headers.get("content-range"), await whole.json()], [404, "0-1/2", []]);
  const left = new AbortController();
  const half = await withTimeout(fetch)(url, { signal: left.signal });
  left.abort();
  await assert.rejects(half.text(), isGivenUp);
});

test("a write has no timeout", async (t) => {
  let answer: () => void = () => {};
  const isAsked = Promise.withResolvers<void>();
  const url = await served(t, (_, response) => {
    answer = () => response.end("written");
    isAsked.resolve();
  });
  const written = withTimeout(fetch)(url, { method: "POST", body: "{}" });
  await isAsked.promise;
  t.mock.timers.tick(600_000);
  answer();
  assert.equal(await (await written).text(), "written");
});
