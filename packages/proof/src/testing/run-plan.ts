// The whole plan of a small document, tried on a product of it: which addresses passed, and what failed and why.
import { compile } from "@writ/language";
import type { StartProduct } from "../../../server/src/testing/product.ts";
import { planOf, type Plan } from "../plan/plan.ts";
import type { Result } from "../run/run.ts";
import { trialSecret } from "../run/requesting.ts";
import { runCases } from "../run/run-cases.ts";
import { groundOf } from "./workshop.ts";

type Trying = { readonly of?: string; readonly only?: string; readonly plan?: Plan };

/**
 * `of`: what the product is, where it is not what the plan's own document says; `only`: the beginning of addresses;
 * `plan`: where it has been made already.
 */
export async function runPlan(
  start: StartProduct,
  source: string,
  { of = source, only = "", plan = planOf(compile(source), only) }: Trying = {},
): Promise<{ readonly passed: readonly string[]; readonly failed: readonly string[] }> {
  const edition = { file: "SPEC.md", source: of, compiled: compile(of) };
  const running = await start(of, {
    development: true,
    // Mails wait to be looked at.
    jobs: "asked",
    callsJudgedBy: { edition: () => edition, secretOf: trialSecret },
  });
  const results: Result[] = [];
  await runCases(plan.cases, await groundOf(running), (result) => void results.push(result));
  await running.stop();
  await running.database.stop();
  const said = (outcome: Result["outcome"], words: (result: Result) => string) =>
    results.filter((result) => result.outcome === outcome).map(words);
  return {
    passed: said("passed", ({ case: { scenario } }) => scenario.address),
    failed: said("failed", ({ case: { scenario }, evidence }) => `${scenario.address}: ${evidence}`),
  };
}
