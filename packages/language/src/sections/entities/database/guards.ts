// What happens to a row before it is written, as far as its fields say, in the order of the phases.
import type { Design, GuardPart, ReadPart } from "../../../plan/design.ts";
import type { DatabaseObject } from "../../../plan/objects.ts";
import { fileGuards } from "./files.ts";
import { fillGuards } from "./fill.ts";
import { writeGuards } from "./given.ts";
import { referencesOf } from "./references.ts";
import { valueGuards } from "./values.ts";

export type Guards = {
  readonly objects: readonly DatabaseObject[];
  readonly guards: readonly GuardPart[];
  readonly reads: readonly ReadPart[];
};

export function guardsOf(design: Design): Guards {
  const parts = design.entities.map((entity) => {
    const filled = fillGuards(entity, design);
    const references = referencesOf(entity, design);
    return {
      objects: [...filled.objects, ...references.objects],
      guards: [
        ...writeGuards(entity, design),
        ...filled.guards,
        ...fileGuards(entity, design),
        ...valueGuards(entity, design),
        ...references.guards,
      ],
      reads: [...filled.reads, ...references.reads],
    };
  });
  return {
    objects: parts.flatMap((part) => part.objects),
    guards: parts.flatMap((part) => part.guards),
    reads: parts.flatMap((part) => part.reads),
  };
}
