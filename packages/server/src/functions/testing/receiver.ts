// An external service, for tests: it keeps what it is sent and answers as the test sets it.
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Received = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type Receiver = {
  /** As the operator names it. */
  readonly host: string;
  readonly url: (path: string) => string;
  readonly received: readonly Received[];
  readonly at: (path: string) => readonly Received[];
  readonly connections: () => number;
  readonly end: () => Promise<void>;
};

/** `answer` may leave it without one. */
export async function startReceiver(answer: (received: Received, response: ServerResponse) => void): Promise<Receiver> {
  const received: Received[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => void parts.push(part));
    request.once("end", () => {
      const { method = "", url = "" } = request;
      const headers = request.headers as Readonly<Record<string, string>>;
      const one = { method, url, headers, body: Buffer.concat(parts).toString() };
      received.push(one);
      answer(one, response);
    });
  });
  server.on("connection", () => void connections++);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: (path) => `http://${host}${path}`,
    received,
    at: (path) => received.filter(({ url }) => url.split("?")[0] === path),
    connections: () => connections,
    end: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}
