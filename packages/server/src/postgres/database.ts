// What the rest of the server knows of the database, whether it is embedded or external.
import type { Client, ClientConfig, PoolConfig } from "pg";
import type { DatabaseFailure } from "./failure.ts";

export type Database = {
  /** For `psql` and other programs; it connects as the owner. */
  readonly url: string;
  readonly capabilities: Capabilities;
  readonly state: () => DatabaseState;
  /** A connection of its own. `stop` ends those that are still open. */
  readonly connect: (options?: ConnectOptions) => Promise<Client>;
  /** What a `pg.Pool` takes. */
  readonly poolConfig: (as: Login) => PoolConfig;
  readonly stop: () => Promise<void>;
};

/**
 * `owner` makes what documents say; `authenticator` serves requests: it may nothing until a request gives it a
 * role. In a database that is not ours there is one user for both.
 */
export type Login = "owner" | "authenticator";

/** `superuser`: lays the rows of a scratch copy past every trigger; in a database that is not ours there is none. */
export type ConnectOptions = ClientConfig & { readonly as?: Login | "superuser" };

export type Capabilities = {
  readonly majorVersion: number;
  /** Whether it is ours alone, and can be backed up and looked at as its superuser. */
  readonly superuser: boolean;
  /** Whether rows can be worked on regardless of their policies, as `service_role` and what is derived must. */
  readonly bypassRls: boolean;
  readonly replication: boolean;
  readonly logicalWal: boolean;
};

export type DatabaseState =
  | { readonly is: "ready" }
  | { readonly is: "restarting"; readonly failure: DatabaseFailure; readonly attempt: number }
  | { readonly is: "stopped" };

export type OnState = (state: DatabaseState) => void;
