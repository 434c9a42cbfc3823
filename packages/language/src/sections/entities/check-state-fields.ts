// Every field of type state needs its states in section 4.
import type { CheckContext } from "../../model/check-context.ts";
import type { Model } from "../../model/model.ts";
import type { Problem } from "../../problem.ts";
import { allFields } from "./find.ts";
import { statesMissing } from "./problems.ts";

export function checkStateFields(model: Model, context: CheckContext): readonly Problem[] {
  const open = model.states.status.kind === "not shown";
  return allFields(model.entities.entities).flatMap(({ entity, field }) => {
    if (field.type?.kind !== "state") return [];
    const { id, label } = field.name;
    const machines = context.lookup.machines.get(entity.name.id) ?? [];
    const alone = entity.fields.filter(({ type }) => type?.kind === "state").length === 1;
    if (machines.some((machine) => (machine.field === undefined ? alone : machine.field.id === id))) return [];
    // Which of several fields a heading without one is about, is asked in section 4.
    if (machines.some((machine) => machine.field === undefined)) return [];
    const heading = alone ? entity.name.label : `${entity.name.label}: ${label}`;
    return [
      statesMissing.at({ span: field.type.span, address: field.address }, entity.name.label, label, heading, open),
    ];
  });
}
