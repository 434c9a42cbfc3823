// What all live code works with: tokens, topics, the database, and limits.
import type { EndedSessions } from "../keys/ended-sessions.ts";
import type { TokenChecker } from "../keys/tokens.ts";
import type { Log } from "../telemetry/log.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { RequestPool } from "../postgres/connections/request-pool.ts";
import type { ChangeFeed } from "./changes/feed.ts";
import type { Broadcast } from "./broadcast.ts";
import type { Hub } from "./hub.ts";
import type { LiveLimits } from "./limits.ts";
import type { Presences } from "./presence.ts";
import type { Share } from "./shares.ts";

export type LiveService = {
  /** As the system, which asks policies in a caller's place. */
  readonly owner: RequestPool;
  /** Which knows of sessions that have ended. */
  readonly checkToken: TokenChecker;
  readonly ended: Pick<EndedSessions, "has" | "watch">;
  readonly hub: Hub;
  readonly broadcast: Broadcast;
  readonly presences: Presences;
  readonly changes: ChangeFeed;
  readonly limits: LiveLimits;
  /** What a network has of everything. */
  readonly shareOf: (network: string) => Share;
  readonly proxies: number;
  readonly log: Log;
  readonly metrics: Metrics;
};

/** An expected refusal, under the code and the words that clients of this wire know. */
export class LiveRefusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = "LiveRefusal";
    this.code = code;
  }
}

export const reasonOf = ({ code, message }: LiveRefusal): string => `${code}: ${message}`;
