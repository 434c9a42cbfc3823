// What stands between a document that is being written and the product that is served: which text is served, why another
// one is not yet, and the question whether rows may be lost, which is answered once, from wherever it is answered first.
import { randomUUID } from "node:crypto";
import type { Compiled } from "@writ/language";
import type { Stop } from "../applying/apply.ts";
import type { Plan } from "../applying/plan.ts";
import { problemViews, stepView } from "./problem-views.ts";
import type { Unserved } from "./response-types.ts";

/** A text of the document, and what it says. */
export type Edition = { readonly file: string; readonly source: string; readonly compiled: Compiled };

export type Question = {
  readonly id: string;
  readonly plan: Plan;
  readonly losses: readonly Stop[];
};

export type WritingState = {
  readonly version: number;
  readonly served: Edition;
  /** What stands in the file, where it is not what is served. */
  readonly edited: Edition | undefined;
  readonly unserved: Unserved | undefined;
  readonly question: Question | undefined;
};

/** `stale`: it is not asked any more; `unnamed`: something that would be lost was not named. */
export type Answered = "taken" | "stale" | "unnamed";

export type Writing = {
  readonly state: () => WritingState;
  /** Called whenever something has changed, until the answer is called. */
  readonly watch: (changed: () => void) => () => void;
  /** It was applied: from now on it is served. `isOther`: the database is another one than before. */
  readonly serve: (edition: Edition, isOther: boolean) => Promise<void>;
  readonly mistaken: (edition: Edition) => void;
  /** It cannot be applied as it is, or no one wants it to be; why. */
  readonly stopped: (edition: Edition, words: readonly string[]) => void;
  /** Whether what would be lost may be. Undefined: the question was taken back, because of another edit or at the end. */
  readonly ask: (
    edition: Edition,
    plan: Plan,
    losses: readonly Stop[],
    signal: AbortSignal,
  ) => Promise<boolean | undefined>;
  /** `named`: the addresses of what may be lost; undefined: none of it. */
  readonly answer: (id: string, named: readonly string[] | undefined) => Answered;
};

export function createWriting(first: Edition, show: (edition: Edition, isOther: boolean) => Promise<void>): Writing {
  let standing: WritingState = {
    version: 1,
    served: first,
    edited: undefined,
    unserved: undefined,
    question: undefined,
  };
  let settle: ((isMeant: boolean | undefined) => void) | undefined;
  const watchers = new Set<() => void>();
  const change = (to: Partial<WritingState>) => {
    standing = { ...standing, ...to, version: standing.version + 1 };
    for (const watcher of watchers) watcher();
  };
  return {
    state: () => standing,
    watch: (changed) => {
      watchers.add(changed);
      return () => void watchers.delete(changed);
    },
    serve: async (edition, isOther) => {
      // What lies beside the document is another: what keeps an edit of the document from being served still does.
      const isAgain = edition === standing.served;
      await show(edition, isOther);
      change(isAgain ? {} : { served: edition, edited: undefined, unserved: undefined, question: undefined });
    },
    mistaken: (edition) => {
      const problems = edition.compiled.problems.filter(({ severity }) => severity === "error");
      const unserved: Unserved = { why: "mistakes", problems: problemViews(edition, problems) };
      change({ edited: edition, unserved, question: undefined });
    },
    stopped: (edition, words) => change({ edited: edition, unserved: { why: "stopped", words }, question: undefined }),
    ask: async (edition, plan, losses, signal) => {
      const question: Question = { id: randomUUID(), plan, losses };
      const unserved: Unserved = { why: "asks", losses: losses.map(({ step }) => stepView(step)) };
      return new Promise((resolve) => {
        const end = (isMeant: boolean | undefined) => {
          signal.removeEventListener("abort", withdraw);
          if (standing.question?.id === question.id) change({ question: undefined });
          resolve(isMeant);
        };
        const withdraw = () => end(undefined);
        settle = end;
        change({ edited: edition, unserved, question });
        if (signal.aborted) withdraw();
        else signal.addEventListener("abort", withdraw);
      });
    },
    answer: (id, named) => {
      const { question } = standing;
      if (question === undefined || question.id !== id) return "stale";
      const isNamed = ({ step }: Stop) => named?.includes(step.address) === true;
      if (named !== undefined && !question.losses.every(isNamed)) return "unnamed";
      settle?.(named !== undefined);
      return "taken";
    },
  };
}
