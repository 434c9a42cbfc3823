// The last runs of each call, for the operator: how they ended, how long they took, what they printed.
// They are of this process alone and end with it; what was given, answered and written is no one's to look at here.
import type { Call } from "@writ/language/model";
import type { Metrics } from "../telemetry/metrics.ts";

export type RunEnd = "done" | "refused" | "failed";

export type CallRun = {
  readonly id: number;
  readonly beganAt: string;
  readonly milliseconds: number | undefined;
  readonly end: RunEnd | undefined;
  /** A code that the document names, or what went wrong, with its place. */
  readonly said: string | undefined;
  readonly printed: readonly Printed[];
  readonly isCut: boolean;
};

/** `place`: file, line and column. */
export type Printed = { readonly place: string; readonly text: string };

export type Recorded = {
  readonly print: (printed: Printed) => void;
  readonly end: (how: RunEnd, said?: string) => void;
};

export type Runs = {
  readonly begin: (call: Call) => Recorded;
  /** Newest first; how many there were in all, and how many of them failed. */
  readonly of: (call: string) => { readonly last: readonly CallRun[]; readonly count: number; readonly failed: number };
};

const mostKept = 20;
const mostPrinted = 50;
const mostLetters = 1000;

type Kept = { runs: readonly CallRun[]; count: number; failed: number };

export function createRuns(metrics: Pick<Metrics, "work">): Runs {
  const calls = new Map<string, Kept>();
  let count = 0;
  return {
    begin: ({ name: { id: call }, kind }) => {
      const kept = calls.get(call) ?? { runs: [], count: 0, failed: 0 };
      calls.set(call, kept);
      const id = ++count;
      const began = performance.now();
      const begun: CallRun = {
        id,
        beganAt: new Date().toISOString(),
        milliseconds: undefined,
        end: undefined,
        said: undefined,
        printed: [],
        isCut: false,
      };
      kept.count++;
      kept.runs = [begun, ...kept.runs].slice(0, mostKept);
      const change = (to: (run: CallRun) => CallRun) =>
        void (kept.runs = kept.runs.map((run) => (run.id === id ? to(run) : run)));
      return {
        print: ({ place, text }) =>
          change((run) =>
            run.printed.length >= mostPrinted
              ? { ...run, isCut: true }
              : { ...run, printed: [...run.printed, { place, text: text.slice(0, mostLetters) }] },
          ),
        end: (end, said) => {
          if (end === "failed") kept.failed++;
          const milliseconds = Math.round((performance.now() - began) * 10) / 10;
          if (kind !== undefined) metrics.work(kind, call, end, milliseconds);
          change((run) => ({ ...run, end, milliseconds, said: said?.slice(0, mostLetters) }));
        },
      };
    },
    of: (call) => {
      const { runs = [], count: all = 0, failed = 0 } = calls.get(call) ?? {};
      return { last: runs, count: all, failed };
    },
  };
}
