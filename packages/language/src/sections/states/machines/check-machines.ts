// What must fit together in the machines of section 4: their field, their states, their transitions.
import type { EntitySchema } from "../../../expression/schema.ts";
import type { CheckContext } from "../../../model/check-context.ts";
import type { Model } from "../../../model/model.ts";
import type { Reference } from "../../../text/name.ts";
import { sameIdentifier, unknownEntity, unknownState } from "../../../clause/problems.ts";
import type { Problem } from "../../../problem.ts";
import type { Machine, TransitionRow } from "../model.ts";
import { checkPaths } from "./check-paths.ts";
import { checkStarts } from "./check-starts.ts";
import { checkTransition } from "./check-transition.ts";
import { findState, knowMachine, type KnownMachine } from "./known-machine.ts";
import { wrongStateField } from "./problems.ts";

/** `known`: the machines of entities that exist, for the checks that need to know the effects too. */
export function checkMachines(
  model: Model,
  context: CheckContext,
): { readonly known: readonly KnownMachine[]; readonly problems: readonly Problem[] } {
  const known: KnownMachine[] = [];
  const labels = [...context.lookup.entities.values()].map((one) => one.name.label);
  const problems = model.states.machines.flatMap((machine) => {
    const entity = context.schema.entities.get(machine.entity.id);
    if (!entity) {
      // Where section 3 is not shown, it is unknown which entities there are.
      if (model.entities.status.kind === "not shown") return [];
      const place = { span: machine.entity.span, address: machine.address };
      return [unknownEntity.at(place, machine.entity.label, [...labels, "Effects"])];
    }
    const one = knowMachine(machine, entity);
    known.push(one);
    const field = checkField(machine, entity, context);
    if (machine.bodyNotShown) return field;
    const lost = checkStateNames(one);
    const transitions = one.transitions.flatMap((rows) => checkTransition(one, rows, model, context));
    return [...field, ...checkStarts(one, context), ...lost, ...checkPaths(one), ...transitions];
  });
  return { known, problems: [...problems, ...checkTransitionNames(known)] };
}

/** The heading names the field where there are several; it is one of type state in any case. */
function checkField(machine: Machine, entity: EntitySchema, { lookup }: CheckContext): readonly Problem[] {
  const defined = lookup.entities.get(entity.id);
  // The fields of an entity without a body are unknown.
  if (defined?.bodyNotShown || (defined?.fields ?? []).some((field) => field.type === undefined)) return [];
  const fields = (defined?.fields ?? []).filter((field) => field.type?.kind === "state");
  const labels = fields.map((field) => field.name.label);
  const place = { span: machine.span, address: machine.address };
  if (machine.field === undefined) {
    return fields.length === 1 ? [] : [wrongStateField.at(place, entity.label, undefined, labels)];
  }
  const field = lookup.fields.get(entity.id)?.get(machine.field.id);
  if (field?.type?.kind === "state") return [];
  return [wrongStateField.at({ ...place, span: machine.field.span }, entity.label, machine.field.label, labels)];
}

/** Every name under From and To that is no state. */
function checkStateNames(known: KnownMachine): readonly Problem[] {
  const { machine, entity } = known;
  if (machine.states.length === 0) return [];
  const labels = machine.states.map((state) => state.name.label);
  const look = (row: TransitionRow, reference: Reference, column: string) =>
    reference.label === "" || findState(known, reference)
      ? []
      : [
          unknownState.at(
            { span: reference.span, address: `${row.address}/${column}` },
            entity.label,
            reference.label,
            labels,
            anyMeant(reference.label),
          ),
        ];
  return machine.transitions.flatMap((row) => [
    ...(row.from.kind === "any" ? row.from.but : row.from.states).flatMap((reference) => look(row, reference, "From")),
    ...(row.to === "same" ? [] : look(row, row.to, "To")),
  ]);
}

/** `any` and `any but A` in other words. */
function anyMeant(written: string): string | undefined {
  if (/^(?:\*|all|every|each|everything)$/i.test(written)) return 'Did you mean "any"?';
  const but = /^(?:any|all) +(?:except|other than|besides|not|without) +(.+)$/i.exec(written)?.[1];
  return but && `Did you mean "any but ${but}"?`;
}

/** Two machines of one entity must not both have a transition of the same name: it would have one right and one address. */
function checkTransitionNames(machines: readonly KnownMachine[]): readonly Problem[] {
  const first = new Map<string, TransitionRow>();
  return machines.flatMap(({ entity, transitions }) =>
    transitions.flatMap(([row]) => {
      if (row.name.id === "") return [];
      const key = `${entity.id}/${row.name.id}`;
      const before = first.get(key);
      if (!before) first.set(key, row);
      const place = { span: row.name.span, address: row.address };
      return before ? [sameIdentifier.at(place, row.name.label, before.name.label, row.name.id, before.name.span)] : [];
    }),
  );
}
