// What a plan shows on a product that is right: each case is found or said not to be, and those that are found pass.
import assert from "node:assert/strict";
import { compile } from "@writ/language";
import type { StartProduct } from "../../../server/src/testing/product.ts";
import { planOf } from "../plan/plan.ts";
import { runPlan } from "./run-plan.ts";

/** Those of a clause are these; by address, why others are not found. */
export async function shows(
  start: StartProduct,
  source: string,
  expected: Readonly<Record<string, readonly string[]>>,
  never: Readonly<Record<string, string>> = {},
): Promise<void> {
  const plan = planOf(compile(source));
  assert.deepEqual(Object.fromEntries(plan.notTried.map(({ scenario, why }) => [scenario.address, why])), never);
  const { passed, failed } = await runPlan(start, source, { plan });
  assert.deepEqual(failed, []);
  for (const [clause, own] of Object.entries(expected)) {
    const result = passed.filter((address) => address.startsWith(`${clause}#`));
    assert.deepEqual(
      result.map((address) => address.slice(clause.length + 1)),
      own,
    );
  }
}
