// What a comparison needs of a database that enforces a document: rows are laid, and people read and act, each as themselves.
import type { Act } from "../interpreter/attempt.ts";
import type { Caller, World } from "../interpreter/world/world.ts";

/** By id, then field: values as texts, so that both sides can be laid beside each other; null is empty. */
export type Table = ReadonlyMap<string, ReadonlyMap<string, string | null>>;

export type Refused = {
  /** Each with the field that it speaks of, where it does: `REQUIRED title`. */
  readonly codes: readonly string[];
  /** Those that speak of one row. */
  readonly ofRows: readonly { readonly code: string; readonly row: string }[];
  /** The whole answer, for a person to read. */
  readonly said: string;
};

export type Answer = { readonly rows: ReadonlyMap<string, Table> } | Refused;

export type Backend = {
  /** The world's rows exactly as they are, rules and rights aside; what was there is gone. */
  readonly lay: (world: World) => Promise<void>;
  /** What the database takes for now; whatever follows in `ask` happens at this moment. */
  readonly ask: <Result>(question: (asking: BackendSession) => Promise<Result>) => Promise<Result>;
};

/** One transaction, which leaves nothing behind. */
export type BackendSession = {
  readonly now: number;
  /** The rows of an entity that a user reads, each with its readable fields. */
  readonly read: (me: Caller, entity: string) => Promise<Table | Refused>;
  /** The ids of those rows that have a value in a field, as a filter finds them. */
  readonly filled: (me: Caller, entity: string, field: string) => Promise<readonly string[]>;
  /** The ids of the rows that are read where a request adds what the database says of the reader beforehand, if it does. */
  readonly narrowed: (me: Caller, entity: string) => Promise<readonly string[] | undefined>;
  /** All rows afterwards, or why not. */
  readonly act: (me: Caller, act: Act) => Promise<Answer>;
};
