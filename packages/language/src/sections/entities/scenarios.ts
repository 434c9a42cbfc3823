// What section 3 asks of every new row: what must be given, and how long a text may be.
import type { Lookup } from "../../model/lookup.ts";
import type { Model } from "../../model/model.ts";
import { refused, type Scenario } from "../../scenario/scenario.ts";
import type { Entity, Field } from "./model.ts";

export function entityScenarios(model: Model, _lookup: Lookup): readonly Scenario[] {
  return model.entities.entities
    .filter(({ name }) => name.id !== "user")
    .flatMap((entity) => entity.fields.filter(isAsked).map((field) => required(entity, field)));
}

const isAsked = ({ required, default: value, type }: Field): boolean =>
  required === "yes" && value === undefined && type !== undefined && type.kind !== "yes/no";

const required = (entity: Entity, { name, address }: Field): Scenario => ({
  address: `${address}#required`,
  clause: address,
  sentence: `a ${entity.name.label} without ${name.label} is refused`,
  entity: entity.name.id,
  deed: { kind: "create" },
  by: undefined,
  where: [{ kind: "given", field: name.id, is: false }],
  expected: refused("REQUIRED", name.id),
});
