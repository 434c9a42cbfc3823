// Calls of a product that is served: their addresses, their processes, and what runs the calls that wait.
import type { ProcessSlot } from "../bus/slot.ts";
import type { ServerModule } from "../module.ts";
import { findDeno } from "./process/deno.ts";
import { createRunner } from "./process/runner.ts";
import { createWaitingCalls } from "./run-waiting.ts";
import { createRuns } from "./runs.ts";
import { callRoutes } from "./serve.ts";
import type { CallService } from "./service.ts";

export type Calls = ServerModule & { readonly service: CallService; readonly takeWaiting: () => Promise<void> };

/** `isMade`: false lets calls in, judges them, and runs and sends nothing. */
export function callsModule(
  given: Omit<CallService, "runner" | "runs" | "ending">,
  { isMade, slot }: { readonly isMade: boolean; readonly slot: ProcessSlot },
): Calls {
  const runner = isMade ? createRunner(findDeno, slot) : undefined;
  const ending = new AbortController();
  const service: CallService = { ...given, runner, runs: createRuns(given.metrics), ending: ending.signal };
  const waiting = createWaitingCalls(service, slot);
  return {
    name: "calls",
    routes: callRoutes(service),
    service,
    takeWaiting: isMade ? waiting.take : async () => undefined,
    start: async () => runner?.start(),
    // Nothing is begun any more, what runs is ended, and then it is written down that it was.
    stop: async () => {
      ending.abort();
      await Promise.resolve(runner?.end()).finally(waiting.end);
    },
  };
}
