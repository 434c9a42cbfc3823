// What a mutant makes of the product: another database, the same one, or none because its document says nothing that could be one.
import { compile, type Compiled, type Problem } from "@writ/language";
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

/** A default or a seed that its field no longer takes; sample rows are in no database that is made. */
const isNoValue = ({ code, address }: Problem): boolean => code === "N327" && !address.startsWith("3/Sample: ");

export function madeOf({ source }: Mutant, { compiled: original, objects }: Original): Made {
  const mutated = compile(source, original);
  const compiled = stillTyped(mutated, original);
  const lost = [...compiled.checked.values()].find(({ typed }) => typed === undefined);
  const problem = mutated.problems.find(lost === undefined ? isNoValue : ({ severity }) => severity === "error");
  if (problem !== undefined) return { is: "none", why: `${problem.code} at ${problem.address}: ${problem.message}` };
  if (lost !== undefined) return { is: "none", why: lost.expression.address };
  return saysTheSame(objects, databaseOf(compiled)) ? { is: "the same" } : { is: "another", compiled };
}
