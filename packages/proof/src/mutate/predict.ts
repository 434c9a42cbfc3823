// Which cases the interpreter expects to tell a mutant from its original: they are tried first. Whether they do, the database says.
import { isDeepStrictEqual } from "node:util";
import type { Compiled } from "@writ/language";
import { readField } from "../interpreter/world/fields.ts";
import { fieldsOf } from "../interpreter/document/names.ts";
import { maySee } from "../interpreter/rights/reading.ts";
import { scopeOf } from "../interpreter/world/scope.ts";
import type { Value } from "../interpreter/values/value.ts";
import { asValue, findRow } from "../interpreter/world/world.ts";
import { programOf } from "../interpreter/program.ts";
import type { Case } from "../plan/search/find.ts";
import { isNamed } from "../run/missing-errors.ts";
import { outcomeOf, type Outcome, type Situation } from "../plan/situation/situation.ts";

export function telling(cases: readonly Case[], mutated: Compiled): readonly Case[] {
  const program = programOf(mutated);
  return cases.filter(({ scenario: { clause }, situation, outcome }) => {
    try {
      const changed = { ...situation, world: { ...situation.world, program } };
      return (
        !isSame(clause, outcome, outcomeOf(changed)) || !isDeepStrictEqual(workedOut(situation), workedOut(changed))
      );
    } catch {
      // It is not even a document to the interpreter.
      return true;
    }
  });
}

/** What a user who reads the row sees that is worked out. */
function workedOut({ world, me, attempt: tried }: Situation): readonly Value[] {
  if (tried.kind !== "read") return [];
  const row = findRow(world, tried.entity, tried.id);
  if (row === undefined) return [];
  return fieldsOf(world.program, tried.entity)
    .filter(({ type }) => type?.kind === "computed")
    .map(({ name }) => (maySee(world, me, name.id, row) ? readField(asValue(row), name.id, scopeOf(world, me)) : null));
}

const isSame = (clause: string, one: Outcome, other: Outcome): boolean =>
  "refused" in one
    ? "refused" in other &&
      isDeepStrictEqual(codesOf(one), codesOf(other)) &&
      (!isNamed(clause, one.refused) || other.refused.some((each) => each.clause === clause))
    : "done" in other &&
      isDeepStrictEqual(one.done.rows, other.done.rows) &&
      isDeepStrictEqual(one.done.outbox, other.done.outbox);

const codesOf = ({ refused }: Extract<Outcome, { readonly refused: unknown }>): readonly string[] =>
  refused.map(({ code, field }) => `${code} ${field ?? ""}`).toSorted();
