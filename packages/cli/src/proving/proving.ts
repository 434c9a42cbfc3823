// The process of the console's proof: is given a document, tries on a copy of its own what is asked for, and tells of each.
import { setPriority } from "node:os";
import { compile } from "@writ/language";
import { mutantsOf } from "@writ/language/mutants";
import {
  mutantReportOf,
  passedOf,
  planOf,
  provenBefore,
  provenBy,
  runCases,
  runMutants,
  type Proven,
  type ReportedMutant,
  type Result,
} from "@writ/proof";
import { endings } from "../process/endings.ts";
import { missingResourceMessage } from "./missing-resource.ts";
import { onScratch } from "./scratch.ts";
import { screensOf } from "./test-screens.ts";

export type ProofInput = {
  readonly file: string;
  readonly source: string;
  readonly kind: "cases" | "screens" | "mutants";
};

export type ProofMessage =
  | { readonly kind: "planned"; readonly cases: readonly Proven[] }
  | { readonly kind: "tried"; readonly case: Proven }
  | { readonly kind: "counted"; readonly tried: number; readonly all: number }
  | { readonly kind: "mutant"; readonly mutant: ReportedMutant }
  /** The last word; undefined where all was tried. */
  | { readonly kind: "ended"; readonly failure: string | undefined };

const stopped = new AbortController();
const { signal } = stopped;
const stop = () => stopped.abort();
// The parent process is gone. A terminal signals all its processes to end: the copy is to be removed first.
process.once("disconnect", stop);
for (const name of endings) process.on(name, stop);

const say = (message: ProofMessage): void => {
  if (process.connected) process.send?.(message);
};

const ways: Readonly<Record<ProofInput["kind"], (wanted: ProofInput) => Promise<void>>> = {
  cases: proveCases,
  screens: proveScreens,
  mutants: proveMutants,
};

async function proveCases({ source }: ProofInput): Promise<void> {
  const compiled = compile(source);
  const plan = planOf(compiled);
  say({ kind: "planned", cases: provenBefore(compiled, plan) });
  if (plan.cases.length === 0) return;
  await onScratch(source, compiled, async (ground) => {
    signal.throwIfAborted();
    await runCases(plan.cases, ground, (result) => {
      signal.throwIfAborted();
      say({ kind: "tried", case: provenBy(result) });
    });
  });
}

/** Nothing is downloaded while somebody waits in the console. */
const surroundings = { environment: process.env, error: () => undefined };

async function proveScreens({ file, source }: ProofInput): Promise<void> {
  const compiled = compile(source);
  const screens = await screensOf(compiled, file, "", { offline: true }, surroundings);
  if (typeof screens === "string") throw new Error(screens);
  const { screenProven } = await import("@writ/proof/screens");
  say({ kind: "planned", cases: screens.before() });
  if (!screens.isAny) return;
  await screens.open(source, signal, (_count, _all, result) => say({ kind: "tried", case: screenProven(result) }));
}

/** On what the mutants make of the copy only cases are tried that the document itself passes. */
async function proveMutants({ source }: ProofInput): Promise<void> {
  const compiled = compile(source);
  const plan = planOf(compiled);
  const mutants = mutantsOf(compiled);
  const all = plan.cases.length + mutants.length;
  say({ kind: "counted", tried: 0, all });
  if (all === 0) return;
  await onScratch(source, compiled, async (workshop) => {
    signal.throwIfAborted();
    const results: Result[] = [];
    let tried = 0;
    const count = () => {
      signal.throwIfAborted();
      say({ kind: "counted", tried: ++tried, all });
    };
    const site = await runCases(plan.cases, workshop, (result) => {
      results.push(result);
      count();
    });
    const cases = passedOf(plan.cases, results);
    await runMutants(mutants, { compiled, cases, notTried: plan.notTried, workshop, site }, (one) => {
      for (const mutant of mutantReportOf([one]).mutants) say({ kind: "mutant", mutant });
      count();
    });
  });
}

const ended = (failure: string | undefined): void => {
  say({ kind: "ended", failure });
  if (process.connected) process.disconnect?.();
};

process.once("message", (input: ProofInput) => {
  // It and its database get less processor time than the user's own programs.
  setPriority(10);
  void ways[input.kind](input).then(
    () => ended(undefined),
    (failure: unknown) =>
      ended(missingResourceMessage(failure) ?? (failure instanceof Error ? failure.message : String(failure))),
  );
});
