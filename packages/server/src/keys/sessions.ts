// Who a token is of, for all that is asked with one: whether it is genuine, and whether its session has ended.
import type { Bus } from "../bus/bus.ts";
import type { ServerModule } from "../module.ts";
import type { Database } from "../postgres/index.ts";
import { followEndedSessions, refusingEnded, type EndedSessions } from "./ended-sessions.ts";
import type { KeyRing } from "./key-ring.ts";
import { tokenChecker, type TokenChecker } from "./tokens.ts";
import { notingUsed, createUsedTokens, type UsedTokens } from "./used-tokens.ts";

export type Sessions = ServerModule & {
  readonly ended: EndedSessions;
  readonly used: UsedTokens;
  /** Flows of accounts look the session up themselves, and say which of all reasons it is. */
  readonly checkToken: TokenChecker;
  readonly checkSession: TokenChecker;
};

export function sessionsModule(
  database: Database,
  ring: () => KeyRing,
  { issuers, bus }: { readonly issuers: () => readonly string[]; readonly bus: Bus },
): Sessions {
  const ended = followEndedSessions(database);
  const used = createUsedTokens(bus);
  const checkToken = notingUsed(tokenChecker(ring, { issuers }), used);
  return {
    name: "sessions",
    ended,
    used,
    checkToken,
    checkSession: refusingEnded(checkToken, ended),
    start: ended.start,
    stop: ended.stop,
  };
}
