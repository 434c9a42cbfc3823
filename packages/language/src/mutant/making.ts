// Which effects create the rows of an entity that no user creates: what such a row has at first is shown there.
import type { Entity } from "../sections/entities/model.ts";
import { isEverGranted } from "../scenario/ever-granted.ts";
import type { Mutable } from "./mutant.ts";

export const makingAlone = (entity: Entity, mutable: Mutable): readonly string[] =>
  isEverGranted("create", entity, mutable)
    ? []
    : mutable.model.states.effects.flatMap(({ do: action, address }) =>
        action?.kind === "create" && action.entity.id === entity.name.id ? [address] : [],
      );
