// The console's proof: one run at a time of what a document says, beside the product, and the last report, which stays.
import type { AtEnd } from "../product-database.ts";
import type { Edition } from "../writing/writing.ts";
import type { ProvenCase, ToldProof, ToldProvenCase } from "./told.ts";

/** What whoever runs it hears: all cases beforehand, and each again when it was tried. */
export type Heard = {
  readonly planned: (cases: readonly ProvenCase[]) => void;
  readonly tried: (one: ProvenCase) => void;
};

/** Tries what the text says, somewhere else than on the rows that are served, until the signal ends it; fails where it cannot. */
export type Prove = (source: string, heard: Heard, signal: AbortSignal) => Promise<void>;

export type Proof = {
  /** `current`: the text that is served now. */
  readonly standing: (current: Edition) => ToldProof;
  /** The cases of a clause, and of what stands below it, with all that is known of them. */
  readonly casesAt: (address: string) => readonly ProvenCase[];
  /** False where one runs already. */
  readonly run: (edition: Edition) => boolean;
  readonly stopRun: () => void;
  /** Called when a run begins and when it ends, until the answer is called. */
  readonly watch: (changed: () => void) => () => void;
};

type Run = {
  readonly source: string;
  readonly beganAt: string;
  readonly began: number;
  readonly cases: Map<string, ProvenCase>;
  readonly seconds: number | undefined;
  readonly failure: string | undefined;
};

/** Without a way to prove there is no proof: in production. */
export function openProof(prove: Prove | undefined, atEnd: AtEnd): Proof | undefined {
  if (prove === undefined) return undefined;
  let last: Run | undefined;
  let running: { readonly end: AbortController; readonly done: Promise<void> } | undefined;
  const watchers = new Set<() => void>();
  const tell = () => {
    for (const watcher of watchers) watcher();
  };
  const begin = async ({ source }: Edition, signal: AbortSignal) => {
    const cases = new Map<string, ProvenCase>();
    const run: Run = {
      source,
      beganAt: new Date().toISOString(),
      began: performance.now(),
      cases,
      seconds: undefined,
      failure: undefined,
    };
    last = run;
    tell();
    const keep = (one: ProvenCase) => void cases.set(one.address, one);
    const failure = await prove(source, { planned: (all) => all.forEach(keep), tried: keep }, signal).then(
      () => undefined,
      (thrown: unknown) =>
        signal.aborted ? "It was stopped." : thrown instanceof Error ? thrown.message : String(thrown),
    );
    last = { ...run, seconds: (performance.now() - run.began) / 1000, failure };
    running = undefined;
    tell();
  };
  atEnd(async () => {
    running?.end.abort();
    await running?.done;
  });
  return {
    standing: (current) => (last === undefined ? never : toldOf(last, current)),
    casesAt: (address) =>
      [...(last?.cases.values() ?? [])].filter(({ clause }) => clause === address || clause.startsWith(`${address}/`)),
    run: (edition) => {
      if (running !== undefined) return false;
      const end = new AbortController();
      // What begins is told only once it can be stopped.
      running = { end, done: Promise.resolve().then(async () => begin(edition, end.signal)) };
      return true;
    },
    stopRun: () => running?.end.abort(),
    watch: (changed) => {
      watchers.add(changed);
      return () => void watchers.delete(changed);
    },
  };
}

const never: ToldProof = { is: "never", cases: [], isEarlier: false };

function toldOf({ source, beganAt, cases, seconds, failure }: Run, current: Edition): ToldProof {
  return {
    is: seconds === undefined ? "running" : failure === undefined ? "done" : "failed",
    beganAt,
    ...(seconds === undefined ? {} : { seconds }),
    ...(failure === undefined ? {} : { failure }),
    isEarlier: source !== current.source,
    cases: [...cases.values()].map(({ address, clause, sentence, outcome }): ToldProvenCase => ({
      address,
      clause,
      sentence,
      outcome,
    })),
  };
}
