// What everything about files works with: the database as the caller and as the system, the bytes, keys, and bounds.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import type { Caller } from "../gate/caller.ts";
import type { RequestMemory } from "../gate/memory-budget.ts";
import type { KeyRing } from "../keys/key-ring.ts";
import type { TokenChecker } from "../keys/tokens.ts";
import type { RequestPool } from "../postgres/connections/request-pool.ts";
import type { Settings } from "../postgres/connections/caller-settings.ts";
import type { FileStore } from "./disk/file-store.ts";

export type StorageService = {
  /** As the caller. */
  readonly pool: RequestPool;
  /** As the system: whether a bucket is there, and what was uploaded is entered. */
  readonly owner: RequestPool;
  readonly store: FileStore;
  readonly checkToken: TokenChecker;
  readonly ring: () => KeyRing;
  /** The address of this server, as people know it. */
  readonly url: () => string;
  /** No file is larger, whatever its bucket says. */
  readonly mostBytes: number;
};

export type StorageRequest = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Undefined: no token was sent, or an invalid one where none is needed. */
  readonly caller: Caller & { readonly settings: Settings };
  /** What the address names: the bucket, and the object behind it. */
  readonly bucket: string;
  readonly name: string;
  readonly query: URLSearchParams;
  readonly headers: { readonly get: (name: string) => string | null };
  /** Whose turn it is, and what is held in memory for them. */
  readonly queueKey: string | undefined;
  readonly memory: RequestMemory;
  /** As policies may ask for it. */
  readonly operation: string;
};

export type StorageAnswer =
  | { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly json: unknown }
  | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly text: string }
  | {
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      /** Undefined where only the head is asked for. */
      readonly bytes: Readable | undefined;
    };

export type Flow = (asked: StorageRequest, service: StorageService) => Promise<StorageAnswer>;
