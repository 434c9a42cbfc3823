// Whether what a scenario asks for is so, and ways to make it so.
import { fieldId } from "../interpreter/names.ts";
import { ownerOf } from "../interpreter/rights.ts";
import { evaluate } from "../interpreter/evaluate.ts";
import { isRow, rowOf, type RowValue } from "../interpreter/value.ts";
import { asItWas, asValue, findRow, rowsOf, valueOf, type Row } from "../interpreter/world.ts";
import type { Fact } from "@writ/language/scenarios";
import type { Here } from "./here.ts";
import { hereIn, waysToHold } from "./hold.ts";
import { withSample } from "./sample.ts";
import { viewOf, withField, withoutGiven, type Situation } from "./situation.ts";
import { fieldOf } from "../interpreter/names.ts";

/** `about`: another row than the one that is tried. */
export function isSo(fact: Fact, situation: Situation, about?: RowValue): boolean {
  switch (fact.kind) {
    case "holds": {
      const here = hereOf(situation, fact.at, about);
      return here !== undefined && (evaluate(fact.tree, here.scope) === true) === fact.is;
    }
    case "own": {
      const row = rowOfFact(situation, fact.at, about);
      return (
        row !== undefined &&
        (situation.me !== null && ownerOf(situation.world.program, row) === situation.me) === fact.is
      );
    }
    case "state": {
      const row = findRow(situation.world, situation.attempt.entity, situation.attempt.id);
      return row !== undefined && valueOf(row, fact.field) === fact.state;
    }
    case "given": {
      const { attempt: tried } = situation;
      const isGiven = "values" in tried && (tried.values.get(fact.field) ?? null) !== null;
      return isGiven === fact.is;
    }
  }
}

export function waysToBeSo(fact: Fact, situation: Situation, about?: RowValue): readonly Situation[] {
  switch (fact.kind) {
    case "holds": {
      const here = hereOf(situation, fact.at, about);
      return here === undefined ? [] : waysToHold(fact.tree, fact.is, here);
    }
    case "own": {
      const row = rowOfFact(situation, fact.at, about);
      const { program } = situation.world;
      if (row === undefined || row.entity === "user")
        return row === undefined ? [] : someoneElse(situation, row, fact.is);
      const named = program.lookup.entities.get(row.entity)?.owner;
      const field = named === undefined ? "created_by" : fieldId(program, row.entity, named.id);
      const owners = rowsOf(situation.world, "user").filter(({ id }) => (id === situation.me) === fact.is);
      return owners.flatMap((owner) => defined(withField(situation, asValue(row), field, asValue(owner), fact.at)));
    }
    case "state": {
      const { entity, id } = situation.attempt;
      const row = findRow(situation.world, entity, id);
      return row === undefined
        ? []
        : defined(withField(situation, rowOf(entity, id), fact.field, fact.state, "before"));
    }
    case "given": {
      if (!fact.is) return defined(withoutGiven(situation, fact.field));
      const field = fieldOf(situation.world.program, situation.attempt.entity, fact.field);
      if (field === undefined || !("values" in situation.attempt)) return [];
      const { world, value } = withSample(situation.world, field);
      const values = new Map(situation.attempt.values).set(fact.field, value);
      return [{ ...situation, world, attempt: { ...situation.attempt, values } }];
    }
  }
}

export const defined = (situation: Situation | undefined): readonly Situation[] =>
  situation === undefined ? [] : [situation];

/** An account is its own: another account is looked at. */
function someoneElse(situation: Situation, row: Row, is: boolean): readonly Situation[] {
  if (row.id !== situation.attempt.id) return [];
  const other = rowsOf(situation.world, "user").find(({ id }) => (id === situation.me) === is);
  return other === undefined
    ? []
    : [{ ...situation, attempt: { ...situation.attempt, id: other.id } as Situation["attempt"] }];
}

function rowOfFact(situation: Situation, at: "before" | "after", about: RowValue | undefined): Row | undefined {
  if (about !== undefined) return findRow(situation.world, about.entity, about.id);
  return viewOf(situation, at)?.row;
}

function hereOf(situation: Situation, at: "before" | "after", about: RowValue | undefined): Here | undefined {
  const here = hereIn(situation, at);
  if (here === undefined) return undefined;
  const row = about ?? here.scope.names.get(situation.attempt.entity);
  if (row === undefined || row === null || !isRow(row)) return here;
  // What gives somebody a role stands under a name of its own in conditions of that role.
  const givers = situation.world.program.model.permissions.roles.flatMap(({ givenBy }) =>
    givenBy.flatMap((giving) => (giving.kind === "row" ? [giving.entity.id] : [])),
  );
  const mine = givers.flatMap((entity) => {
    const held = rowsOf(situation.world, entity).find((one) =>
      [...one.values.values()].some((value) => isRow(value) && value.entity === "user" && value.id === situation.me),
    );
    return held === undefined ? [] : [[`my_${entity}`, asItWas(held)] as const];
  });
  return { ...here, scope: { ...here.scope, names: new Map([...here.scope.names, [row.entity, row], ...mine]) } };
}
