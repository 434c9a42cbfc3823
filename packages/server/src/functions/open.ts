// Calls of a product that is served: their processes, which end with it, and what runs the calls that wait.
import type { AtEnd } from "../product-database.ts";
import { findDeno } from "./deno.ts";
import { runWaiting } from "./run-waiting.ts";
import { openRunner } from "./runner.ts";
import type { CallService } from "./service.ts";

export type Calls = { readonly service: CallService; readonly runWaiting: () => Promise<boolean> };

export function openCalls(given: Omit<CallService, "runner">, atEnd: AtEnd): Calls {
  const deno = findDeno();
  const runner = deno === undefined ? undefined : openRunner(deno);
  if (runner !== undefined) atEnd(runner.end);
  const service: CallService = { ...given, runner };
  return { service, runWaiting: async () => runWaiting(service) };
}
