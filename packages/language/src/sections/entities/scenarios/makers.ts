// Only the system sets the creator of a row: no user gives it, with a new row or later.
import type { Lookup } from "../../../names/lookup.ts";
import type { Model } from "../../../model/model.ts";
import { isEverGranted } from "../../../scenario/ever-granted.ts";
import { refused, type Scenario } from "../../../scenario/scenario.ts";
import type { Entity } from "../model.ts";

export const makerScenarios = (entity: Entity, model: Model, lookup: Lookup): readonly Scenario[] =>
  (["create", "update"] as const)
    .filter((kind) => isEverGranted(kind, entity, { model, lookup }))
    .map((kind) => ({
      address: `${entity.address}#made by another${kind === "update" ? ", later" : ""}`,
      clause: entity.address,
      sentence: `${entity.name.label}: the name of another user as its maker is refused`,
      entity: entity.name.id,
      deed: { kind },
      by: undefined,
      where: [{ kind: "given", field: "created_by", is: true }],
      expected: refused("FORBIDDEN", "created_by"),
    }));
