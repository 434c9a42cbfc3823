// What becomes of a row when the one that it refers to goes.
import { isReference } from "../../../field-types/index.ts";
import type { Lookup } from "../../../names/lookup.ts";
import { success, refused, type Scenario } from "../../../scenario/scenario.ts";
import type { Model } from "../../../model/model.ts";
import { isDeletedUsed, whyNotUsed } from "./deleted-used.ts";
import type { Entity, Field } from "../model.ts";

export function referredScenarios(entity: Entity, field: Field, of: Around): readonly Scenario[] {
  const found = scenariosOf(entity, field, of.lookup);
  return isDeletedUsed(entity, field, of) ? found : found.map((one) => ({ ...one, beyond: whyNotUsed }));
}

type Around = { readonly model: Model; readonly lookup: Lookup };

function scenariosOf(entity: Entity, { name, type, address }: Field, lookup: Lookup): readonly Scenario[] {
  if (!isReference(type)) return [];
  const target = lookup.entities.get(type.entity.id)?.name ?? (type.entity.id === "user" ? userName : undefined);
  if (target === undefined) return [];
  const ending = type.kind === "belongs to" ? "goes with it" : type.onDelete === "cleared" ? "is emptied" : undefined;
  const of = `${entity.name.label}: ${name.label}`;
  // The row of an account stays when its person goes, because others speak of it.
  if (target.id === "user" && ending !== "is emptied") return [];
  const common = {
    clause: address,
    entity: target.id,
    by: undefined,
    where: [{ kind: "named", entity: entity.name.id, field: name.id } as const],
  };
  if (target.id === "user")
    return [
      {
        ...common,
        address: `${address}#left`,
        sentence: `${of} is emptied when the account goes`,
        deed: { kind: "leave" },
        expected: success,
      },
    ];
  return [
    ending === undefined
      ? {
          ...common,
          address: `${address}#still used`,
          sentence: `${of}: deleting the ${target.label} is refused`,
          deed: { kind: "delete" },
          expected: refused("STILL_USED"),
        }
      : {
          ...common,
          address: `${address}#gone`,
          sentence: `${of}: when the ${target.label} is deleted, it ${ending}`,
          deed: { kind: "delete" },
          expected: success,
        },
  ];
}

const userName = { id: "user", label: "User" };
