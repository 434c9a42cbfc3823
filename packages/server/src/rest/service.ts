// What a request for data is answered with: who asks, and what the server has for it.
import type { ClientBase, DatabaseError } from "pg";
import type { Changes } from "../postgres/connections/after-change.ts";
import type { Catalogue } from "./catalogue/catalogue.ts";
import type { Located } from "./describe/describe.ts";
import type { Failure } from "./failure.ts";
import type { Misfit } from "./respond/misfits.ts";
import type { ReadHints } from "./read-hints.ts";

export type Service = {
  readonly catalogue: () => Catalogue;
  readonly schemas: readonly string[];
  readonly maxRows: number | undefined;
  readonly aggregates: boolean;
  /** `rollback`: nothing is committed unless the request asks for it; for tests of the wire. */
  readonly transactionEnd: "commit" | "commit-allow-override" | "rollback" | "rollback-allow-override";
  /** Where the types and functions of extensions are found; `public` where nothing is said. */
  readonly extraSearchPath?: readonly string[];
  /** Whether any caller may ask for the query plan; for development, because a plan reveals what is stored. */
  readonly plans?: boolean;
  /** Tells every client how long the stages of its request took: for developing. */
  readonly timed?: boolean;
  /** For the description at the root. */
  readonly located?: Located;
  /** Whether a row that its writer may not read is still written, and not shown. */
  readonly writesUnread?: boolean;
  readonly readHints?: ReadHints;
  /** What meets a change of the database is done again. */
  readonly changes?: Changes;
  /** A function that every request calls first, in its transaction. */
  readonly preRequest: string | undefined;
  /** A connection that no other request uses until the work is done. */
  readonly withConnection: <Result>(work: (client: ClientBase) => Promise<Result>) => Promise<Result>;
  /** For the log: responses to clients do not mention it. */
  readonly failed?: (failure: DatabaseError) => void;
  /** What PostgreSQL itself refused, in the words of the document where it has some for that. */
  readonly inWords?: (error: DatabaseError, caller: Caller, misfits: readonly Misfit[]) => Promise<Failure | undefined>;
};

export type Caller = {
  readonly role: string;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly signedIn: boolean;
  /** Milliseconds that it took to check the token. */
  readonly checkedIn?: number;
  /** What functions may know of the request: `request.headers` and so on. */
  readonly settings: Readonly<Record<string, string>>;
};
