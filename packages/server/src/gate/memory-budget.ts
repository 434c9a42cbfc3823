// How much of what clients send, and of answers that they have not fetched, is held in memory at once: of all, and of one.
import type { ServerResponse } from "node:http";
import { partOf, type ProcessSlot } from "../bus/slot.ts";

/** Too much is held already; it passes. */
export class MemoryExhausted extends Error {
  constructor() {
    super("Too much is being sent and fetched at once. Try again.");
    this.name = "MemoryExhausted";
  }
}

export type MemoryBudget = {
  /** What one caller's request holds from now on, until its response is closed. */
  readonly forRequest: (caller: string, response: ServerResponse) => RequestMemory;
};

export type RequestMemory = {
  /** Fails with `MemoryExhausted` where there is none. */
  readonly reserve: (bytes: number) => void;
  /** What is there already and has to go out: the next request is the one that has to wait. */
  readonly charge: (bytes: number) => void;
};

export type MemoryLimits = {
  readonly bytes: number;
  /** Of one caller: a client that sends slowly, or fetches nothing, takes no room from others. */
  readonly bytesOfOne: number;
};

/** Of all processes together, as far as each has what its largest requests take. */
export const memoryLimits = (slot: ProcessSlot): MemoryLimits => ({
  bytes: partOf(256 * 2 ** 20, slot, 64 * 2 ** 20),
  bytesOfOne: partOf(64 * 2 ** 20, slot, 32 * 2 ** 20),
});

export function createMemoryBudget(limits: MemoryLimits): MemoryBudget {
  const callers = new Map<string, number>();
  let all = 0;
  const count = (caller: string, bytes: number) => {
    all += bytes;
    const own = (callers.get(caller) ?? 0) + bytes;
    if (own === 0) callers.delete(caller);
    else callers.set(caller, own);
  };
  return {
    forRequest: (caller, response) => {
      let held = 0;
      const charge = (bytes: number) => {
        // A response that is closed already emits no second `close`.
        if (bytes === 0 || response.destroyed) return;
        if (held === 0) response.once("close", () => count(caller, -held));
        held += bytes;
        count(caller, bytes);
      };
      return {
        reserve: (bytes) => {
          if (all + bytes > limits.bytes || (callers.get(caller) ?? 0) + bytes > limits.bytesOfOne)
            throw new MemoryExhausted();
          charge(bytes);
        },
        charge,
      };
    },
  };
}
