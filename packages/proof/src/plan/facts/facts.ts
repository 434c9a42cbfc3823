// Whether what a scenario asks for is so, and ways to make it so.
import { readField } from "../../interpreter/world/fields.ts";
import { fieldId, fieldOf } from "../../interpreter/document/names.ts";
import { ownerOf } from "../../interpreter/rights/rights.ts";
import { countsFor, rolesOf } from "../../interpreter/rights/roles.ts";
import { guardHolds } from "../../interpreter/world/guards.ts";
import { scopeOf } from "../../interpreter/world/scope.ts";
import { evaluate } from "../../interpreter/evaluate.ts";
import { equal, isRow, momentOf, rowOf, type RowValue } from "../../interpreter/values/value.ts";
import { asValue, findRow, rowsOf, valueOf, withRow, withValues, type Row } from "../../interpreter/world/world.ts";
import type { Expression } from "@writ/language/model";
import {
  formulaOfGuard,
  factsToSatisfy,
  type Fact,
  type Moment,
  type Named,
  type Twin,
} from "@writ/language/scenarios";
import { aim } from "../expressions/aim.ts";
import { isAmong, enterChoice } from "../expressions/choices.ts";
import { contextAtTheEnd, satisfyAtTheEnd } from "./at-the-end.ts";
import { isAtEdge, enterEdge } from "../values/edges.ts";
import { grantsToSee, isFieldVisible } from "./grants.ts";
import { contextOfFact, aimReference } from "./fact-scope.ts";
import { some } from "../situation/search-context.ts";
import { giveRole } from "../expressions/give-role.ts";
import { enterAnother, storeAnotherBefore } from "../values/another-value.ts";
import { isSetByEffect, aimEffectValue } from "../expressions/effect-values.ts";
import { contextIn, solvers, satisfyCondition, conditionEdges } from "../expressions/hold.ts";
import { makesDifference, makeInfluential, vary } from "../expressions/influence.ts";
import {
  isWithinLimit,
  leadsBack,
  twinIn,
  aimUsage,
  addTwin,
  aimCircle,
  type Counting,
  type OfAnother,
} from "./rows-beside.ts";
import { personId, withNew } from "../samples/sample.ts";
import {
  isElapsed,
  isWorth,
  outcomeOf,
  viewOf,
  withField,
  withoutInput,
  type Situation,
} from "../situation/situation.ts";

/** `about`: another row than the one that is tried. */
export function holds(fact: Fact, situation: Situation, about?: RowValue): boolean {
  switch (fact.kind) {
    case "holds": {
      const context = contextOfFact(fact, situation, about);
      return context !== undefined && (evaluate(fact.tree, context.scope) === true) === fact.is;
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
    case "changed": {
      const { world, attempt: tried } = situation;
      const row = findRow(world, tried.entity, tried.id);
      if (row === undefined || !("values" in tried) || !tried.values.has(fact.field)) return false;
      return !equal(tried.values.get(fact.field) ?? null, valueOf(row, fact.field));
    }
    case "follows": {
      const outcome = outcomeOf(situation);
      return "done" in outcome && outcome.done.ran.has(fact.effect) === fact.is;
    }
    case "finally": {
      const context = contextAtTheEnd(situation);
      return context !== undefined && (evaluate(fact.tree, context.scope) === true) === fact.is;
    }
    case "elapsed":
      return isElapsed(situation, fact.timer, fact.is);
    case "value":
      return isAtEdge(situation, fact.field, fact.value);
    case "gives":
      return isSetByEffect(situation, fact);
    case "among":
      return isAmong(situation, fact);
    case "filled": {
      const context = contextIn(situation, "before");
      return context !== undefined && isWorth(readField(subjectOf(situation), fact.field, context.scope));
    }
    case "seen":
      return isFieldVisible(situation, fact.field);
    case "matters":
      return makesDifference(fact, situation);
    case "held": {
      const { world } = situation;
      const row = placeOf(fact, situation);
      return rowsOf(world, "user").some(({ id }) =>
        rolesOf(world, id).some(
          (held) => held.role.name.id === fact.role && (row === undefined || countsFor(world, held, row)),
        ),
      );
    }
    case "named":
      return namingRows(situation, fact).some((row) => isNamedSo(situation, fact, row));
    case "twin":
      return twinIn(situation, fact, ofAnother(fact)) !== undefined;
    case "circle":
      return leadsBack(situation, fact.field) === fact.is;
    case "room":
      return isWithinLimit(situation, fact, ofCounted(fact, situation));
  }
}

/** The row in which a role is to be held. */
function placeOf({ within }: Extract<Fact, { readonly kind: "held" }>, situation: Situation): Row | undefined {
  const { world, attempt: tried } = situation;
  const context = within?.tree === undefined ? undefined : contextIn(situation, "after");
  const thing = context === undefined || within?.tree === undefined ? null : evaluate(within.tree, context.scope);
  return isRow(thing) ? findRow(world, thing.entity, thing.id) : findRow(world, tried.entity, tried.id);
}

const subjectOf = ({ attempt: tried }: Situation): RowValue => rowOf(tried.entity, tried.id);

const ofAnother = ({ holds: facts }: Pick<Twin, "holds">): OfAnother => ({
  isSo: (situation, about) => facts.every((fact) => holds(fact, situation, about)),
  ways: (situation, about) =>
    facts.reduce<readonly Situation[]>(
      (made, fact) => made.slice(0, 8).flatMap((one) => (holds(fact, one, about) ? [one] : satisfy(fact, one, about))),
      [situation],
    ),
});

/** A limit counts a row of which its When is so. */
function ofCounted({ limit: { when } }: Extract<Fact, { readonly kind: "room" }>, { world }: Situation): Counting {
  if (when === undefined) return { isSo: () => true, ways: () => [], waysNot: () => [] };
  const formula = formulaOfGuard(when, world.program.lookup, "before");
  const [[met = []], [not = []]] = [factsToSatisfy(formula, true), factsToSatisfy(formula, false)];
  return {
    ...ofAnother({ holds: met }),
    waysNot: ofAnother({ holds: not }).ways,
    isSo: (situation, about) =>
      guardHolds(world.program, when, scopeOf(situation.world, null, { [about.entity]: about })),
  };
}

export function satisfy(fact: Fact, situation: Situation, about?: RowValue): readonly Situation[] {
  switch (fact.kind) {
    case "holds": {
      const context = contextOfFact(fact, situation, about);
      return context === undefined ? aimReference(fact, situation) : satisfyCondition(fact.tree, fact.is, context);
    }
    case "own": {
      const row = rowOfFact(situation, fact.at, about);
      const { program } = situation.world;
      if (row === undefined || row.entity === "user")
        return row === undefined ? [] : someoneElse(situation, row, fact.is);
      const named = program.lookup.entities.get(row.entity)?.owner;
      const field = named === undefined ? "created_by" : fieldId(program, row.entity, named.id);
      const owners = rowsOf(situation.world, "user").filter(({ id }) => (id === situation.me) === fact.is);
      return owners.flatMap((owner) => some(withField(situation, asValue(row), field, asValue(owner), fact.at)));
    }
    case "state": {
      const { entity, id } = situation.attempt;
      const row = findRow(situation.world, entity, id);
      return row === undefined ? [] : some(withField(situation, rowOf(entity, id), fact.field, fact.state, "before"));
    }
    case "given":
      return fact.is ? enterAnother(situation, fact.field) : some(withoutInput(situation, fact.field));
    case "changed":
      return [...enterAnother(situation, fact.field), ...storeAnotherBefore(situation, fact.field)];
    case "follows":
      return fact.of?.tree === undefined ? [] : satisfyAtTheEnd(fact.of.tree, fact.is, situation);
    case "finally":
      return satisfyAtTheEnd(fact.tree, fact.is, situation);
    case "elapsed":
      return waysToWait(situation, fact.at);
    case "value":
      return enterEdge(situation, fact.field, fact.value);
    case "gives":
      return aimEffectValue(situation, fact);
    case "among":
      return enterChoice(situation, fact);
    case "filled": {
      const context = contextIn(situation, "before");
      const type = fieldOf(situation.world.program, situation.attempt.entity, fact.field)?.type;
      const tree = type?.kind === "computed" ? type.expression.tree : undefined;
      if (context === undefined || tree === undefined) return [];
      const { scope } = context;
      return [
        ...aim(tree, { kind: "not", value: readField(subjectOf(situation), fact.field, scope) }, context),
        ...vary(tree, context),
      ];
    }
    case "seen":
      return grantsToSee(situation, fact.field).flatMap((facts) =>
        ofAnother({ holds: facts }).ways(situation, subjectOf(situation)),
      );
    case "matters":
      return makeInfluential(fact, situation);
    case "held": {
      const place = placeOf(fact, situation);
      return giveRole(situation, personId(2), fact.role, place === undefined ? null : asValue(place), true, solvers);
    }
    case "named":
      return waysToBeNamed(situation, fact);
    case "twin":
      return addTwin(situation, fact, ofAnother(fact));
    case "circle":
      return aimCircle(situation, fact.field, fact.is);
    case "room":
      return aimUsage(situation, fact, ofCounted(fact, situation));
  }
}

/** Ways to the last value by which what is compared by size is still so. */
export function edgesOf(
  fact: Fact,
  situation: Situation,
  about?: RowValue,
  waysTo = conditionEdges,
): readonly Situation[] {
  if (fact.kind === "twin") {
    const twin = twinIn(situation, fact, ofAnother(fact));
    return twin === undefined ? [] : fact.holds.flatMap((one) => edgesOf(one, situation, asValue(twin)));
  }
  if (fact.kind !== "holds") return [];
  const context = contextOfFact(fact, situation, about);
  return context === undefined ? [] : waysTo(fact.tree, fact.is, context);
}

const namingRows = (situation: Situation, { entity, field }: Named): readonly Row[] =>
  rowsOf(situation.world, entity).filter((row) => equal(valueOf(row, field), subjectOf(situation)));

function isNamedSo(situation: Situation, { of }: Named, row: Row): boolean {
  const about = of === undefined ? null : valueOf(row, of.via);
  return of === undefined || (isRow(about) && of.holds.every((fact) => holds(fact, situation, about)));
}

/** By a new row; where one does it already, what else is to be so of it is brought about. */
function waysToBeNamed(situation: Situation, fact: Named): readonly Situation[] {
  const [row] = namingRows(situation, fact);
  // People are there already: a user who is made besides has no account.
  const other =
    fact.entity === "user" ? rowsOf(situation.world, "user").find(({ id }) => id !== situation.attempt.id) : undefined;
  if (row === undefined && other !== undefined)
    return [{ ...situation, world: withRow(situation.world, withValues(other, [[fact.field, subjectOf(situation)]])) }];
  if (row === undefined) {
    const made = withNew(situation.world, fact.entity, new Map([[fact.field, subjectOf(situation)]]));
    return [{ ...situation, world: made.world }];
  }
  const about = fact.of === undefined ? null : valueOf(row, fact.of.via);
  const missing = isRow(about) ? fact.of?.holds.find((one) => !holds(one, situation, about)) : undefined;
  return missing === undefined || !isRow(about) ? [] : satisfy(missing, situation, about);
}

/** What is due at a moment of the row's own is due in an hour, or in a day. */
function waysToWait(situation: Situation, moment: Expression | undefined): readonly Situation[] {
  const context = contextIn(situation, "before");
  const tree = moment?.tree;
  if (tree === undefined || context === undefined) return [];
  return [1, 48].flatMap((hours) =>
    aim(tree, { kind: "near", value: momentOf(situation.world.now + hours * 3_600_000), steps: 0 }, context),
  );
}

/** An account is its own: another account is looked at. */
function someoneElse(situation: Situation, row: Row, is: boolean): readonly Situation[] {
  if (row.id !== situation.attempt.id) return [];
  const other = rowsOf(situation.world, "user").find(({ id }) => (id === situation.me) === is);
  return other === undefined
    ? []
    : [{ ...situation, attempt: { ...situation.attempt, id: other.id } as Situation["attempt"] }];
}

function rowOfFact(situation: Situation, at: Moment, about: RowValue | undefined): Row | undefined {
  if (about !== undefined) return findRow(situation.world, about.entity, about.id);
  return viewOf(situation, at)?.row;
}
