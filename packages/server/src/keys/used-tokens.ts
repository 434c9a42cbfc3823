// From which renewal of a session the newest access token came that was used here: a used token has arrived.
import type { Bus } from "../bus/bus.ts";
import type { Claims, TokenChecker } from "./tokens.ts";

export type UsedTokens = {
  readonly note: (claims: Claims) => void;
  /** Whether a token of this renewal, or of a later one, was used. */
  readonly has: (session: string, renewal: bigint) => boolean;
};

/** Forgetting one, or another machine's not knowing it, lets no one in who would not be without all this. */
const remembered = 100_000;

const subject = "tokens.used";

/** What is used in one process is known to all. */
export function createUsedTokens(bus: Bus): UsedTokens {
  const newest = new Map<string, number>();
  const keep = (session: string, renewal: number): boolean => {
    if ((newest.get(session) ?? -1) >= renewal) return false;
    // Those that were written last are kept.
    newest.delete(session);
    newest.set(session, renewal);
    const [oldest] = newest.size > remembered ? newest.keys() : [];
    if (oldest !== undefined) newest.delete(oldest);
    return true;
  };
  bus.subscribe<readonly [string, number]>(subject, ([session, renewal]) => void keep(session, renewal));
  return {
    note: ({ session_id: session, renewal }) => {
      if (typeof session !== "string" || typeof renewal !== "number") return;
      if (keep(session, renewal)) bus.publish(subject, [session, renewal]);
    },
    has: (session, renewal) => BigInt(newest.get(session) ?? -1) >= renewal,
  };
}

export const notingUsed =
  (check: TokenChecker, used: UsedTokens): TokenChecker =>
  async (token) => {
    const checked = await check(token);
    if ("claims" in checked) used.note(checked.claims);
    return checked;
  };
