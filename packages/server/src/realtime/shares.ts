// What each network has of everything live, as long as it has any of it.
import { newAllowance, type Allowance, type LiveLimits } from "./limits.ts";

export type Share = {
  readonly network: string;
  sockets: number;
  channels: number;
  readonly joins: Allowance;
  readonly messages: Allowance;
  readonly matching: Allowance;
  usedAt: number;
};

export type Shares = {
  readonly of: (network: string) => Share;
  /** Those that have nothing any more, and nothing that they have used up. */
  readonly forget: () => void;
};

/** After so long every client has its full allowance again. */
const forgotten = 10_000;

export function createShares(limits: LiveLimits): Shares {
  const shares = new Map<string, Share>();
  return {
    of: (network) => {
      let share = shares.get(network);
      if (share === undefined) {
        share = {
          network,
          sockets: 0,
          channels: 0,
          joins: newAllowance(limits.joinsOfOne),
          messages: newAllowance(limits.messagesOfOne),
          matching: newAllowance(limits.matchingOfOne),
          usedAt: performance.now(),
        };
        shares.set(network, share);
      }
      share.usedAt = performance.now();
      return share;
    },
    forget: () => {
      const now = performance.now();
      for (const [network, { sockets, usedAt }] of shares)
        if (sockets === 0 && now - usedAt > forgotten) shares.delete(network);
    },
  };
}
