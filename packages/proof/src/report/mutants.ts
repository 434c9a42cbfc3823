// What became of the mutants of a document: how many were caught, and which ones no one would have noticed.
import type { Fate, MutantResult } from "../mutate/run-mutants.ts";

export type MutantReport = Readonly<
  Record<"caught" | "elsewhere" | "equivalent" | "noDocument" | "survived", number>
> & {
  readonly mutants: readonly ReportedMutant[];
};

export type ReportedMutant = {
  readonly address: string;
  readonly clause: string;
  readonly what: string;
  readonly before: string;
  /** Empty: left out. */
  readonly after: string;
  readonly fate: Fate;
  /** The address of the case that caught it. */
  readonly by: string | undefined;
  readonly evidence: string;
};

export function mutantReportOf(tried: readonly MutantResult[]): MutantReport {
  const count = (fate: Fate) => tried.filter((one) => one.fate === fate).length;
  return {
    caught: count("caught"),
    elsewhere: count("caught elsewhere"),
    equivalent: count("equivalent"),
    noDocument: count("no document"),
    survived: count("survived"),
    mutants: tried.map(({ mutant: { address, clause, what, before, after }, fate, by, evidence }) => ({
      address,
      clause,
      what,
      before,
      after,
      fate,
      by,
      evidence,
    })),
  };
}
