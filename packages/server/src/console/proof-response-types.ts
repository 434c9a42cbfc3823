// What the server sends to the console of the proof: cases with their evidence, runs, and mutants. Types alone.

/** `waiting`: it is to be tried in the run that goes on. */
export type ProvenOutcome = "passed" | "failed" | "not tried" | "not shown" | "waiting";

export type ProvenCaseView = {
  readonly address: string;
  readonly clause: string;
  /** Other clauses that it shows too: the constants that its own speaks of. */
  readonly shows: readonly string[];
  readonly sentence: string;
  readonly outcome: ProvenOutcome;
};

export type RowChangeView = {
  readonly entity: string;
  readonly id: string;
  readonly is: "made" | "changed" | "gone";
  readonly fields: readonly { readonly name: string; readonly before: string | null; readonly after: string | null }[];
};

/** A case with what a person needs to believe it. */
export type ProvenCase = ProvenCaseView & {
  /** Who and what is there, and what is tried. */
  readonly steps: readonly string[];
  readonly expected: string;
  /** What should be otherwise afterwards. */
  readonly expectedRows: readonly RowChangeView[];
  /** What was answered, or why it was not tried. */
  readonly came: string;
  /** What was otherwise than it should be. */
  readonly wrong: readonly string[];
  /** What was read back; undefined of what is seen in a browser. */
  readonly rows: readonly RowChangeView[] | undefined;
};

/** What can be run: the plan's cases, the screens in a browser, documents that say something else. */
export type ProofKind = "cases" | "screens" | "mutants";

/** The last run of one of them. `failed`: it could not go on. */
export type ProofRunView = {
  readonly is: "never" | "running" | "done" | "failed";
  readonly beganAt?: string;
  readonly seconds?: number;
  readonly failure?: string;
  /** The document was edited since. */
  readonly isEarlier: boolean;
  /** How many were tried, of how many that are known by then. */
  readonly tried: number;
  readonly all: number;
};

export type MutantFate = "caught" | "caught elsewhere" | "equivalent" | "no document" | "survived";

/** A document that says something else in one clause, and what became of it. */
export type MutantView = {
  readonly address: string;
  readonly clause: string;
  readonly what: string;
  readonly before: string;
  /** Empty: left out. */
  readonly after: string;
  readonly fate: MutantFate;
  readonly evidence: string;
};

export type ProofView = {
  readonly runs: Readonly<Record<ProofKind, ProofRunView>>;
  /** Of the plan and of the screens. */
  readonly cases: readonly ProvenCaseView[];
  readonly mutants: {
    readonly fates: Readonly<Record<MutantFate, number>>;
    /** Of these no one would notice. */
    readonly survivors: readonly MutantView[];
  };
};
