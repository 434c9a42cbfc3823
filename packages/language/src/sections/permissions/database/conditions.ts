// What a cell of the matrix names: a condition of the document, and the column of who owns a row.
import type { Design } from "../../../plan/design.ts";
import type { Condition } from "../model.ts";

export const conditionOf = (id: string, design: Design): Condition | undefined =>
  design.compiled.lookup.conditions.get(id);

/** Of an account it is the account itself. */
export function ownerColumn(entity: string, { compiled: { lookup } }: Design): string {
  if (entity === "user") return "id";
  const owner = lookup.entities.get(entity)?.owner;
  return owner ? (lookup.fields.get(entity)?.get(owner.id)?.name.id ?? "created_by") : "created_by";
}
