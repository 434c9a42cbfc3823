// What effects alone do to a row's state: done from each state that it starts from, and from no other one.
import { isShown } from "../../clause/clause.ts";
import type { Expression } from "../../expression/tree.ts";
import type { Lookup } from "../../names/lookup.ts";
import type { Model } from "../../model/model.ts";
import { formulaOfGuard, factsToSatisfy } from "../../scenario/formula.ts";
import { success, inTurn, refused, type Fact, type Scenario } from "../../scenario/scenario.ts";
import { asksForAnother, doing } from "./done-from.ts";
import { effectScenarios, type Known } from "./effects/scenarios.ts";
import type { Effect, Machine, State, TransitionRow } from "./model.ts";
import { ofOne, othersOf } from "./other-rows.ts";
import { startsFrom } from "./transition-row.ts";

type Site = {
  readonly entity: string;
  readonly field: string;
  readonly model: Model;
  readonly lookup: Lookup;
  readonly known: Known;
};

/** An effect that cannot do what it is to do refuses all that it follows from. */
export function transitionEffectScenarios(machine: Machine, site: Site): readonly Scenario[] {
  const groups = Map.groupBy(machine.transitions, ({ name }) => name.id);
  return [...groups.values()].flatMap((rows) => {
    const [first] = rows;
    if (first?.on?.kind !== "effect" || !rows.every((row) => isShown(row, "From", "To", "On", "Only if", "Asks for")))
      return [];
    const effects = doing(first, site.model);
    if (effects.length === 0) return [ofCode(machine, first, site)];
    const guarded = rows.flatMap((row) => guardedScenarios({ machine, rows, row, effects }, site));
    const fromStates = machine.states.flatMap((state) => {
      const from = rows.find((row) => startsFrom(row, state));
      const able = effects.filter((effect) => !asksForAnother(effect, state.name.id, site.field));
      const guard = (from ?? first).onlyIf;
      const [open = []] = guard === undefined ? [] : factsToSatisfy(formulaOfGuard(guard, site.lookup, "after"), true);
      const ways = able.flatMap((effect) => waysOf(effect, { state, open, isDone: from !== undefined }, site));
      if (able.length > 0 && ways.length === 0) return [];
      return [scenarioOf({ machine, first, state, isFrom: from !== undefined }, ways, site)];
    });
    return [...fromStates, ...guarded];
  });
}

/** A transition that no effect takes has no case, and the reason is given. */
const ofCode = ({ entity: label }: Machine, { name, address }: TransitionRow, { entity }: Site): Scenario => ({
  entity,
  deed: { kind: "update" },
  where: [],
  beyond: "no effect does it, only code of section 7, which is not tried",
  address: `${address}#by code`,
  clause: address,
  sentence: `${name.label} of ${label.label} is done by code alone`,
  by: undefined,
  expected: success,
});

type Tried = Pick<Scenario, "entity" | "deed" | "where">;

type About = {
  readonly machine: Machine;
  readonly first: TransitionRow;
  readonly state: State;
  readonly isFrom: boolean;
};

function scenarioOf(
  { machine, first, state: { name }, isFrom }: About,
  [way, ...orAs]: readonly Tried[],
  { entity }: Site,
): Scenario {
  return {
    ...(way ?? {
      entity,
      deed: { kind: "update" },
      where: [],
      beyond: "whatever does it asks for another state itself",
    }),
    orAs,
    address: `${first.address}#${isFrom ? "from" : "not from"} ${name.id}`,
    clause: first.address,
    sentence: `${first.name.label} of ${machine.entity.label} ${isFrom ? "starts" : "does not start"} from ${name.label}`,
    by: undefined,
    expected: isFrom ? success : refused("CONFLICT"),
  };
}

type Group = {
  readonly machine: Machine;
  readonly rows: readonly TransitionRow[];
  readonly row: TransitionRow;
  readonly effects: readonly Effect[];
};

/** By each part of Only if; without a case where another row may take over. */
function guardedScenarios({ machine, rows, row, effects }: Group, site: Site): readonly Scenario[] {
  const { onlyIf } = row;
  const from = machine.states.filter((state) => startsFrom(row, state));
  const isShared = rows.some((other) => other !== row && from.some((state) => startsFrom(other, state)));
  if (onlyIf === undefined || isShared) return [];
  const formula = formulaOfGuard(onlyIf, site.lookup, "after");
  return [true, false].flatMap((isDone) =>
    factsToSatisfy(formula, isDone).flatMap((open, number): readonly Scenario[] => {
      // As it first holds it is done from each state already.
      if (isDone && number === 0) return [];
      const [way, ...orAs] = from.flatMap((state) =>
        effects
          .filter((effect) => !asksForAnother(effect, state.name.id, site.field))
          .flatMap((effect) => waysOf(effect, { state, open, isDone }, site)),
      );
      if (way === undefined) return [];
      return [
        {
          ...way,
          orAs,
          address: `${row.address}#${isDone ? "open" : "closed"}${inTurn(number)}`,
          clause: row.address,
          sentence: `${row.name.label} of ${machine.entity.label} ${isDone ? "is possible" : "is refused"}`,
          by: undefined,
          expected: isDone ? success : refused(row.otherwise?.label ?? "CONFLICT"),
        },
      ];
    }),
  );
}

type Moved = { readonly state: State; readonly open: readonly Fact[]; readonly isDone: boolean };

/** By what sets off the effect, with the row that it moves on in the state. */
function waysOf(
  effect: Effect,
  { state, open, isDone }: Moved,
  { entity, field, lookup, known }: Site,
): readonly Tried[] {
  const [follows] = effectScenarios(effect, lookup, known);
  if (follows === undefined || effect.do?.kind !== "do") return [];
  const moved = effect.do.on ?? effect.on;
  const others = othersOf(moved, follows.entity, lookup);
  const ofMoved = (facts: readonly Fact[]) => (moved === undefined ? facts : ofOne(facts, others));
  const [inState] = ofMoved([isIn(entity, field, state)]);
  // Of rows that are found in another way than by references and lists nothing can be said.
  if (inState === undefined) return [];
  const where = [inState, ...follows.where, ...ofMoved(open)];
  return [
    {
      entity: follows.entity,
      deed: follows.deed,
      where: isDone ? where : where.filter(({ kind }) => kind !== "follows"),
    },
  ];
}

/** Written nowhere: its text is its own. */
function isIn(entity: string, field: string, { name }: State): Fact {
  const text = `${entity}.${field} == '${name.id}'`;
  const span = { start: 0, end: text.length };
  const [start, end] = [0, entity.length + 1 + field.length];
  const expression: Expression = { address: "", text: { text, ...span }, tree: undefined };
  return {
    kind: "holds",
    expression,
    tree: {
      kind: "binary",
      operator: "==",
      left: {
        kind: "field",
        of: { kind: "name", name: entity, start, end: entity.length },
        name: field,
        nameSpan: { start: entity.length + 1, end },
        start,
        end,
      },
      right: { kind: "text", value: name.id, start: end + 4, end: text.length },
      ...span,
    },
    is: true,
    at: "after",
  };
}
