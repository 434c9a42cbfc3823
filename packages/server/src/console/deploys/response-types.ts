// What the console is told of documents that were applied, and of one that is looked at before it is deployed, as types.
import type { ProblemView, StepView } from "../../writing/response-types.ts";

export type AppliedView = {
  readonly id: string;
  readonly title: string;
  readonly at: string;
  /** Null where it was applied from a file. */
  readonly operator: string | null;
  readonly changes: number;
  readonly lost: readonly LostView[];
};

/** `about`: the clause in the document's words, as far as its address tells them: `Ticket: field Due`. */
export type LostView = { readonly about: string; readonly rows: number };

/** The last ones first: the first of them is served. `file`: what the server began with. */
export type DeploysView = { readonly applied: readonly AppliedView[]; readonly file: string };

export type PlannedStepView = StepView & {
  /** The clause in the document's words. */
  readonly about: string;
  /** What becomes of how many rows, without the name of the column. */
  readonly says?: string;
  /** For about so long nobody can write. */
  readonly seconds?: number;
};

export type DeployPlanView =
  | { readonly is: "mistakes"; readonly problems: readonly ProblemView[] }
  /** It cannot be deployed, in words. */
  | { readonly is: "refused"; readonly words: string }
  | {
      readonly is: "plan";
      readonly title: string;
      /** Says which plan was looked at. */
      readonly plan: string;
      /** What the document says otherwise than the one that is applied. */
      readonly changes: readonly ClauseChangeView[];
      readonly steps: readonly PlannedStepView[];
      /** What has to be named before it goes. */
      readonly losses: readonly PlannedStepView[];
      /** What rows contradict. */
      readonly blocks: readonly PlannedStepView[];
      /** What the document needs and this server does not have. */
      readonly missing: readonly string[];
      /** What a later document took away: going back does not bring it back. */
      readonly gone: readonly LostView[];
      /** It is what is served. */
      readonly isServed: boolean;
    };

export type ClauseChangeView = {
  readonly address: string;
  readonly about: string;
  readonly how: "added" | "changed" | "removed";
};

/** Lines for each step that takes a while, with the share of it that is done, and one at the end. */
export type DeployLine =
  | { readonly is: "step"; readonly words: string; readonly share: number }
  | { readonly is: "deployed" }
  | { readonly is: "stopped"; readonly words: string };
