// What the process that starts the others and those that serve say to each other.
import type { ConnectionShare, DatabaseAddress, FromRelay, ToRelay } from "@writ/server/processes";
import type { ServeOptions } from "@writ/server/serve";

/** As JSON, without what only lives in one process. */
export type PlainOptions = Pick<
  ServeOptions,
  "port" | "host" | "publicUrl" | "tls" | "log" | "proxies" | "jwtSecret" | "environment" | "files"
>;

export type ProcessInput = {
  /** What it is called on the bus. */
  readonly name: string;
  readonly number: number;
  readonly count: number;
  /** Download nothing. */
  readonly offline: boolean;
  readonly connections: ConnectionShare;
  readonly database: DatabaseAddress;
  readonly file: string;
  readonly source: string;
  readonly options: PlainOptions;
};

export type ToProcess =
  | { readonly kind: "begin"; readonly input: ProcessInput }
  | { readonly kind: "bus"; readonly told: FromRelay }
  /** With a connection. */
  | { readonly kind: "connection" }
  /** What runs is answered first. */
  | { readonly kind: "stop" };

export type FromProcess =
  | { readonly kind: "ready"; readonly url: string; readonly anonKey: string }
  /** It has the connection that it was sent, and can have another one. */
  | { readonly kind: "taken" }
  | { readonly kind: "bus"; readonly said: ToRelay }
  /** Its last word. `exit`: with what the command would end. */
  | { readonly kind: "failed"; readonly words: string; readonly exit: 1 | 2 };
