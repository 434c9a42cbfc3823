// Whether section 6 lets any user do something to rows of an entity, under whatever condition.
import type { Lookup } from "../names/lookup.ts";
import type { Model } from "../model/model.ts";
import type { Entity } from "../sections/entities/model.ts";

export const isEverGranted = (
  kind: "create" | "update" | "delete",
  entity: Entity,
  { model, lookup }: { readonly model: Model; readonly lookup: Lookup },
): boolean =>
  model.permissions.rights.some(
    ({ action, for: about, cells }) =>
      action.kind === kind &&
      lookup.entities.get(about.id) === entity &&
      cells.some(({ grant }) => grant !== undefined && grant.kind !== "no"),
  );
