// What everything about calls works with: the document, the database as the caller and as the owner, and processes.
import type { Claims } from "../outbox/claims.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { Tracing } from "../telemetry/tracing.ts";
import type { Log } from "../telemetry/log.ts";
import type { RequestPool } from "../postgres/connections/request-pool.ts";
import type { DataService } from "../rest/serve.ts";
import type { Edition } from "../writing/writing.ts";
import type { Runner } from "./process/runner.ts";
import type { Runs } from "./runs.ts";

export type CallService = {
  /** The document that is served; undefined where none is known: nothing is called then. */
  readonly edition: () => Edition | undefined;
  readonly data: DataService;
  /** Begins with no right at all. */
  readonly pool: RequestPool;
  /** Judges rights, and writes what a run did as a whole. */
  readonly owner: RequestPool;
  /** Undefined: this machine has no runtime for code. */
  readonly runner: Runner | undefined;
  readonly runs: Runs;
  /** What this server has taken of the outbox. */
  readonly claims: Claims;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** A secret that section 7 names; undefined where it is not set. */
  readonly secretOf: (name: string) => string | undefined;
  readonly log: Log;
  readonly metrics: Pick<Metrics, "work">;
  readonly tracing: Tracing | undefined;
  /** What a run left to be done outside is done now and not in a second. */
  readonly wake: () => void;
  /** Aborted when the server shuts down: external services are no longer waited for. */
  readonly ending: AbortSignal;
  /** What code prints, for the developer. */
  readonly onPrint: ((line: string) => void) | undefined;
};
