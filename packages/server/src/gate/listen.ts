// The server itself: how much of heads, of connections and of silence it bears, how it begins and how it ends.
import { createServer, type IncomingMessage, type RequestListener, type ServerOptions } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { inOrder } from "./in-order.ts";
import { connectionsFor, openFilesLimit } from "./open-files.ts";

/** Set on purpose, all of them: each limits what a client could otherwise use up. */
export const bounds = {
  // The longest query that is read, and as much again as is usual for the rest.
  maxHeaderSize: 48 * 1024,
  // A head is one packet or two; a client that sends it letter by letter only holds the connection.
  headersTimeout: 20_000,
  // The code that reads a body sets its timeout: a form is no file on a slow line.
  requestTimeout: 0,
  connectionsCheckingInterval: 5000,
  // Longer than servers that stand before this one keep theirs: they must not send on one that is being closed.
  keepAliveTimeout: 65_000,
} as const satisfies ServerOptions;

/** How long requests that run may still take when the server is to end. */
const lastMilliseconds = 10_000;

export type Listening = { readonly port: number; readonly close: () => Promise<void> };

/** What becomes a socket; every other request that asks for one is answered as if it had not. */
export type Upgrade = {
  readonly is: (request: IncomingMessage) => boolean;
  readonly upgrade: (request: IncomingMessage, stream: Duplex, head: Buffer) => void;
};

export async function listen(
  listener: RequestListener,
  { port, host, sockets }: { readonly port: number; readonly host: string; readonly sockets?: Upgrade },
  { last = lastMilliseconds, ...limits }: Partial<Record<keyof typeof bounds | "last", number>> = {},
): Promise<Listening> {
  let isEnding = false;
  const upgraded = new Set<Duplex>();
  const lastOne: RequestListener = (request, response) => {
    // Its client would go on asking here, for as long as it is answered.
    if (isEnding) response.setHeader("Connection", "close");
    listener(request, response);
  };
  const server = createServer(
    { ...bounds, ...limits, shouldUpgradeCallback: (request) => sockets?.is(request) === true },
    inOrder(lastOne),
  );
  if (sockets !== undefined)
    server.on("upgrade", (request, stream, head) => {
      upgraded.add(stream);
      stream.once("close", () => upgraded.delete(stream));
      sockets.upgrade(request, stream, head);
    });
  server.maxConnections = connectionsFor(openFilesLimit());
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return { port: (server.address() as AddressInfo).port, close };

  /**
   * Running requests are answered; one that takes too long, or an idle connection, is not waited for.
   */
  async function close(): Promise<void> {
    isEnding = true;
    const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
    const kept = setInterval(() => server.closeIdleConnections(), 50);
    const impatient = setTimeout(() => {
      server.closeAllConnections();
      // They are no longer HTTP connections, but the server still waits for them.
      for (const stream of upgraded) stream.destroy();
    }, last);
    await closed;
    clearInterval(kept);
    clearTimeout(impatient);
  }
}
