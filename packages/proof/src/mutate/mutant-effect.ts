// What a mutant makes of the product: another database, the same one, or none because its document says nothing that could be one.
import { compile, type Compiled, type Problem } from "@writ/language";
import { stillTyped, type Mutant } from "@writ/language/mutants";
import { databaseOf, saysTheSame, type DatabaseObject } from "@writ/language/plan";

export type MutantEffect =
  /** `refused`: why the check takes one of its expressions for none; it is tried with what that said before. */
  | { readonly is: "another"; readonly compiled: Compiled; readonly refused?: string | undefined }
  /** No product could tell the two documents apart. */
  | { readonly is: "the same" }
  /** The check refuses it. */
  | { readonly is: "none"; readonly why: string };

export type Original = { readonly compiled: Compiled; readonly objects: readonly DatabaseObject[] };

export const originalOf = (compiled: Compiled): Original => ({ compiled, objects: databaseOf(compiled) });

/** A default or a seed that its field no longer takes; sample rows are in no database that is made. */
const isNoValue = ({ code, address }: Problem): boolean => code === "N327" && !address.startsWith("3/Sample: ");

/** Whom others are, what calls take and what files may hold is read from the document, and in no database. */
const isOfServer = (clause: string): boolean => /^7\/|^2\/.*\/Import$/.test(clause);

export function effectOf({ source, clause }: Mutant, { compiled: original, objects }: Original): MutantEffect {
  const mutated = compile(source, original);
  const compiled = stillTyped(mutated, original);
  const unread = unreadIn(mutated, original);
  if (unread !== undefined) return { is: "none", why: wordsOf(unread) };
  const lost = [...compiled.checked.values()].find(({ typed }) => typed === undefined);
  const problem = mutated.problems.find(lost === undefined ? isNoValue : ({ severity }) => severity === "error");
  if (problem !== undefined) return { is: "none", why: wordsOf(problem) };
  if (lost !== undefined) return { is: "none", why: lost.expression.address };
  return !isOfServer(clause) && saysTheSame(objects, databaseOf(compiled))
    ? { is: "the same" }
    : { is: "another", compiled, refused: untypedIn(mutated) };
}

/** What is wrong with an expression that has no type, such as one that is not guarded any more by what came before it. */
function untypedIn({ checked, problems }: Compiled): string | undefined {
  const untyped = new Set(
    [...checked.values()].filter(({ typed }) => typed === undefined).map(({ expression }) => expression.address),
  );
  const problem = problems.find(({ severity, address }) => severity === "error" && untyped.has(address));
  return problem && wordsOf(problem);
}

const wordsOf = ({ code, address, message }: Problem): string => `${code} at ${address}: ${message}`;

/** What is wrong in a clause whose expressions say nothing any more, because it speaks of what is not there. */
function unreadIn({ checked, problems }: Compiled, original: Compiled): Problem | undefined {
  const read = new Set([...checked.keys()].map(({ address }) => address));
  const unread = new Set(
    [...original.checked.keys()].filter(({ address }) => !read.has(address)).map(({ address }) => clauseOf(address)),
  );
  return problems.find(({ severity, address }) => severity === "error" && unread.has(clauseOf(address)));
}

const clauseOf = (address: string): string => address.slice(0, address.lastIndexOf("/"));
