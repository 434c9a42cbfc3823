// The console's proof: one run at a time of what a document says, beside the product, and the last report of each kind.
import type { Edition } from "../writing/writing.ts";
import type {
  MutantFate,
  ProofKind,
  ProvenCase,
  MutantView,
  ProofView,
  ProvenCaseView,
  ProofRunView,
} from "./proof-response-types.ts";

export const proofKinds: readonly ProofKind[] = ["cases", "screens", "mutants"];

/** What the caller of a run hears. */
export type ProofListener = {
  /** All cases beforehand. */
  readonly planned: (cases: readonly ProvenCase[]) => void;
  /** Each again when it was tried. */
  readonly tried: (one: ProvenCase) => void;
  /** How far it is, where no case shows that. */
  readonly counted: (tried: number, all: number) => void;
  readonly mutant: (one: MutantView) => void;
};

/** Tries what the text says, somewhere else than on the rows that are served, until the signal ends it; fails where it cannot. */
export type Prove = (
  document: { readonly file: string; readonly source: string; readonly kind: ProofKind },
  heard: ProofListener,
  signal: AbortSignal,
) => Promise<void>;

export type Proof = {
  /** `current`: the text that is served now. */
  readonly view: (current: Edition) => ProofView;
  /** The cases of a clause, and of what stands below it, with all that is known of them. */
  readonly casesAt: (address: string) => readonly ProvenCase[];
  /** False where one runs already. */
  readonly run: (edition: Edition, kind: ProofKind) => boolean;
  readonly stopRun: () => void;
  /** Called when a run begins and when it ends, until the answer is called. */
  readonly watch: (changed: () => void) => () => void;
  /** Ends what runs. */
  readonly stop: () => Promise<void>;
};

type Run = {
  readonly source: string;
  readonly beganAt: string;
  readonly began: number;
  readonly cases: Map<string, ProvenCase>;
  readonly mutants: MutantView[];
  counted: { readonly tried: number; readonly all: number } | undefined;
  readonly seconds: number | undefined;
  readonly failure: string | undefined;
};

/** Without a way to prove there is no proof: in production. */
export function createProof(prove: Prove | undefined): Proof | undefined {
  if (prove === undefined) return undefined;
  const last = new Map<ProofKind, Run>();
  let running: { readonly end: AbortController; readonly done: Promise<void> } | undefined;
  const watchers = new Set<() => void>();
  const tell = () => {
    for (const watcher of watchers) watcher();
  };
  const begin = async ({ file, source }: Edition, kind: ProofKind, signal: AbortSignal) => {
    const run: Run = {
      source,
      beganAt: new Date().toISOString(),
      began: performance.now(),
      cases: new Map(),
      mutants: [],
      counted: undefined,
      seconds: undefined,
      failure: undefined,
    };
    last.set(kind, run);
    tell();
    const keep = (one: ProvenCase) => void run.cases.set(one.address, one);
    const heard: ProofListener = {
      planned: (all) => all.forEach(keep),
      tried: keep,
      counted: (tried, all) => void (run.counted = { tried, all }),
      mutant: (one) => void run.mutants.push(one),
    };
    const failure = await prove({ file, source, kind }, heard, signal).then(
      () => undefined,
      (thrown: unknown) =>
        signal.aborted ? "The run was stopped." : thrown instanceof Error ? thrown.message : String(thrown),
    );
    last.set(kind, { ...run, seconds: (performance.now() - run.began) / 1000, failure });
    running = undefined;
    tell();
  };
  const cases = () => [...last.values()].flatMap((run) => [...run.cases.values()]);
  return {
    view: (current) => ({
      runs: {
        cases: proofRunView(last.get("cases"), current),
        screens: proofRunView(last.get("screens"), current),
        mutants: proofRunView(last.get("mutants"), current),
      },
      cases: cases().map(({ address, clause, shows, sentence, outcome }): ProvenCaseView => ({
        address,
        clause,
        shows,
        sentence,
        outcome,
      })),
      mutants: mutantsView(last.get("mutants")?.mutants ?? []),
    }),
    casesAt: (address) =>
      cases().filter(
        ({ clause, shows }) => clause === address || clause.startsWith(`${address}/`) || shows.includes(address),
      ),
    run: (edition, kind) => {
      if (running !== undefined) return false;
      const end = new AbortController();
      // A run is announced only once it can be stopped.
      running = { end, done: Promise.resolve().then(async () => begin(edition, kind, end.signal)) };
      return true;
    },
    stopRun: () => running?.end.abort(),
    watch: (changed) => {
      watchers.add(changed);
      return () => void watchers.delete(changed);
    },
    stop: async () => {
      running?.end.abort();
      await running?.done;
    },
  };
}

function proofRunView(run: Run | undefined, current: Edition): ProofRunView {
  if (run === undefined) return { is: "never", isEarlier: false, tried: 0, all: 0 };
  const { source, beganAt, seconds, failure } = run;
  const outcomes = [...run.cases.values()].map(({ outcome }) => outcome);
  const tried = outcomes.filter((one) => one === "passed" || one === "failed").length;
  const all = tried + outcomes.filter((one) => one === "waiting").length;
  return {
    is: seconds === undefined ? "running" : failure === undefined ? "done" : "failed",
    beganAt,
    ...(seconds === undefined ? {} : { seconds }),
    ...(failure === undefined ? {} : { failure }),
    isEarlier: source !== current.source,
    ...(run.counted ?? { tried, all }),
  };
}

function mutantsView(mutants: readonly MutantView[]): ProofView["mutants"] {
  const count = (fate: MutantFate) => mutants.filter((one) => one.fate === fate).length;
  return {
    fates: {
      caught: count("caught"),
      "caught elsewhere": count("caught elsewhere"),
      equivalent: count("equivalent"),
      "no document": count("no document"),
      survived: count("survived"),
    },
    survivors: mutants.filter(({ fate }) => fate === "survived"),
  };
}
