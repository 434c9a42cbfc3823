// What section 4 lets happen: every transition from every state, its guards by each of their parts, what it asks for.
import { entityId, type Lookup } from "../../model/lookup.ts";
import type { Model } from "../../model/model.ts";
import type { Reference } from "../../model/name.ts";
import { formulaOfGuard, waysToBe, type Formula } from "../../scenario/formula.ts";
import { done, refused, type Expected, type Fact, type Scenario } from "../../scenario/scenario.ts";
import type { Machine, State, TransitionRow } from "./model.ts";

export function stateScenarios(model: Model, lookup: Lookup): readonly Scenario[] {
  return model.states.machines.flatMap((machine) => {
    const entity = entityId(lookup, machine.entity);
    const field = fieldOf(machine, entity, lookup);
    return buttonsOf(machine).flatMap((rows) => transitionScenarios(rows, machine, { entity, field, lookup }));
  });
}

type Site = { readonly entity: string; readonly field: string; readonly lookup: Lookup };

function fieldOf(machine: Machine, entity: string, lookup: Lookup): string {
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

type Make = (what: string, words: string, where: readonly Fact[], expected: Expected, clause?: string) => Scenario;

function guardScenarios(row: TransitionRow, formula: Formula, make: Make): readonly Scenario[] {
  return [true, false].flatMap((is) =>
    waysToBe(formula, is).map((where, number) =>
      make(
        `${is ? "open" : "closed"}${number === 0 ? "" : ` ${number + 1}`}`,
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
