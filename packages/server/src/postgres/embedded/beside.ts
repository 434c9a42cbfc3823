// The database of a folder that another process has open: reached by its socket, with the passwords of the folder.
import { join, resolve } from "node:path";
import { trackClients, connectionFailure } from "../clients.ts";
import type { ConnectOptions } from "../database.ts";
import type { Client } from "pg";
import { databaseName } from "../roles.ts";
import { addressIn } from "./data-directory.ts";
import { readPasswords } from "./passwords.ts";

export type Beside = {
  /** As the superuser where it is wished, and else as the owner. */
  readonly connect: (options?: ConnectOptions) => Promise<Client>;
  readonly end: () => Promise<void>;
};

/** Undefined where none runs there. */
export function openBeside(folder: string): Beside | undefined {
  const address = addressIn(folder);
  if (address === undefined) return undefined;
  const passwords = readPasswords(join(resolve(folder), "postgres", "passwords.json"), true);
  const { searchParams, hostname, port } = new URL(address.replace("@/", "@socket/"));
  const host = searchParams.get("host") ?? hostname;
  const clients = trackClients();
  return {
    connect: async ({ as, ...options } = {}) => {
      const user = as === "superuser" ? "postgres" : "writ_owner";
      const place = { host, port: port === "" ? 5432 : Number(port), database: databaseName };
      try {
        return await clients.connect({ ...place, user, password: passwords[user], ...options });
      } catch (error) {
        throw connectionFailure(error);
      }
    },
    end: clients.end,
  };
}
