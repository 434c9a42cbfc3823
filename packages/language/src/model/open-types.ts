// Fields whose type is not shown: each may be the reference that something else looks for.
import { isReference } from "../field-types/index.ts";
import { type Lookup } from "../names/lookup.ts";

/** Whether rows of an entity may lead further than is shown: one of its own fields, or of what they lead to, has no type. */
export function mayLeadOn(entity: string, lookup: Pick<Lookup, "entities">): boolean {
  const seen = new Set<string>();
  const waiting = [entity];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const found = lookup.entities.get(id);
    if (found?.bodyNotShown || found?.fields.some(({ notShown }) => notShown.includes("Type"))) return true;
    for (const { type } of found?.fields ?? []) if (isReference(type)) waiting.push(type.entity.id);
  }
  return false;
}
