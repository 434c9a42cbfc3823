// The cases of a plan as a page shows them: with what is there beforehand, what should come of it, what came, and the rows.
import type { Compiled } from "@writ/language";
import { sentenceOf, type Scenario } from "@writ/language/scenarios";
import type { Case } from "../plan/search/find.ts";
import type { Plan } from "../plan/plan.ts";
import type { Result } from "../run/run.ts";
import { changedRows, tablesOf, type ChangedRow } from "./changed-rows.ts";
import { storyOf } from "./story.ts";

export type Proven = {
  readonly address: string;
  readonly clause: string;
  /** Other clauses that it shows too. */
  readonly shows: readonly string[];
  readonly sentence: string;
  readonly outcome: "passed" | "failed" | "not tried" | "not shown" | "waiting";
  readonly steps: readonly string[];
  readonly expected: string;
  readonly expectedRows: readonly ChangedRow[];
  readonly came: string;
  readonly wrong: readonly string[];
  /** What was read back; undefined of what is seen in a browser. */
  readonly rows: readonly ChangedRow[] | undefined;
};

/** Before anything was tried, in the order of the document. */
export function provenBefore(compiled: Compiled, plan: Plan): readonly Proven[] {
  const gaps = compiled.problems
    .filter(({ severity }) => severity === "gap")
    .map(({ address, message }) =>
      untried("not shown", { address, clause: address, shows: [], sentence: message }, "not shown"),
    );
  const order = new Map(plan.addresses.map((address, index) => [address, index]));
  const cases = [
    ...plan.cases.map((one) => ({ ...untried("waiting", headOf(one.scenario), ""), ...expectedOf(one) })),
    ...plan.notTried.map(({ scenario, why }) => untried("not tried", headOf(scenario), why)),
    ...plan.broken.map(({ scenario, why }) => untried("failed", headOf(scenario), why)),
  ].toSorted((one, other) => (order.get(one.address) ?? 0) - (order.get(other.address) ?? 0));
  return [...gaps, ...cases];
}

export const provenBy = ({ case: one, outcome, said, wrong, rows }: Result): Proven => ({
  ...headOf(one.scenario),
  ...expectedOf(one),
  outcome,
  came: said,
  wrong,
  rows,
});

type Head = Pick<Proven, "address" | "clause" | "shows" | "sentence">;

const headOf = (scenario: Scenario): Head => ({
  address: scenario.address,
  clause: scenario.clause,
  shows: scenario.shows ?? [],
  sentence: sentenceOf(scenario),
});

const untried = (outcome: Proven["outcome"], head: Head, came: string): Proven => ({
  ...head,
  outcome,
  came,
  steps: [],
  expected: "",
  expectedRows: [],
  wrong: [],
  rows: [],
});

function expectedOf(one: Case): Pick<Proven, "steps" | "expected" | "expectedRows"> {
  const story = storyOf(one);
  const { situation, outcome } = one;
  const expectedRows = "done" in outcome ? changedRows(tablesOf(situation.world), tablesOf(outcome.done)) : [];
  return { steps: story.slice(0, -1), expected: story.at(-1) ?? "", expectedRows };
}
