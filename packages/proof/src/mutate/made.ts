// What a mutant makes of the product: another database, the same one, or none because its document says nothing that could be one.
import { compile, type Compiled } from "@writ/language";
import { stillTyped, type Mutant } from "@writ/language/mutants";
import { databaseOf, saysTheSame, type DatabaseObject } from "@writ/language/plan";

export type Made =
  | { readonly is: "another"; readonly compiled: Compiled }
  /** No product could tell the two documents apart. */
  | { readonly is: "the same" }
  /** The check refuses it. */
  | { readonly is: "none"; readonly why: string };

export type Original = { readonly compiled: Compiled; readonly objects: readonly DatabaseObject[] };

export const originalOf = (compiled: Compiled): Original => ({ compiled, objects: databaseOf(compiled) });

export function madeOf({ source }: Mutant, { compiled: original, objects }: Original): Made {
  const mutated = compile(source, original);
  const compiled = stillTyped(mutated, original);
  const lost = [...compiled.checked.values()].find(({ typed }) => typed === undefined);
  if (lost !== undefined) {
    const problem = mutated.problems.find(({ severity }) => severity === "error");
    return {
      is: "none",
      why:
        problem === undefined ? lost.expression.address : `${problem.code} at ${problem.address}: ${problem.message}`,
    };
  }
  return saysTheSame(objects, databaseOf(compiled)) ? { is: "the same" } : { is: "another", compiled };
}
