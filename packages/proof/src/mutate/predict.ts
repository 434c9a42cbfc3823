// Which cases the interpreter expects to tell a mutant from its original: they are tried first. Whether they do, the database says.
import { isDeepStrictEqual } from "node:util";
import type { Compiled } from "@writ/language";
import { programOf } from "../interpreter/program.ts";
import type { Case } from "../plan/find.ts";
import { outcomeOf, type Found } from "../plan/situation.ts";

export function telling(cases: readonly Case[], mutated: Compiled): readonly Case[] {
  const program = programOf(mutated);
  return cases.filter(({ situation, outcome }) => {
    try {
      return !isSame(outcome, outcomeOf({ ...situation, world: { ...situation.world, program } }));
    } catch {
      // It is not even a document to the interpreter.
      return true;
    }
  });
}

const isSame = (one: Found, other: Found): boolean =>
  "refused" in one
    ? "refused" in other && isDeepStrictEqual(codesOf(one), codesOf(other))
    : "done" in other &&
      isDeepStrictEqual(one.done.rows, other.done.rows) &&
      isDeepStrictEqual(one.done.outbox, other.done.outbox);

const codesOf = ({ refused }: Extract<Found, { readonly refused: unknown }>): readonly string[] =>
  refused.map(({ code, field }) => `${code} ${field ?? ""}`).toSorted();
