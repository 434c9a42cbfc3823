// Starts the server again when it ends by itself, and reports its state meanwhile.
import { setTimeout as delay } from "node:timers/promises";
import type { DatabaseState, OnState } from "../database.ts";
import { DatabaseFailure, failure, messageOf } from "../failure.ts";
import type { Postmaster } from "./postmaster.ts";
import { down } from "../problems.ts";

export type Supervised = { readonly state: () => DatabaseState; readonly stop: () => Promise<void> };

/** Milliseconds before the next attempt: soon after the first time, at last every five seconds. */
const pauseBefore = (attempt: number): number => Math.min(5000, 50 * 2 ** (attempt - 1));

/** A server that ran for so long did not end for the same reason as before. */
const steady = 60_000;

/** The first start must succeed. */
export async function supervise(start: () => Promise<Postmaster>, onState: OnState): Promise<Supervised> {
  const stopping = new AbortController();
  let state: DatabaseState = { is: "ready" };
  let server = await start();
  const enter = (next: DatabaseState) => {
    state = next;
    onState(next);
  };

  const watch = async () => {
    for (let attempt = 0; ;) {
      const began = performance.now();
      let why = await server.ended;
      if (stopping.signal.aborted) return;
      if (performance.now() - began > steady) attempt = 0;
      for (;;) {
        attempt++;
        enter({ is: "restarting", failure: why, attempt });
        await delay(pauseBefore(attempt), undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);
        if (stopping.signal.aborted) return;
        try {
          server = await start();
        } catch (error) {
          why = error instanceof DatabaseFailure ? error : failure(down, messageOf(error));
          continue;
        }
        // The stop came while it started.
        if (stopping.signal.aborted) return server.stop();
        break;
      }
      enter({ is: "ready" });
    }
  };
  const watching = watch();

  return {
    state: () => state,
    stop: async () => {
      stopping.abort();
      await server.stop();
      await watching;
      if (state.is !== "stopped") enter({ is: "stopped" });
    },
  };
}
