// Which cases fail on a product that has one thing otherwise, for tests of what a plan finds out.
import type { Case } from "../plan/search/find.ts";
import type { Hand } from "../run/run-cases.ts";

const isLong = process.env["WRIT_LONG"] === "1";

/** Of those that should pass every so many is tried, others each time, where all of them would take too long. */
const oneOf = isLong ? 1 : 6;

export async function redOf(cases: readonly Case[], hand: Hand): Promise<readonly string[]> {
  const red: string[] = [];
  for (const one of cases) {
    const { outcome } = await hand(one);
    if (outcome === "failed") red.push(one.scenario.address);
  }
  return red;
}

/** One after the other: those that should fail, and some of those that should not. */
export function redBeside(cases: readonly Case[], hand: Hand): (red: readonly string[]) => Promise<readonly string[]> {
  let turn = 0;
  return async (expected) => {
    turn++;
    const isTried = ({ scenario }: Case, index: number) =>
      expected.includes(scenario.address) || (index + turn) % oneOf === 0;
    return redOf(cases.filter(isTried), hand);
  };
}
