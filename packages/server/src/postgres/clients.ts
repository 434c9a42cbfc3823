// The connections that were given out, so that all of them can be ended.
import { Client, type ClientConfig } from "pg";
import { codeOf, failure, messageOf } from "./failure.ts";
import { down } from "./problems.ts";

export type Clients = {
  readonly connect: (config: ClientConfig) => Promise<Client>;
  readonly end: () => Promise<void>;
};

export function trackClients(): Clients {
  const open = new Set<Client>();
  return {
    connect: async (config) => {
      const client = new Client(config);
      // A server that stops while no query runs is no reason to end this process: the next query reports it.
      client.on("error", () => undefined);
      client.once("end", () => open.delete(client));
      await client.connect();
      open.add(client);
      return client;
    },
    end: async () => {
      await Promise.all([...open].map((client) => client.end().catch(() => undefined)));
    },
  };
}

/** Not there, starting, ending, recovering: what passes by itself. */
const passing = ["ENOENT", "ECONNREFUSED", "ECONNRESET", "EPIPE", "57P01", "57P02", "57P03"];

export const connectionFailure = (error: unknown): unknown =>
  passing.includes(codeOf(error)) ? failure(down, messageOf(error)) : error;
