// The way in: a request to become a socket, who asks, and how many there may be.
import { STATUS_CODES, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import { addressOf, pathOf } from "../gate/exchange.ts";
import { networkOf } from "../gate/remote-address.ts";
import { Connection, type Connected } from "./connection.ts";
import { versions, type Version } from "./frames.ts";
import { LiveRefusal, type LiveService } from "./service.ts";
import type { Share, Shares } from "./shares.ts";
import { callerOf } from "./who.ts";

export const socketAddress = "/realtime/v1/websocket";

/** Clients come back by themselves after it. */
const goingAway = 1001;
const ending = "The server is ending";

/** What a request says of the socket that it is to become. */
type Opening = { readonly version: Version | undefined; readonly token: string | null; readonly share: Share };

export class Entrance {
  readonly #service: LiveService;
  readonly #shares: Shares;
  readonly #server: WebSocketServer;
  readonly #open = new Map<WebSocket, Connection>();
  #isEnding = false;
  #entering = 0;
  #isLooking = false;
  #looking: NodeJS.Timeout | undefined;
  #stopWatching = (): void => undefined;

  constructor(service: LiveService, shares: Shares) {
    this.#service = service;
    this.#shares = shares;
    // Nothing is compressed: each socket would keep memory for it, and what is secret could be guessed from lengths.
    this.#server = new WebSocketServer({
      noServer: true,
      maxPayload: service.limits.bytes,
      perMessageDeflate: false,
      clientTracking: false,
    });
  }

  start(): void {
    const { limits, log, ended } = this.#service;
    const look = () => void this.#look().catch((failure: unknown) => log.failure(failure, { during: "look" }));
    this.#looking = setInterval(look, limits.lookMilliseconds);
    this.#looking.unref();
    this.#stopWatching = ended.watch((session) => {
      for (const connection of this.#open.values()) connection.end(session);
    });
  }

  async stop(): Promise<void> {
    this.#isEnding = true;
    clearInterval(this.#looking);
    this.#stopWatching();
    const all = [...this.#open.keys()];
    for (const socket of all) socket.close(goingAway, "the server is ending");
    const impatient = setTimeout(() => all.forEach((socket) => socket.terminate()), 500);
    await Promise.all(
      all.map(
        async (socket) => socket.readyState === socket.CLOSED || new Promise((done) => socket.once("close", done)),
      ),
    );
    clearTimeout(impatient);
  }

  load(): { readonly sockets: number; readonly channels: number } {
    const channels = [...this.#open.values()].reduce((sum, one) => sum + one.channels(), 0);
    return { sockets: this.#open.size, channels };
  }

  connections(): readonly Connected[] {
    return [...this.#open.values()].map((one) => one.shown());
  }

  readonly upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
    const { log, metrics } = this.#service;
    stream.on("error", () => stream.destroy());
    if (pathOf(request.url ?? "") !== socketAddress)
      return this.#refuse(stream, 404, "There is nothing at this address");
    this.#enter(request, stream, head).catch((failure: unknown) => {
      log.failure(failure, { path: socketAddress });
      metrics.request("realtime", 500, 0);
      stream.destroy();
    });
  };

  async #enter(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    const began = performance.now();
    const { version, token, share } = this.#openingIn(request);
    const { limits, log } = this.#service;
    if (version === undefined) return this.#refuse(stream, 400, "This version of the protocol is not supported");
    if (token === null || token === "") return this.#refuse(stream, 401, "API key is missing");
    if (this.#isEnding) return this.#refuse(stream, 503, ending);
    if (this.#open.size + this.#entering >= limits.sockets || share.sockets >= limits.socketsOfOne)
      return this.#refuse(stream, 429, "Too many connected users");
    let isOpen = false;
    this.#entering++;
    share.sockets++;
    try {
      await callerOf(token, this.#service.checkToken);
      // A socket that opened after all others were closed would stay open.
      if (this.#isEnding) return this.#refuse(stream, 503, ending);
      this.#server.handleUpgrade(request, stream, head, (socket) => {
        this.#take(socket, { version, token, share }, began);
        isOpen = true;
      });
    } catch (failure) {
      if (!(failure instanceof LiveRefusal)) log.failure(failure, { path: socketAddress });
      this.#refuse(stream, failure instanceof LiveRefusal ? 401 : 500, wordsOf(failure));
    } finally {
      this.#entering--;
      // A client that left meanwhile, or asked for something else than a socket, was answered already.
      if (!isOpen) share.sockets--;
    }
  }

  #openingIn(request: IncomingMessage): Opening {
    const query = new URL(request.url ?? "", "http://here").searchParams;
    const asked = query.get("vsn") ?? "1.0.0";
    const header = request.headers["x-api-key"];
    return {
      version: versions.find((one): one is Version => one === asked),
      token: typeof header === "string" ? header : query.get("apikey"),
      share: this.#shares.of(networkOf(addressOf(request, this.#service))),
    };
  }

  #take(
    socket: WebSocket,
    { version, token, share }: { readonly version: Version; readonly token: string; readonly share: Share },
    began: number,
  ): void {
    this.#open.set(socket, new Connection(socket, { version, token, share }, this.#service));
    this.#service.metrics.request("realtime", 101, performance.now() - began);
    const release = this.#service.changes.keep();
    socket.once("close", () => {
      this.#open.delete(socket);
      share.sockets--;
      share.usedAt = performance.now();
      release();
    });
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      for (const connection of this.#open.values()) await connection.look();
      this.#shares.forget();
    } finally {
      this.#isLooking = false;
    }
  }

  #refuse(stream: Duplex, status: number, error: string): void {
    this.#service.metrics.request("realtime", status, 0);
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
