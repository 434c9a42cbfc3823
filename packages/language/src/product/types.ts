// What a field takes, as an input of a form has to know it: limits resolved, choices with their labels.
import { exactWords } from "../expression/exact.ts";
import { resolveAmount } from "../model/check-amount.ts";
import type { Amount } from "../clause/value.ts";
import { definitionOf } from "../field-types/index.ts";
import type { Design } from "../plan/design.ts";
import { mimeTypesOf } from "../plan/file-fields.ts";
import { choicesName } from "../sections/entities/database.ts";
import type { Entity, FieldType } from "../sections/entities/model.ts";
import { machinesOf } from "../sections/states/database.ts";
import type { ApplicationType } from "./application.ts";

/** `entity`: whose field it is; a call's own values belong to none. */
export function typeOf(
  type: FieldType,
  entity: Entity | undefined,
  field: string,
  design: Design,
): ApplicationType | undefined {
  // Of a call, a list is several rows of the entity.
  if (type.kind === "list" && entity === undefined) return { kind: "several", entity: type.entity.id };
  return definitionOf(type).input(type, {
    number: (amount) => numberOf(amount, design),
    bytes: (amount) => bytesOf(amount, design),
    moneyScale: design.compiled.schema.moneyScale,
    among:
      "among" in type && type.among !== undefined && entity !== undefined
        ? choicesName(entity.name.id, field)
        : undefined,
    reverse: () => reverseOf(entity, field, design),
    states: () => statesOf(entity, field, design),
    mediaTypes: mimeTypesOf,
  });
}

function numberOf(amount: Amount | undefined, design: Design): string | undefined {
  const value = amount && resolveAmount(amount, design.context);
  return value !== undefined && "digits" in value ? exactWords(value) : undefined;
}

function bytesOf(amount: Amount | undefined, design: Design): number | undefined {
  const value = amount && resolveAmount(amount, design.context);
  return value?.kind === "size" ? value.bytes : undefined;
}

function reverseOf(entity: Entity | undefined, field: string, { compiled: { schema } }: Design) {
  const store = schema.entities.get(entity?.name.id ?? "")?.fields.get(field)?.store;
  return store?.kind === "reverse" ? { entity: store.entity, via: store.via } : undefined;
}

function statesOf(entity: Entity | undefined, field: string, design: Design) {
  const machine = machinesOf(design).find((one) => one.entity === entity?.name.id && one.field === field);
  const stage = { start: "start", "": "middle", end: "end" } as const;
  return machine?.known.machine.states.map(({ name, kind }) => ({
    id: name.id,
    label: name.label,
    stage: stage[kind],
  }));
}
