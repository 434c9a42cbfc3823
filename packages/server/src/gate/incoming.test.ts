// Connections that another process has let in: the same bounds and the same end as for those of a server's own.
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { after, test } from "node:test";
import type { Incoming } from "../bus/slot.ts";
import { listen } from "./listen.ts";
import { eventually } from "../../../language/src/testing/eventually.ts";

/** Lets connections in, and hands them on. */
async function door(): Promise<Incoming> {
  let give = (socket: Socket): void => void socket.destroy();
  const server = createServer((socket) => give(socket)).listen(0, "127.0.0.1");
  after(() => server.close());
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    begin: (take) => {
      give = take;
      return () => (give = (socket) => void socket.destroy());
    },
  };
}

const where = { port: 0, host: "127.0.0.1" };

async function client(port: number, text: string) {
  const socket = connect(port, "127.0.0.1");
  let said = "";
  socket.on("data", (data) => (said += String(data)));
  const closed = once(socket, "close");
  await once(socket, "connect");
  socket.write(text);
  return { socket, closed, said: () => said };
}

test("requests are answered one after the other on a connection that is kept, as by a server of its own", async () => {
  const incoming = await door();
  const { port, close } = await listen((request, response) => response.end(`path ${request.url}`), {
    ...where,
    incoming,
  });
  assert.equal(port, incoming.port);
  const one = await client(port, "GET /a HTTP/1.1\r\nHost: x\r\n\r\n");
  await eventually(() => one.said().includes("path /a"), one.said);
  one.socket.write("GET /b HTTP/1.1\r\nHost: x\r\n\r\n");
  await eventually(() => one.said().includes("path /b"), one.said);
  // An idle connection is not waited for.
  await close();
  await one.closed;
});

test("a head that does not come to its end ends its connection", async () => {
  const incoming = await door();
  const { port, close } = await listen(
    (_request, response) => response.end(),
    { ...where, incoming },
    { headersTimeout: 50, connectionsCheckingInterval: 20 },
  );
  const slow = await client(port, "GET / HTTP/1.1\r\nHo");
  await slow.closed;
  assert.match(slow.said(), /^HTTP\/1.1 408/);
  await close();
});

test("what runs is answered before it is closed, and what takes too long is not", async () => {
  const incoming = await door();
  const running: (() => void)[] = [];
  const { port, close } = await listen(
    (request, response) => void (request.url === "/for-ever" || running.push(() => response.end("done"))),
    { ...where, incoming },
    { last: 300 },
  );
  const [one, other] = [
    await client(port, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
    await client(port, "GET /for-ever HTTP/1.1\r\nHost: x\r\n\r\n"),
  ];
  await eventually(() => running.length === 1, "the request");
  const closed = close();
  running[0]?.();
  await one.closed;
  assert.match(one.said(), /done$/);
  await closed;
  await other.closed;
  assert.equal(other.said(), "");
});
