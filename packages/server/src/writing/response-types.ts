// What the server sends to browsers while a document is written. Types alone: the web application reads them too.
import type { PlacedProblem } from "@writ/language";

/** A problem as `writ check --json` has it, with the line that it stands on and which part of it is meant. */
export type ProblemView = PlacedProblem & {
  readonly excerpt: { readonly text: string; readonly from: number; readonly to: number };
};

/** Why what stands in the file is not what is served. */
export type Unserved =
  | { readonly why: "mistakes"; readonly problems: readonly ProblemView[] }
  /** Rows would be lost: the author has to confirm that it is meant. */
  | { readonly why: "asks"; readonly losses: readonly StepView[] }
  /** Something has to change first. */
  | { readonly why: "stopped"; readonly words: readonly string[] };

/** What a plan does: at which clause, what, and what becomes of rows that are there. */
export type StepView = {
  readonly kind: "add" | "change" | "remove" | "data" | "tell";
  readonly address: string;
  readonly what: string;
  readonly sql: readonly string[];
  readonly risk?: {
    readonly kind: "loses" | "breaks" | "rewrites" | "outlives";
    readonly words: string;
    readonly count: number;
    readonly examples: readonly string[];
    /** What to write in the document so that nothing is lost, without its full stop. */
    readonly hint?: string;
  };
};

/** All of it each time: a browser that reconnects needs none of the earlier messages. */
export type WritingView = {
  /** Grows with everything that happens to the document. */
  readonly version: number;
  /** The address of the product's module for visitors. */
  readonly module: string;
  /** Another one: the document is another one, for whomever. */
  readonly edition: string;
  /** Another one: the web application itself is another, and the page has to be loaded anew. */
  readonly page: string;
  /** Where the theme's sheet and picture are; empty where there are none. */
  readonly style: string;
  readonly icon: string;
  readonly unserved?: Unserved;
};
