// The process that helps to try a plan: makes a copy of the product, and tries on it the cases that it is asked for.
import { on } from "node:events";
import { rmSync } from "node:fs";
import { compile } from "@writ/language";
import { openSite, runCase, unpackedCases } from "@writ/proof";
import type { WorkerMessage, WorkerInput } from "./try-in-process.ts";
import { endings } from "../process/endings.ts";
import { missingResourceMessage } from "./missing-resource.ts";
import { onScratch } from "./scratch.ts";

const stopped = new AbortController();
const { signal } = stopped;
// The parent process is done, or gone.
process.once("disconnect", () => stopped.abort());
// Or was before this was read.
if (!process.connected) stopped.abort();
// A terminal signals all its processes to end; the parent of this one tells it when.
for (const name of endings) process.on(name, () => undefined);

const say = (message: WorkerMessage): void => {
  if (process.connected) process.send?.(message);
};

async function tryThere({ source, folder, packed }: WorkerInput): Promise<void> {
  const asked = on(process, "message", { signal }) as AsyncIterable<readonly [number]>;
  const cases = unpackedCases(packed);
  const [first] = cases;
  if (first === undefined) return;
  signal.throwIfAborted();
  const tryAsked = async (ground: Parameters<Parameters<typeof onScratch>[2]>[0]) => {
    say({ kind: "ready" });
    const site = await openSite(first.situation.world, ground);
    for await (const [index] of asked) {
      const one = cases[index];
      if (one !== undefined) say({ kind: "tried", ended: await runCase(one, site) });
    }
  };
  await onScratch(source, compile(source), tryAsked, { folder });
}

process.once("message", (input: WorkerInput) => {
  const failed = (failure: unknown) => {
    const lack = missingResourceMessage(failure);
    const words = failure instanceof Error ? (failure.stack ?? failure.message) : String(failure);
    // A user who has stopped it waits for nothing else.
    if (!signal.aborted) say({ kind: "failed", failure: lack ?? words, lacks: lack !== undefined });
    if (process.connected) process.disconnect?.();
  };
  // Also where no copy was made: the process that made the folder may be gone.
  const clear = () => rmSync(input.folder, { recursive: true, force: true, maxRetries: 10 });
  void tryThere(input).finally(clear).catch(failed);
});
