// What rows of other users, and requests before, refuse on a product that others use, and nothing of the case does.
import type { Program } from "../interpreter/world/world.ts";
import type { Answered } from "../run/over-the-wire.ts";

/** `spent`: a limit of requests, which other people may not have met; `taken`: a value that another user's row has. */
export type WhyNot = { readonly why: string; readonly others?: "spent" | "taken" };

export function whyOthers(program: Program, answered: Answered, expected: readonly string[]): WhyNot | undefined {
  const codes = answered.codes.map((code) => code.split(" ")[0] ?? "").filter((code) => !expected.includes(code));
  if (codes.length === 0) return undefined;
  if (answered.status === 429 && !expected.some((code) => limitCodes(program).includes(code)))
    return { why: `a rate limit is used up there: ${answered.said}`, others: "spent" };
  const ofOthers = ["NOT_UNIQUE", ...rulesOfOthers(program)];
  if (!codes.every((code) => ofOthers.includes(code))) return undefined;
  return { why: `a row of others conflicts with it: ${answered.said}`, others: "taken" };
}

const limitCodes = ({ model }: Program): readonly string[] =>
  model.constants.limits.flatMap(({ otherwise }) => otherwise?.label ?? []);

const rulesOfOthers = ({ model }: Program): readonly string[] =>
  model.rules.rules.flatMap(({ must, otherwise }) =>
    must?.kind === "unique" || must?.kind === "no overlap" ? (otherwise?.label ?? []) : [],
  );
