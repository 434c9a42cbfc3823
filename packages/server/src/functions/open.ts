// Calls of a product that is served: their processes, which end with it, and what runs the calls that wait.
import type { AtEnd } from "../product-database.ts";
import { findDeno } from "./process/deno.ts";
import { openWaiting } from "./run-waiting.ts";
import { openRunner } from "./process/runner.ts";
import { openRuns } from "./runs.ts";
import type { CallService } from "./service.ts";

export type Calls = { readonly service: CallService; readonly takeWaiting: () => Promise<void> };

export function openCalls(
  given: Omit<CallService, "runner" | "runs" | "ending">,
  atEnd: AtEnd,
  isMade: boolean,
): Calls {
  const deno = isMade ? findDeno() : undefined;
  const runner = deno === undefined ? undefined : openRunner(deno);
  const ending = new AbortController();
  const service: CallService = { ...given, runner, runs: openRuns(given.metrics), ending: ending.signal };
  const waiting = openWaiting(service);
  // Backwards: nothing is begun any more, what runs is ended, and then it is written down that it was.
  atEnd(waiting.end);
  if (runner !== undefined) atEnd(runner.end);
  atEnd(async () => ending.abort());
  return { service, takeWaiting: isMade ? waiting.take : async () => undefined };
}
