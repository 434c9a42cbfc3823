// The status of an answer that refuses something: the one that the catalogue, or the language itself, gives to its code.
import { builtInErrors } from "@writ/language/scenarios";
import type { Difference } from "../agreement/compare.ts";
import type { Program } from "../interpreter/world.ts";
import type { Answered } from "./over-the-wire.ts";

/** It is that of the error that is told first. */
export function unlikeStatus({ model }: Program, { status, said, told }: Answered): readonly Difference[] {
  const code = /^\d+ (\w+)/.exec(said)?.[1];
  const known = model.errors.errors.find((one) => one.code.label === code);
  const expected = known?.status ?? builtInErrors.get(code ?? "");
  return expected === undefined || status === expected || told.length === 0
    ? []
    : [{ what: `the status of ${code}`, interpreter: expected, database: status }];
}
