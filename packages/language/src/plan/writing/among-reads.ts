// What `among` reads of other rows: two who choose the same one look at it one after the other.
import type { Field } from "../../sections/entities/model.ts";
import type { Design } from "../design.ts";
import { findChoiceReads, findReads } from "./find-reads.ts";
import type { ReadTarget } from "../read-targets.ts";
import { typedOf } from "../json.ts";

export function amongReads(entity: string, { name, type }: Field, design: Design): readonly ReadTarget[] {
  const among = type?.kind === "reference" || type?.kind === "several" ? type.among : undefined;
  const list = among && typedOf(among, design);
  if (list === undefined) return [];
  return type?.kind === "several" ? findReads(list, entity, design) : findChoiceReads(list, name.id, entity, design);
}
