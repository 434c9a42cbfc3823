// What section 4 lets happen: every transition from every state, its guards by each of their parts, what it asks for.
import { entityId, type Lookup } from "../../model/lookup.ts";
import type { Model } from "../../model/model.ts";
import type { Reference } from "../../model/name.ts";
import { numberOf, type RangeOf } from "../../expression/range.ts";
import { atLast, entriesIn, formulaOfGuard, sidesIn, waysToBe, type Formula } from "../../scenario/formula.ts";
import {
  done,
  inTurn,
  refused,
  type Expected,
  type Fact,
  type Scenario,
  type ScenarioDeed,
} from "../../scenario/scenario.ts";
import { listedFormula, ofOne, ofOthers, othersOf } from "./other-rows.ts";
import type { Effect, EffectAction, EffectCause, Machine, State, TransitionRow } from "./model.ts";

export function stateScenarios(model: Model, lookup: Lookup, rangeOf: RangeOf): readonly Scenario[] {
  const moves = model.states.machines.flatMap((machine) => {
    const entity = entityId(lookup, machine.entity);
    const field = fieldOf(machine, entity, lookup);
    const site = { entity, field, lookup };
    return [
      ...buttonsOf(machine).flatMap((rows) => transitionScenarios(rows, machine, site)),
      ...machine.transitions.flatMap((row) => timerScenarios(row, machine, site)),
    ];
  });
  return [...moves, ...model.states.effects.flatMap((effect) => effectScenarios(effect, lookup, rangeOf))];
}

type Site = { readonly entity: string; readonly field: string; readonly lookup: Lookup };

/** The field that holds the states. */
export function fieldOf(machine: Machine, entity: string, lookup: Lookup): string {
  const fields = [...(lookup.fields.get(entity)?.values() ?? [])];
  const named = machine.field && lookup.fields.get(entity)?.get(machine.field.id);
  return (named ?? fields.find(({ type }) => type?.kind === "state"))?.name.id ?? "";
}

/** The rows of each transition that somebody does; what the system does is tried by what makes it. */
function buttonsOf(machine: Machine): readonly (readonly TransitionRow[])[] {
  const groups = new Map<string, TransitionRow[]>();
  for (const row of machine.transitions) {
    if (row.on?.kind !== "button") continue;
    groups.set(row.name.id, [...(groups.get(row.name.id) ?? []), row]);
  }
  return [...groups.values()];
}

function transitionScenarios(rows: readonly TransitionRow[], machine: Machine, site: Site): readonly Scenario[] {
  const [first] = rows;
  if (first === undefined) return [];
  const from = machine.states.filter((state) => rows.some((row) => startsFrom(row, state)));
  const make = (what: string, words: string, where: readonly Fact[], expected: Expected, clause = first.address) => ({
    address: `${clause}#${what}`,
    clause,
    sentence: `${first.name.label} of ${machine.entity.label} ${words}`,
    entity: site.entity,
    deed: { kind: "transition" as const, transition: first.name.id },
    by: undefined,
    where,
    expected,
  });
  const at = (state: State): Fact => ({ kind: "state", field: site.field, state: state.name.id });
  const [start] = from;
  return [
    ...from.map((state) => make(`from ${state.name.id}`, `starts from ${state.name.label}`, [at(state)], done)),
    ...machine.states
      .filter((state) => !from.includes(state))
      .map((state) =>
        make(`not from ${state.name.id}`, `does not start from ${state.name.label}`, [at(state)], refused("CONFLICT")),
      ),
    ...rows.flatMap((row) =>
      row.onlyIf === undefined ? [] : guardScenarios(row, formulaOfGuard(row.onlyIf, site.lookup, "before"), make),
    ),
    ...(start === undefined
      ? []
      : rows.flatMap(({ asks, address }) =>
          asks
            .filter(({ required }) => required)
            .map(({ field }) => {
              const id = fieldId(field, site);
              const where: readonly Fact[] = [at(start), { kind: "given", field: id, is: false }];
              return make(`without ${id}`, `asks for ${field.label}`, where, refused("REQUIRED", id), address);
            }),
        )),
  ];
}

/** What time brings: from each state that it starts from, at its moment and just before, and where it is not open. */
function timerScenarios(row: TransitionRow, machine: Machine, site: Site): readonly Scenario[] {
  if (row.on?.kind !== "after" && row.on?.kind !== "at") return [];
  const timer = row.name.id;
  const moment = momentOf(row);
  const scenario = (what: string, words: string, early: boolean, where: readonly Fact[]): Scenario => ({
    address: `${row.address}#${what}`,
    clause: row.address,
    sentence: `${row.name.label} of ${machine.entity.label} ${words}`,
    entity: site.entity,
    deed: { kind: "wait", timer, early },
    by: undefined,
    where,
    expected: done,
  });
  const elapsed = (is: boolean): Fact => ({ kind: "elapsed", timer, at: moment, is });
  const at = (state: State): Fact => ({ kind: "state", field: site.field, state: state.name.id });
  const from = machine.states.filter((state) => startsFrom(row, state));
  const [start] = from;
  const ways = (is: boolean) =>
    row.onlyIf === undefined ? [] : waysToBe(formulaOfGuard(row.onlyIf, site.lookup, "before"), is);
  const [open = []] = ways(true);
  return [
    ...from.map((state) =>
      scenario(`due in ${state.name.id}`, `happens by itself in ${state.name.label}`, false, [
        elapsed(true),
        at(state),
      ]),
    ),
    ...(start === undefined ? [] : [scenario("early", "does not happen before", true, [elapsed(false), at(start)])]),
    ...machine.states
      .filter((state) => !from.includes(state))
      .map((state) =>
        scenario(`not in ${state.name.id}`, `does not happen in ${state.name.label}`, false, [
          elapsed(false),
          at(state),
          ...open,
        ]),
      ),
    ...(start === undefined
      ? []
      : ways(false).map((where, number) =>
          scenario(`closed${inTurn(number)}`, "does not happen", false, [elapsed(false), ...where, at(start)]),
        )),
  ];
}

/** What follows from a write, and where its If does not hold. */
function effectScenarios(
  { address, entity: of, after, on, if: guard, do: action }: Effect,
  lookup: Lookup,
  rangeOf: RangeOf,
): readonly Scenario[] {
  const entity = entityId(lookup, of);
  const cause = after === undefined ? undefined : causeOf(after, address, entity, lookup);
  if (cause === undefined) return [];
  const heard = action === undefined ? [] : hearersOf(action, lookup);
  const others = othersOf(on, entity, lookup);
  const about = (facts: readonly Fact[]) => (on === undefined ? facts : ofOne(facts, others));
  const ofAny = (facts: readonly Fact[]) =>
    on === undefined ? facts : ofOne(facts, others?.filter && { ...others, list: others.filter.of });
  const condition = guard?.kind === "expression" ? guard.expression : undefined;
  const scenario = (is: boolean, facts: readonly Fact[], which: number | string): Scenario => ({
    address: `${address}#${is ? "follows" : "does not follow"}${typeof which === "string" ? ` ${which}` : inTurn(which)}`,
    clause: address,
    sentence: `${address.slice("4/Effects/".length).replaceAll("/", ", ")}: it ${is ? "follows" : "does not follow"}`,
    entity,
    deed: cause.deed,
    by: undefined,
    where: [
      ...cause.where,
      { kind: "follows", effect: address, of: on === undefined ? condition : ofOthers(condition, others), is },
      ...facts,
      ...heard,
    ],
    expected: done,
  });
  // What is asked of other rows is asked of those that the effect happens to.
  const listed = listedFormula(on, others) ?? always;
  const formula = guard === undefined ? always : formulaOfGuard(guard, lookup, "after");
  const ways = (is: boolean) => {
    const [inList = []] = others?.isThere === undefined ? waysToBe(listed, true) : [[others.isThere]];
    const [so = []] = waysToBe(formula, true);
    const together = waysToBe(formula, is).map((way) => [...inList, ...about(way)]);
    return [
      ...together,
      ...waysToBe(listed, is)
        .map((way) => [...ofAny(so), ...way])
        .slice(is ? 1 : 0),
    ];
  };
  const [first = []] = ways(true);
  const values = action !== undefined && "values" in action ? action.values.map(({ value }) => value) : [];
  return [
    ...[true, false].flatMap((is) => ways(is).map((facts, number) => scenario(is, facts, number))),
    ...values
      .flatMap((value) => entriesIn(value, lookup, "after"))
      .map(({ key, fact }) => scenario(true, [...first, ...about([fact])], key)),
    ...values
      .flatMap(sidesIn)
      .map((fact, number) => scenario(true, [...first, ...about([fact])], `by side ${number + 1}`)),
    ...reached(action, { own: others?.entity ?? entity, lookup, rangeOf }).map(({ which, fact }) =>
      scenario(true, [...first, ...about([fact])], which),
    ),
  ];
}

const always: Formula = { kind: "always", is: true };

type Given = { readonly own: string; readonly lookup: Lookup; readonly rangeOf: RangeOf };

/** Bounds of the field that is set which its value can come to, and never goes beyond. */
function reached(
  action: EffectAction | undefined,
  { own, lookup, rangeOf }: Given,
): readonly { readonly which: string; readonly fact: Fact }[] {
  if (action?.kind !== "create" && action?.kind !== "set") return [];
  const entity = action.kind === "create" ? entityId(lookup, action.entity) : own;
  return action.values.flatMap(({ field: { text: name }, value }) => {
    const type = lookup.fields.get(entity)?.get(name)?.type;
    if (type === undefined || !("from" in type)) return [];
    const { least, most } = rangeOf(value);
    return [
      ...(numberOf(type.from, lookup) === least
        ? [{ which: `${name} at its least`, fact: atLast(value, "<=", least) }]
        : []),
      ...(numberOf(type.to, lookup) === most
        ? [{ which: `${name} at its most`, fact: atLast(value, ">=", most) }]
        : []),
    ];
  });
}

/** Of what is sent to a role nothing is to be seen where nobody has it. */
function hearersOf(action: EffectAction, lookup: Lookup): readonly Fact[] {
  if (action.kind !== "mail" && action.kind !== "notify") return [];
  if (action.to?.kind !== "role") return [];
  return [{ kind: "held", role: lookup.roles.get(action.to.role.id)?.name.id ?? action.to.role.id }];
}

/** A moment that the row itself names; none where it is counted from when its state began. */
const momentOf = ({ on }: TransitionRow) => (on?.kind === "at" ? on.expression : undefined);

type Cause = { readonly deed: ScenarioDeed; readonly where: readonly Fact[] };

function causeOf(after: EffectCause, address: string, entity: string, lookup: Lookup): Cause | undefined {
  switch (after.kind) {
    case "create":
    case "update":
    case "delete":
      return { deed: { kind: after.kind }, where: [] };
    case "change": {
      const field = lookup.fields.get(entity)?.get(after.field.id)?.name.id ?? after.field.id;
      return { deed: { kind: "update" }, where: [{ kind: "given", field, is: true }] };
    }
    case "transition": {
      const [row] = lookup.transitions.get(entity)?.get(after.transition.id) ?? [];
      if (row === undefined) return undefined;
      const isTimer = row.on?.kind === "after" || row.on?.kind === "at";
      const transition = row.name.id;
      return isTimer
        ? {
            deed: { kind: "wait", timer: transition, early: false },
            where: [{ kind: "elapsed", timer: transition, at: momentOf(row), is: true }],
          }
        : { deed: { kind: "transition", transition }, where: [] };
    }
    case "at":
      return {
        deed: { kind: "wait", timer: address, early: false },
        where: [{ kind: "elapsed", timer: address, at: after.expression, is: true }],
      };
  }
}

type Make = (what: string, words: string, where: readonly Fact[], expected: Expected, clause?: string) => Scenario;

function guardScenarios(row: TransitionRow, formula: Formula, make: Make): readonly Scenario[] {
  return [true, false].flatMap((is) =>
    waysToBe(formula, is).map((where, number) =>
      make(
        `${is ? "open" : "closed"}${inTurn(number)}`,
        `is ${is ? "possible" : "refused"}`,
        where,
        is ? done : refused(row.otherwise?.label),
        row.address,
      ),
    ),
  );
}

function startsFrom({ from }: TransitionRow, state: State): boolean {
  if (from.kind === "states") return from.states.some((name) => isNamed(name, state));
  return state.kind !== "end" && !from.but.some((name) => isNamed(name, state));
}

const isNamed = (name: Reference, state: State): boolean =>
  name.id === state.name.id || name.label === state.name.label;

const fieldId = (field: Reference, { entity, lookup }: Site): string =>
  lookup.fields.get(entity)?.get(field.id)?.name.id ?? field.id;
