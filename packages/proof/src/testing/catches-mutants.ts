// What tests of plans ask: whether of each change of a clause some case of its own tells, as the interpreter says.
import assert from "node:assert/strict";
import { compile } from "@writ/language";
import { mutantsOf, type Mutant } from "@writ/language/mutants";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { casesOf } from "../mutate/own-cases.ts";
import { telling } from "../mutate/predict.ts";
import type { Case } from "../plan/search/find.ts";
import { planOf } from "../plan/plan.ts";

/**
 * `told`: among the changes of the clause that are distinguished from the original; there are no others but `untold`.
 */
export function catchesMutants(
  clause: string,
  told: readonly string[],
  fragment: string,
  untold: readonly string[] = [],
): void {
  const compiled = compile(completeDocument(fragment).source);
  const wrong = compiled.problems.filter(({ severity }) => severity === "error");
  assert.deepEqual(
    wrong.map(({ address, message }) => `${address}: ${message}`),
    [],
  );
  const mutants = mutantsOf(compiled).filter((mutant) => mutant.clause === clause);
  const unnoticedBy = (cases: readonly Case[], some: readonly Mutant[]) =>
    some.filter((mutant) => telling(casesOf(mutant, cases), compile(mutant.source)).length === 0);
  const byItself = unnoticedBy(planOf(compiled, clause).cases, mutants);
  // What the clause decides through tells others. Mostly there are none, and a whole plan takes long.
  const unnoticed = byItself.length === 0 ? [] : unnoticedBy(planOf(compiled).cases, byItself);
  assert.deepEqual(
    unnoticed.map(({ what }) => what),
    untold,
  );
  const changes = mutants.map(({ what }) => what);
  assert.deepEqual(
    told.filter((one) => !changes.includes(one)),
    [],
  );
}
