// The document in the console: its text with problems at their places, and what each clause became.
import { documentBlocks, explainClause } from "@writ/language/explain";
import { problemViews, stepView } from "../writing/problem-views.ts";
import type { Edition, Writing } from "../writing/writing.ts";
import type { Proof } from "./proof.ts";
import type { ExplainedClause, DocumentView, StateView } from "./response-types.ts";

export function stateOf(writing: Writing, development: boolean, proof: Proof | undefined): StateView {
  const { version, served, unserved } = writing.state();
  const proven = proof?.view(served);
  return {
    title: served.compiled.model.title,
    file: served.file,
    development,
    version,
    gaps: current(writing).compiled.problems.filter(({ severity }) => severity === "gap").length,
    ...(unserved === undefined ? {} : { unserved }),
    ...(proven === undefined
      ? {}
      : {
          proof: {
            is: proven.runs.cases.is,
            isEarlier: proven.runs.cases.isEarlier,
            failed: proven.cases.filter(({ outcome }) => outcome === "failed").length,
          },
        }),
  };
}

/** What stands in the file. */
const current = (writing: Writing): Edition => {
  const { served, edited } = writing.state();
  return edited ?? served;
};

export function documentOf(writing: Writing): DocumentView {
  const { version, question } = writing.state();
  const edition = current(writing);
  return {
    version,
    blocks: documentBlocks(edition.source, edition.compiled),
    problems: problemViews(edition, edition.compiled.problems),
    ...(question === undefined
      ? {}
      : {
          question: {
            id: question.id,
            steps: question.plan.steps.map(stepView),
            losses: question.losses.map(({ step }) => stepView(step)),
          },
        }),
  };
}

/** Of what is served: only that became anything. */
export function clauseOf(address: string, writing: Writing): ExplainedClause | undefined {
  const { source, compiled } = writing.state().served;
  return explainClause(address, source, compiled);
}
