// The three kinds of runs of a proof, and each in a line: what it does, how far it is, what came of it.
import type { MutantFate, ProofKind, ProofView, ProofRunView, ProvenCaseView } from "@writ/server/response-types";
import { momentOf } from "../faces.tsx";
import { countsOf } from "./results.tsx";

/** `does`: what a person reads before it has run. */
type Kind = { readonly kind: ProofKind; readonly name: string; readonly does: string };

export const kinds: readonly Kind[] = [
  {
    kind: "cases",
    name: "Cases",
    does: "Derives cases from the document and runs them on a fresh copy. The product and its rows are not touched.",
  },
  {
    kind: "screens",
    name: "Screens",
    does: "Opens every screen in the Chromium of this machine, as a user of each role.",
  },
  {
    kind: "mutants",
    name: "Mutants",
    does: "Runs the cases on documents with one changed clause, to see whether they notice. This takes minutes.",
  },
];

export const runningIn = ({ runs }: ProofView): ProofKind | undefined =>
  kinds.find(({ kind }) => runs[kind].is === "running")?.kind;

/** Screens are what section 2 has. */
const isOf = (kind: ProofKind, { clause, outcome }: ProvenCaseView): boolean =>
  (kind === "screens") === (clause.startsWith("2/") && outcome !== "not shown");

export function wordsOf({ kind, does }: Kind, { runs, cases, mutants }: ProofView): string {
  const run = runs[kind];
  if (run.is === "never") return does;
  if (run.is === "running") return progressWords(kind, run);
  const when = `in ${(run.seconds ?? 0).toFixed(1)} s, ${momentOf(run.beganAt ?? null)}`;
  const came = kind === "mutants" ? fatesOf(mutants.fates) : countsOf(cases.filter((one) => isOf(kind, one)));
  return `${came}, ${when}.`;
}

function progressWords(kind: ProofKind, { tried, all }: ProofRunView): string {
  if (all === 0) return kind === "screens" ? "Looking for screens." : "Looking for cases.";
  if (tried > 0) return `${tried} of ${all} done.`;
  return kind === "mutants" ? "Making a copy." : `Making a copy for ${all} ${kind}.`;
}

const order: readonly MutantFate[] = ["survived", "caught", "caught elsewhere", "equivalent", "no document"];

const fatesOf = (fates: ProofView["mutants"]["fates"]): string =>
  order
    .filter((fate) => fates[fate] > 0 || fate === "survived" || fate === "caught")
    .map((fate) => `${fates[fate]} ${fate}`)
    .join(", ");
