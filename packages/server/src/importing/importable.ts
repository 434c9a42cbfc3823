// What users of the product may import: the fields that list screens of the document name.
import type { Compiled } from "@writ/language";

/** Ids of fields; undefined where no list screen of this entity offers an import. */
export function importableFields({ model }: Compiled, entity: string): readonly string[] | undefined {
  const fields = new Set<string>();
  for (const { kind, import: paths } of model.screens.screens)
    if (kind?.kind === "list" && kind.entity.id === entity)
      for (const { steps } of paths) if (steps.length === 1 && steps[0] !== undefined) fields.add(steps[0].id);
  return fields.size === 0 ? undefined : [...fields];
}
