// The way in: a request to become a socket, who asks, and how many there may be.
import { STATUS_CODES, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import { addressOf, pathOf } from "../gate/exchange.ts";
import { networkOf } from "../gate/remote-address.ts";
import { openConnection, type Connected, type Connection } from "./connection.ts";
import { versions, type Version } from "./frames.ts";
import { LiveRefusal, type LiveService } from "./service.ts";
import type { Shares } from "./shares.ts";
import { callerOf } from "./who.ts";

export const socketAddress = "/realtime/v1/websocket";

export type Entrance = {
  readonly upgrade: (request: IncomingMessage, stream: Duplex, head: Buffer) => void;
  readonly load: () => { readonly sockets: number; readonly channels: number };
  readonly connections: () => readonly Connected[];
  readonly stop: () => Promise<void>;
};

/** Clients come back by themselves after it. */
const goingAway = 1001;
const ending = "The server is ending";

export function openEntrance(service: LiveService, shares: Shares): Entrance {
  const { limits, proxies, log, metrics } = service;
  // Nothing is compressed: each socket would keep memory for it, and what is secret could be guessed from lengths.
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: limits.bytes,
    perMessageDeflate: false,
    clientTracking: false,
  });
  const open = new Map<WebSocket, Connection>();
  let isEnding = false;
  let entering = 0;

  const enter = async (request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> => {
    const began = performance.now();
    const query = new URL(request.url ?? "", "http://here").searchParams;
    const asked = query.get("vsn") ?? "1.0.0";
    const version = versions.find((one): one is Version => one === asked);
    const header = request.headers["x-api-key"];
    const token = typeof header === "string" ? header : query.get("apikey");
    const share = shares.of(networkOf(addressOf(request, { proxies })));
    if (version === undefined) return refuse(stream, 400, "This version of the protocol is not spoken here");
    if (token === null || token === "") return refuse(stream, 401, "API key is missing");
    if (isEnding) return refuse(stream, 503, ending);
    if (open.size + entering >= limits.sockets || share.sockets >= limits.socketsOfOne)
      return refuse(stream, 429, "Too many connected users");
    let isOpen = false;
    entering++;
    share.sockets++;
    try {
      await callerOf(token, service.checkToken);
      // What opens after all others were closed would be closed by nobody.
      if (isEnding) return refuse(stream, 503, ending);
      server.handleUpgrade(request, stream, head, (socket) => {
        open.set(socket, openConnection(socket, { version, token, share }, service));
        service.metrics.request("realtime", 101, performance.now() - began);
        isOpen = true;
        const release = service.changes.keep();
        socket.once("close", () => {
          open.delete(socket);
          share.sockets--;
          share.usedAt = Date.now();
          release();
        });
      });
    } catch (failure) {
      if (!(failure instanceof LiveRefusal)) log.failure(failure, { path: socketAddress });
      refuse(stream, failure instanceof LiveRefusal ? 401 : 500, wordsOf(failure));
    } finally {
      entering--;
      // Whoever left meanwhile, or asked for something else than a socket, was answered already.
      if (!isOpen) share.sockets--;
    }
  };

  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    for (const connection of open.values()) await connection.look();
    shares.forget();
    isLooking = false;
  };
  const looking = setInterval(
    () => void look().catch((failure: unknown) => log.failure(failure, { during: "look" })),
    limits.lookMilliseconds,
  );
  looking.unref();
  const stopWatching = service.ended.watch((session) => {
    for (const connection of open.values()) connection.end(session);
  });

  return {
    upgrade: (request, stream, head) => {
      stream.on("error", () => stream.destroy());
      if (pathOf(request.url ?? "") !== socketAddress) return refuse(stream, 404, "There is nothing at this address");
      enter(request, stream, head).catch((failure: unknown) => {
        log.failure(failure, { path: socketAddress });
        metrics.request("realtime", 500, 0);
        stream.destroy();
      });
    },
    load: () => ({
      sockets: open.size,
      channels: [...open.values()].reduce((sum, one) => sum + one.channels(), 0),
    }),
    connections: () => [...open.values()].map((one) => one.shown()),
    stop: async () => {
      isEnding = true;
      clearInterval(looking);
      stopWatching();
      const all = [...open.keys()];
      for (const socket of all) socket.close(goingAway, "the server is ending");
      const impatient = setTimeout(() => all.forEach((socket) => socket.terminate()), 500);
      await Promise.all(
        all.map(
          async (socket) => socket.readyState === socket.CLOSED || new Promise((done) => socket.once("close", done)),
        ),
      );
      clearTimeout(impatient);
    },
  };

  function refuse(stream: Duplex, status: number, error: string): void {
    metrics.request("realtime", status, 0);
    const body = JSON.stringify({ error });
    stream.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
    stream.once("finish", () => stream.destroy());
  }
}

function wordsOf(failure: unknown): string {
  if (!(failure instanceof LiveRefusal)) return "Error connecting to Realtime";
  return failure.message.startsWith("Token has expired") ? "Token has expired" : failure.message;
}
