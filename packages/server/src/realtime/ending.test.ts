// The end of a server: sockets that are just being opened do not keep it from ending.
import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import { WebSocket } from "ws";
import { listen } from "../gate/listen.ts";
import { createMetrics } from "../telemetry/metrics.ts";
import { createLog } from "../telemetry/log.ts";
import { refusedFeed } from "./changes/feed-of.ts";
import { onlySlot } from "../bus/slot.ts";
import { socketAddress } from "./entrance.ts";
import { createLive } from "./live.ts";

test("a socket whose token is still looked at when all others are closed is refused", async () => {
  const asked = Promise.withResolvers<void>();
  const decided = Promise.withResolvers<void>();
  const live = createLive({
    owner: { withConnection: async () => assert.fail("nothing is asked of the database") } as never,
    checkToken: async () => {
      asked.resolve();
      await decided.promise;
      return { claims: { role: "anon" } };
    },
    ended: { has: () => false, watch: () => () => {} },
    proxies: 0,
    log: createLog("silent"),
    metrics: createMetrics(),
    limits: {},
    slot: onlySlot(),
    feed: () => refusedFeed("nothing is followed here"),
  });
  const listening = await listen((_request, response) => response.end(), {
    port: 0,
    host: "127.0.0.1",
    sockets: live.sockets,
  });
  const socket = new WebSocket(`ws://127.0.0.1:${listening.port}${socketAddress}?apikey=any`);
  const answered = new Promise<number | undefined>((resolve) => {
    socket.once("unexpected-response", (_request, response) => resolve(response.statusCode));
    socket.once("open", () => resolve(101));
  });
  await asked.promise;
  await live.stop();
  decided.resolve();
  assert.equal(await answered, 503);
  await listening.close();
});

test("the server does not wait for open sockets when it stops", async () => {
  const { port, close } = await listen(
    (_request, response) => response.end(),
    {
      port: 0,
      host: "127.0.0.1",
      sockets: {
        is: () => true,
        upgrade: (_request, stream) =>
          void stream.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"),
      },
    },
    { last: 100 },
  );
  const client = connect(port, "127.0.0.1");
  client.write("GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n");
  await new Promise((resolve) => void client.once("data", resolve));
  const left = new Promise((resolve) => void client.once("close", resolve));
  await Promise.all([close(), left]);
});
