// What can go wrong with any request, and what each wire answers then. The router is the only one that asks.
import { ClientGone, DatabaseAway, PoolExhausted } from "../postgres/connections/request-pool.ts";
import type { Exchange } from "./exchange.ts";
import { MemoryExhausted } from "./memory-budget.ts";
import { BodyCutOff, BodyNotText, BodyTooLarge } from "./read-body.ts";

const reasons = {
  bodyTooLarge: BodyTooLarge,
  bodyNotText: BodyNotText,
  poolExhausted: PoolExhausted,
  memoryExhausted: MemoryExhausted,
  databaseAway: DatabaseAway,
} as const;

type Reason = keyof typeof reasons;

/** The failures of one wire: its own codes and words for what can go wrong everywhere, and what it alone knows. */
export type WireFailures<Refusal> = {
  readonly refusals: Readonly<Record<Reason, (message: string) => Refusal>>;
  /** Undefined: an unexpected failure. */
  readonly refusalIn: (failure: unknown, exchange: Exchange) => Promise<Refusal | undefined> | Refusal | undefined;
  readonly send: (exchange: Exchange, refusal: Refusal) => Promise<void> | void;
};

export type Wire = {
  /** False: the failure is unexpected, and nothing was answered. */
  readonly refuse: (failure: unknown, exchange: Exchange) => Promise<boolean>;
  /** In other words than those of most. */
  readonly sendUnexpected?: (exchange: Exchange) => void;
};

export const wireOf = <Refusal>({ refusals, refusalIn, send }: WireFailures<Refusal>): Wire => ({
  refuse: async (failure, exchange) => {
    const reason = reasonOf(failure);
    const refusal =
      reason === undefined ? await refusalIn(failure, exchange) : refusals[reason]((failure as Error).message);
    if (refusal === undefined) return false;
    await send(exchange, refusal);
    return true;
  },
});

const reasonOf = (failure: unknown): Reason | undefined =>
  (Object.keys(reasons) as readonly Reason[]).find((reason) => failure instanceof reasons[reason]);

/** The client disconnected: there is none to answer. */
export const isOfGoneClient = (failure: unknown): boolean =>
  failure instanceof BodyCutOff || failure instanceof ClientGone;
