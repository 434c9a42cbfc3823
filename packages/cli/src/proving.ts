// The process of the console's proof: is given a document's text, tries its plan on a copy of its own, and tells of each case.
import { setPriority } from "node:os";
import { compile } from "@writ/language";
import { planOf, provenBefore, provenBy, runCases, type Proven } from "@writ/proof";
import { onScratch } from "./scratch.ts";

export type Said =
  | { readonly kind: "planned"; readonly cases: readonly Proven[] }
  | { readonly kind: "tried"; readonly case: Proven }
  /** The last word; undefined where all was tried. */
  | { readonly kind: "ended"; readonly failure: string | undefined };

const stopped = new AbortController();
const stop = () => stopped.abort();
// Whoever wanted it is gone. A terminal tells everything in it to end: the copy is to be taken away first.
process.once("disconnect", stop);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);

const say = (said: Said): void => {
  if (process.connected) process.send?.(said);
};

async function prove(source: string): Promise<void> {
  // Its database too comes after whatever people do meanwhile.
  setPriority(10);
  const compiled = compile(source);
  const plan = planOf(compiled);
  say({ kind: "planned", cases: provenBefore(compiled, plan) });
  if (plan.cases.length === 0) return;
  await onScratch(source, compiled, async (ground) => {
    stopped.signal.throwIfAborted();
    await runCases(plan.cases, [ground], (result) => {
      stopped.signal.throwIfAborted();
      say({ kind: "tried", case: provenBy(result) });
    });
  });
}

const ended = (failure: string | undefined): void => {
  say({ kind: "ended", failure });
  if (process.connected) process.disconnect?.();
};

process.once("message", (source) => {
  void prove(String(source)).then(
    () => ended(undefined),
    (failure: unknown) => ended(failure instanceof Error ? failure.message : String(failure)),
  );
});
