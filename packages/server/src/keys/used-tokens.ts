// From which renewal of a session the newest access token came that was used here: a used token has arrived.
import type { Claims, TokenChecker } from "./tokens.ts";

export type UsedTokens = {
  readonly note: (claims: Claims) => void;
  /** Whether a token of this renewal, or of a later one, was used. */
  readonly has: (session: string, renewal: bigint) => boolean;
};

/** Forgetting one, or another server's not knowing it, lets no one in who would not be without all this. */
const remembered = 100_000;

export function createUsedTokens(): UsedTokens {
  const newest = new Map<string, number>();
  return {
    note: ({ session_id: session, renewal }) => {
      if (typeof session !== "string" || typeof renewal !== "number" || (newest.get(session) ?? -1) >= renewal) return;
      // Those that were written last are kept.
      newest.delete(session);
      newest.set(session, renewal);
      const [oldest] = newest.size > remembered ? newest.keys() : [];
      if (oldest !== undefined) newest.delete(oldest);
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
