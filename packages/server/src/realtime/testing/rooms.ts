// A product for tests of what is live: clients as browsers have them, plain sockets, and waiting for what arrives.
import { createClient, type RealtimeChannel, type SupabaseClient } from "@supabase/supabase-js";
import { WebSocket } from "ws";
import type { StartProduct, TestProduct } from "../../testing/product.ts";
import { visitorsOnly } from "../../testing/visitors-only.ts";
import type { ServeOptions } from "../../serve.ts";
import { eventually } from "../../../../language/src/testing/eventually.ts";

export type Rooms = {
  readonly product: TestProduct;
  /** A client of a user; without a token, of a visitor. */
  readonly client: (token?: string) => SupabaseClient;
  readonly socket: (query?: string) => Promise<PlainSocket>;
};

export type Message = readonly [string | null, string | null, string, string, Readonly<Record<string, unknown>>];

export type PlainSocket = {
  readonly send: (...message: readonly unknown[]) => void;
  readonly raw: WebSocket;
  /** The next message that this is true of, of those that came and are to come. */
  readonly next: (is: (message: Message) => boolean) => Promise<Message>;
  readonly closed: Promise<number>;
};

/** The server does not reply to a token that a joined channel is given: its process goes on for as long. */
const answerMilliseconds = 30_000;
/** The same is true of a channel that ends before it is joined. */
const joinMilliseconds = 120_000;

export async function startRooms(
  start: StartProduct,
  options: Partial<ServeOptions> = {},
  source = visitorsOnly("Note"),
): Promise<Rooms & { readonly end: () => Promise<void> }> {
  const product = await start(source, options);
  const clients: SupabaseClient[] = [];
  const sockets: WebSocket[] = [];
  return {
    product,
    client: (token) => {
      const client = createClient(product.url, product.anonKey, {
        auth: { persistSession: false, autoRefreshToken: false },
        realtime: { timeout: answerMilliseconds },
        ...(token === undefined ? {} : { accessToken: async () => token }),
      });
      clients.push(client);
      return client;
    },
    socket: async (query = `?apikey=${product.anonKey}&vsn=2.0.0`) => {
      const raw = new WebSocket(`${product.url.replace("http", "ws")}/realtime/v1/websocket${query}`);
      sockets.push(raw);
      return plainSocket(raw);
    },
    end: async () => {
      for (const client of clients) await client.realtime.disconnect();
      for (const socket of sockets) socket.terminate();
    },
  };
}

async function plainSocket(raw: WebSocket): Promise<PlainSocket> {
  const came: Message[] = [];
  raw.on("message", (data, isBinary) => {
    if (!isBinary) came.push(JSON.parse(String(data)) as Message);
  });
  const closed = new Promise<number>((resolve) => raw.once("close", resolve));
  await new Promise<void>((resolve, reject) => {
    raw.once("open", resolve);
    raw.once("error", reject);
    raw.once("unexpected-response", (_request, response) => reject(new Error(`refused: ${response.statusCode}`)));
  });
  return {
    raw,
    closed,
    send: (...message) => raw.send(JSON.stringify(message)),
    next: async (is) =>
      eventually(
        () => {
          const at = came.findIndex(is);
          return at < 0 ? undefined : came.splice(at, 1)[0];
        },
        () => `of a plain socket, after ${JSON.stringify(came)}`,
      ),
  };
}

/** Ends when the client says that it has subscribed; fails with what it says instead. */
export async function joined(channel: RealtimeChannel): Promise<RealtimeChannel> {
  // Tokens are fetched; a channel that is joined before that is joined by a visitor.
  await channel.socket.setAuth();
  return new Promise((resolve, reject) => {
    channel.subscribe((status, failure) => {
      if (status === "SUBSCRIBED") resolve(channel);
      else reject(new Error(`${status}: ${failure?.message ?? ""}`));
    }, joinMilliseconds);
  });
}
