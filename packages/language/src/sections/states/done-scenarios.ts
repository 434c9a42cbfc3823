// What effects alone do to a row's state: done from each state that it starts from, and from no other one.
import type { Expression } from "../../expression/tree.ts";
import type { Lookup } from "../../model/lookup.ts";
import type { Model } from "../../model/model.ts";
import { formulaOfGuard, waysToBe } from "../../scenario/formula.ts";
import { done, refused, type Fact, type Scenario } from "../../scenario/scenario.ts";
import { isShown } from "../../scenario/shown.ts";
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
export function doneScenarios(machine: Machine, site: Site): readonly Scenario[] {
  const groups = Map.groupBy(machine.transitions, ({ name }) => name.id);
  return [...groups.values()].flatMap((rows) => {
    const [first] = rows;
    if (first?.on?.kind !== "effect" || !rows.every((row) => isShown(row, "From", "To", "On", "Only if", "Asks for")))
      return [];
    const effects = doing(first, site.model);
    return machine.states.flatMap((state) => {
      const from = rows.find((row) => startsFrom(row, state));
      const able = effects.filter((effect) => !asksForAnother(effect, state.name.id, site.field));
      const ways = able.flatMap((effect) => waysOf(effect, state, from, { ...site, first }));
      if (able.length > 0 && ways.length === 0) return [];
      return effects.length === 0
        ? []
        : [scenarioOf({ machine, first, state, isFrom: from !== undefined }, ways, site)];
    });
  });
}

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
    expected: isFrom ? done : refused("CONFLICT"),
  };
}

/** By what sets off the effect, with the row that it moves on in the state. */
function waysOf(
  effect: Effect,
  state: State,
  from: TransitionRow | undefined,
  { entity, field, lookup, first, known }: Site & { readonly first: TransitionRow },
): readonly Tried[] {
  const [follows] = effectScenarios(effect, lookup, known);
  if (follows === undefined || effect.do?.kind !== "do") return [];
  const moved = effect.do.on ?? effect.on;
  const others = othersOf(moved, follows.entity, lookup);
  const ofMoved = (facts: readonly Fact[]) => (moved === undefined ? facts : ofOne(facts, others));
  const [inState] = ofMoved([isIn(entity, field, state)]);
  // Of rows that are found in another way than by references and lists nothing can be said.
  if (inState === undefined) return [];
  const guard = (from ?? first).onlyIf;
  const [open = []] = guard === undefined ? [] : waysToBe(formulaOfGuard(guard, lookup, "after"), true);
  const where = [inState, ...follows.where, ...ofMoved(open)];
  return [
    {
      entity: follows.entity,
      deed: follows.deed,
      where: from === undefined ? where.filter(({ kind }) => kind !== "follows") : where,
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
