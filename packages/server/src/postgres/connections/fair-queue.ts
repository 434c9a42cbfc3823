// Whose request gets the next connection: callers take turns, so the caller a thousand times at once waits for
// themselves.
import type { ServerResponse } from "node:http";

/** All connections are taken, and too many wait already or have waited too long. */
export class PoolExhausted extends Error {
  constructor() {
    super("Timed out acquiring connection from connection pool.");
    this.name = "PoolExhausted";
  }
}

/** The client is gone, and nothing was done. */
export class ClientGone extends Error {
  constructor() {
    super("Nobody waits for the answer.");
    this.name = "ClientGone";
  }
}

/** Who asks, and what their answer goes out on. */
export type WaitingRequest = {
  /** A client that disconnects cancels its request; undefined: what was begun is brought to its end. */
  readonly response?: ServerResponse;
  /** Undefined: a trusted caller, without limits. */
  readonly caller: string | undefined;
};

export type FairQueue = {
  /** Ends when it is one's turn; what it gives ends the turn. */
  readonly take: (asking?: WaitingRequest) => Promise<() => void>;
  readonly load: () => { readonly busy: number; readonly waiting: number };
};

export type QueueLimits = { readonly places: number; readonly waiting: number; readonly waitMilliseconds: number };

type CallerQueue = { busy: number; readonly waiting: Set<() => void> };

/** One caller has three quarters of the places at most, and of the line in front of them a quarter. */
export function createFairQueue(limits: QueueLimits): FairQueue {
  const mostBusy = Math.max(1, Math.floor((limits.places * 3) / 4));
  const mostWaiting = Math.max(1, Math.floor(limits.waiting / 4));
  /** In the order of their turns: a caller that was served goes to the end. */
  const queues = new Map<string | undefined, CallerQueue>();
  let busy = 0;
  let waiting = 0;

  const isFree = (caller: string | undefined, line: CallerQueue) =>
    busy < limits.places && (caller === undefined || line.busy < mostBusy);

  const begin = (caller: string | undefined, line: CallerQueue): (() => void) => {
    busy++;
    line.busy++;
    queues.delete(caller);
    queues.set(caller, line);
    return () => {
      busy--;
      line.busy--;
      forget(caller, line);
      next();
    };
  };
  const forget = (caller: string | undefined, line: CallerQueue) => {
    if (line.busy === 0 && line.waiting.size === 0) queues.delete(caller);
  };
  const next = () => {
    if (waiting === 0) return;
    for (const [caller, line] of queues) {
      const [first] = line.waiting;
      if (first === undefined || !isFree(caller, line)) continue;
      first();
      return;
    }
  };

  return {
    take: async (asking) => {
      const { caller, response } = asking ?? {};
      if (response?.destroyed === true) throw new ClientGone();
      const line = queues.get(caller) ?? { busy: 0, waiting: new Set() };
      queues.set(caller, line);
      if (line.waiting.size === 0 && isFree(caller, line)) return begin(caller, line);
      if (waiting >= limits.waiting || (caller !== undefined && line.waiting.size >= mostWaiting)) {
        forget(caller, line);
        throw new PoolExhausted();
      }
      return new Promise((resolve, reject) => {
        const leave = () => {
          waiting--;
          line.waiting.delete(go);
          clearTimeout(late);
          response?.removeListener("close", gone);
        };
        const go = () => {
          leave();
          resolve(begin(caller, line));
        };
        const giveUp = (failure: Error) => {
          leave();
          forget(caller, line);
          reject(failure);
        };
        const gone = () => giveUp(new ClientGone());
        const late = setTimeout(() => giveUp(new PoolExhausted()), limits.waitMilliseconds);
        waiting++;
        line.waiting.add(go);
        response?.once("close", gone);
      });
    },
    load: () => ({ busy, waiting }),
  };
}
