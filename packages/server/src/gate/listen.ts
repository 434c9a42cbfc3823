// The server itself: how much of heads, of connections and of silence it bears, how it begins and how it ends.
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerOptions } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { CertificateWatch } from "./certificate.ts";
import type { Incoming } from "../bus/slot.ts";
import { inOrder } from "./in-order.ts";
import { connectionsFor, openFilesLimit } from "./open-files.ts";
import type { RefusedClients } from "./refused-clients.ts";

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

export type ListenOptions = {
  readonly port: number;
  readonly host: string;
  readonly sockets?: Upgrade;
  /** Speaks TLS itself. */
  readonly certificate?: CertificateWatch | undefined;
  /** Another process listens. */
  readonly incoming?: Incoming | undefined;
  readonly refused?: RefusedClients | undefined;
};

export async function listen(
  listener: RequestListener,
  { port, host, sockets, certificate, incoming, refused }: ListenOptions,
  { last = lastMilliseconds, ...limits }: Partial<Record<keyof typeof bounds | "last", number>> = {},
): Promise<Listening> {
  let isEnding = false;
  const upgraded = new Set<Duplex>();
  const lastOne: RequestListener = (request, response) => {
    // Its client would go on asking here, for as long as it is answered.
    if (isEnding) response.setHeader("Connection", "close");
    listener(request, response);
  };
  const options: ServerOptions = {
    ...bounds,
    ...limits,
    shouldUpgradeCallback: (request) => sockets?.is(request) === true,
  };
  const server =
    certificate === undefined
      ? createServer(options, inOrder(lastOne))
      : serverWith(certificate, options, inOrder(lastOne));
  if (sockets !== undefined)
    server.on("upgrade", (request, stream, head) => {
      upgraded.add(stream);
      stream.once("close", () => upgraded.delete(stream));
      sockets.upgrade(request, stream, head);
    });
  // Those in the middle of a handshake are no connections of HTTP yet.
  const raw = new Set<Socket>();
  if (certificate !== undefined)
    server.on("connection", (socket: Socket) => {
      raw.add(socket);
      socket.once("close", () => raw.delete(socket));
    });
  server.maxConnections = connectionsFor(openFilesLimit());
  const refuse = () => refused?.add(server.maxConnections);
  server.on("drop", refuse);
  const taken = incoming === undefined ? undefined : takeConnections(server, incoming, refuse);
  if (taken === undefined)
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, host, resolve);
    });
  return { port: incoming?.port ?? (server.address() as AddressInfo).port, close };

  /**
   * Running requests are answered; one that takes too long, or an idle connection, is not waited for.
   */
  async function close(): Promise<void> {
    isEnding = true;
    certificate?.stop();
    const closed = taken?.close() ?? new Promise<void>((resolve) => void server.close(() => resolve()));
    const kept = setInterval(() => server.closeIdleConnections(), 50);
    const impatient = setTimeout(() => {
      server.closeAllConnections();
      // They are no longer HTTP connections, but the server still waits for them.
      for (const stream of upgraded) stream.destroy();
      for (const socket of raw) socket.destroy();
    }, last);
    await closed;
    clearInterval(kept);
    clearTimeout(impatient);
  }
}

function serverWith(certificate: CertificateWatch, options: ServerOptions, listener: RequestListener): Server {
  const { cert, key } = certificate.first;
  const server = createSecureServer(
    { ...options, cert, key, minVersion: "TLSv1.2", handshakeTimeout: 20_000 },
    listener,
  );
  // A client that speaks no TLS, or gives up in the middle of it.
  server.on("tlsClientError", (_failure, socket) => socket.destroy());
  certificate.start((next) => server.setSecureContext({ cert: next.cert, key: next.key, minVersion: "TLSv1.2" }));
  return server;
}

/** As if this server had let them in itself. `close`: takes no more, and ends when all of them are closed. */
function takeConnections(
  server: Server,
  incoming: Incoming,
  refuse: () => void,
): { readonly close: () => Promise<void> } {
  const open = new Set<Socket>();
  const closed = Promise.withResolvers<void>();
  let isClosing = false;
  const settle = () => {
    if (isClosing && open.size === 0) closed.resolve();
  };
  // From then on Node looks at the bounds of heads, and knows which connections are idle.
  server.emit("listening");
  const stop = incoming.begin((socket) => {
    if (open.size >= server.maxConnections) {
      socket.destroy();
      return refuse();
    }
    open.add(socket);
    socket.once("close", () => {
      open.delete(socket);
      settle();
    });
    // As the server does with connections that it lets in.
    socket.setNoDelay(true);
    server.emit("connection", socket);
  });
  return {
    close: async () => {
      stop();
      isClosing = true;
      settle();
      await closed.promise;
      // Ends what it does from time to time.
      server.close();
    },
  };
}
