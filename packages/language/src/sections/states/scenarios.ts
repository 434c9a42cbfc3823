// What section 4 lets happen: every transition from every state, its guards by each of their parts, what it asks for.
import { isShown } from "../../clause/clause.ts";
import { type Lookup } from "../../names/lookup.ts";
import type { Model } from "../../model/model.ts";
import { entriesOfGuard, formulaOfGuard, isEmpty, factsToSatisfy, type Formula } from "../../scenario/formula.ts";
import { success, inTurn, refused, type Expected, type Fact, type Scenario } from "../../scenario/scenario.ts";
import { withKnownErrors } from "../../scenario/shown.ts";
import { transitionEffectScenarios } from "./transition-effect-scenarios.ts";
import { scenariosOfEffects } from "./effects/by-others.ts";
import type { Known } from "./effects/scenarios.ts";
import type { Machine, State, TransitionRow } from "./model.ts";
import { fieldOf, momentOf, startsFrom } from "./transition-row.ts";

export { setValueScenarios } from "./effects/set-value-scenarios.ts";

export function stateScenarios(model: Model, lookup: Lookup, known: Known): readonly Scenario[] {
  const moves = model.states.machines.flatMap((machine) => {
    const entity = machine.entity.id;
    const field = fieldOf(machine, entity, lookup);
    const site = { entity, field, lookup, known };
    // No field can hold a state where none is known to be one.
    if (field === "") return [];
    return [
      ...startScenarios(machine, site),
      ...buttonsOf(machine).flatMap((rows) => transitionScenarios(rows, machine, site)),
      ...machine.transitions.flatMap((row) => timerScenarios(row, machine, site)),
      ...transitionEffectScenarios(machine, { ...site, model }),
    ];
  });
  return [...moves, ...scenariosOfEffects(model, lookup, known)];
}

type Site = { readonly entity: string; readonly field: string; readonly lookup: Lookup; readonly known: Known };

/** In which state rows begin: in the first whose condition holds. */
function startScenarios({ states, entity: label }: Machine, { entity, lookup }: Site): readonly Scenario[] {
  let before: readonly Fact[] = [];
  return states.flatMap(({ startIf, address, name }) => {
    if (startIf === undefined) return [];
    const formula = formulaOfGuard(startIf, lookup, "after");
    const [earlier, [not = []]] = [before, factsToSatisfy(formula, false)];
    before = [...before, ...not];
    return [true, false].flatMap((is) =>
      factsToSatisfy(formula, is).map((where, number) => ({
        address: `${address}#${is ? "begins" : "does not begin"}${inTurn(number)}`,
        clause: address,
        sentence: `${label.label} ${is ? "begins" : "does not begin"} as ${name.label}`,
        entity,
        deed: { kind: "create" as const },
        by: undefined,
        where: [...earlier, ...where],
        expected: success,
      })),
    );
  });
}

/** The rows of each transition that a user takes; a transition of the system is tried by its cause. */
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
  if (first === undefined || !rows.every(isKnown)) return [];
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
  // Refused for the state alone.
  const [open = []] =
    first.onlyIf === undefined ? [] : factsToSatisfy(formulaOfGuard(first.onlyIf, site.lookup, "asked"), true);
  return [
    ...from.map((state) => make(`from ${state.name.id}`, `starts from ${state.name.label}`, [at(state)], success)),
    ...machine.states
      .filter((state) => !from.includes(state))
      .map((state) =>
        make(
          `not from ${state.name.id}`,
          `does not start from ${state.name.label}`,
          [at(state), ...open],
          refused("CONFLICT"),
        ),
      ),
    ...rows.flatMap((row) => withKnownErrors(row, guardScenarios(row, { ...site, machine, rows }, make))),
    ...(start === undefined ? [] : rows.flatMap((row) => askedScenarios(row, at(start), site, make))),
  ];
}

const isKnown = (row: TransitionRow): boolean => isShown(row, "From", "To", "On", "Only if", "Asks for");

/** What time brings: from each state that it starts from, at its moment and just before, and where it is not open. */
function timerScenarios(row: TransitionRow, machine: Machine, site: Site): readonly Scenario[] {
  if ((row.on?.kind !== "after" && row.on?.kind !== "at") || !isKnown(row)) return [];
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
    expected: success,
  });
  const elapsed = (is: boolean): Fact => ({ kind: "elapsed", timer, at: moment, is });
  const at = (state: State): Fact => ({ kind: "state", field: site.field, state: state.name.id });
  const from = machine.states.filter((state) => startsFrom(row, state));
  const [start] = from;
  const ways = (is: boolean) =>
    row.onlyIf === undefined ? [] : factsToSatisfy(formulaOfGuard(row.onlyIf, site.lookup, "asked"), is);
  const [open = []] = ways(true);
  const { expression } = row.on;
  const isEverNone = site.known.mayBeEmpty(expression);
  return [
    ...from.map((state) =>
      scenario(`due in ${state.name.id}`, `happens by itself in ${state.name.label}`, false, [
        elapsed(true),
        at(state),
        ...open,
      ]),
    ),
    ...(start === undefined
      ? []
      : [scenario("early", "does not happen before", true, [elapsed(false), at(start), ...open])]),
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
      : ways(true).map((where, number) =>
          scenario(`open${inTurn(number)}`, "happens by itself", false, [elapsed(true), ...where, at(start)]),
        )),
    ...(start === undefined
      ? []
      : ways(false).map((where, number) =>
          scenario(`closed${inTurn(number)}`, "does not happen", false, [elapsed(false), ...where, at(start)]),
        )),
    ...(start === undefined || !isEverNone
      ? []
      : [
          {
            ...scenario("never", "does not happen where it has no moment", false, [
              ...isEmpty(expression, "before"),
              elapsed(false),
              at(start),
              ...open,
            ]),
            deed: { kind: "wait" as const, timer, early: false, never: true as const },
          },
        ]),
  ];
}

type Around = Site & { readonly machine: Machine; readonly rows: readonly TransitionRow[] };

type Make = (what: string, words: string, where: readonly Fact[], expected: Expected, clause?: string) => Scenario;

/** Where another row takes over that leads elsewhere, it does; where one comes before, its own condition has to fail first. */
function guardScenarios(row: TransitionRow, site: Around, make: Make): readonly Scenario[] {
  const { lookup, machine, field } = site;
  if (row.onlyIf === undefined) return [];
  const formula = formulaOfGuard(row.onlyIf, lookup, "asked");
  const elsewhere = site.rows.flatMap((other) => {
    const shared = machine.states.find((state) => startsFrom(row, state) && startsFrom(other, state));
    return shared === undefined || targetOf(other) === targetOf(row) ? [] : [{ other, state: shared }];
  });
  const isBefore = (other: TransitionRow) => site.rows.indexOf(other) < site.rows.indexOf(row);
  const next = elsewhere.find(({ other }) => !isBefore(other));
  const guarded = (other: TransitionRow, is: boolean): readonly Fact[] =>
    factsToSatisfy(other.onlyIf === undefined ? always : formulaOfGuard(other.onlyIf, lookup, "asked"), is)[0] ?? [];
  const at = (state: State | undefined): readonly Fact[] =>
    state === undefined ? [] : [{ kind: "state", field, state: state.name.id }];
  const others = [
    ...at(elsewhere[0]?.state),
    ...elsewhere.flatMap(({ other }) => (isBefore(other) ? guarded(other, false) : [])),
  ];
  const taking = next === undefined ? [] : guarded(next.other, true);
  const entries = entriesOfGuard(row.onlyIf, lookup, "asked");
  return [true, false].flatMap((is) => {
    const ways = factsToSatisfy(formula, is);
    const inWays = ways.map((where, number) => ({ where, which: inTurn(number) }));
    const byEntry = entries.map(({ key, fact }) => ({ where: [...(ways[0] ?? []), fact], which: ` by ${key}` }));
    return [...inWays, ...byEntry].map(({ where, which }) => {
      const isDone = is || next !== undefined;
      const words = is ? "is possible" : isDone ? "leads elsewhere" : "is refused";
      return make(
        `${is ? "open" : "closed"}${which}`,
        words,
        [...others, ...where, ...(is ? [] : taking)],
        isDone ? success : refused(row.otherwise?.label),
        row.address,
      );
    });
  });
}

const always: Formula = { kind: "always", is: true };

const targetOf = ({ to }: TransitionRow): string => (to === "same" ? to : to.id);

/** What must be given, what may be, and of narrowed choices one that is not left. */
function askedScenarios({ asks, address }: TransitionRow, start: Fact, site: Site, make: Make): readonly Scenario[] {
  return asks.flatMap(({ field, required, choices }) => {
    const id = field.id;
    const type = site.lookup.fields.get(site.entity)?.get(id)?.type;
    const given = (is: boolean): Fact => ({ kind: "given", field: id, is });
    const left =
      choices === undefined || type === undefined || !("choices" in type)
        ? undefined
        : type.choices.find((one) => !choices.some((choice) => choice.id === one.id));
    return [
      required
        ? make(`without ${id}`, `asks for ${field.label}`, [start, given(false)], refused("REQUIRED", id), address)
        : make(`with ${id}`, `takes ${field.label}`, [start, given(true)], success, address),
      ...(left === undefined
        ? []
        : [
            make(
              `${id} not left`,
              `does not take ${left.label} for ${field.label}`,
              [start, { kind: "value", field: id, value: { kind: "choice", id: left.id } }],
              refused("INVALID", id),
              address,
            ),
          ]),
    ];
  });
}
