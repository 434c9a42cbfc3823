// Follows the paths of fields that properties name: step by step, through references.
import type { EntitySchema, FieldSchema } from "../../expression/schema.ts";
import { systemFields, type Lookup } from "../../names/lookup.ts";
import type { Reference } from "../../text/name.ts";
import { unknownField } from "../../clause/problems.ts";
import { unfitField } from "./problems.ts";
import type { FieldPath } from "./model.ts";
import type { Site } from "./site.ts";

/** Where a path ends: a field, and the entity that has it. */
export type FoundPath = { readonly entity: EntitySchema; readonly field: FieldSchema };

/** `untyped`: it is there, and its type is wrong or not shown. */
export function findField(
  entity: EntitySchema,
  reference: Reference,
  lookup: Lookup,
): FieldSchema | "untyped" | undefined {
  const declared = lookup.fields.get(entity.id)?.get(reference.id);
  return entity.fields.get(declared?.name.id ?? reference.id) ?? (declared && "untyped");
}

/** Reports the first step that is wrong. */
export function followPath(
  path: FieldPath,
  from: EntitySchema,
  property: string,
  address: string,
  site: Site,
): FoundPath | undefined {
  const { lookup, schema } = site.context;
  let entity = from;
  for (const [index, step] of path.steps.entries()) {
    const place = { span: step.span, address };
    const field = findField(entity, step, lookup);
    if (field === undefined) {
      // In properties a field stands alone; expressions name its row first.
      const then = index === 0 && step.id === entity.id ? path.steps[1] : undefined;
      const meant = then && findField(entity, then, lookup);
      const label = meant && (meant === "untyped" ? then?.label : meant.label);
      reportUnknown(entity, step, address, site, label === undefined ? undefined : `Write ${label}.`);
    }
    if (field === undefined || field === "untyped") return undefined;
    if (index === path.steps.length - 1) return { entity, field };
    const next = field.type.kind === "row" ? schema.entities.get(field.type.entity) : undefined;
    if (!next) {
      // A reference to an entity that does not exist is reported in section 3.
      if (field.type.kind !== "row")
        site.problems.push(
          unfitField.at(place, property, field.label, "is no reference: nothing can be stepped to", ""),
        );
      return undefined;
    }
    entity = next;
  }
  return undefined;
}

function reportUnknown(entity: EntitySchema, step: Reference, address: string, site: Site, meant?: string): void {
  if (site.context.lookup.entities.get(entity.id)?.bodyNotShown) return;
  // The entity's own fields are what people mean first.
  const fields = [...entity.fields.values()].filter(({ id }) => id !== "id");
  const own = fields.filter(({ id }) => !systemFields.has(id));
  const known = [...own, ...fields.filter(({ id }) => systemFields.has(id))].map(({ id, label }) =>
    step.label === step.id ? id : label,
  );
  site.problems.push(unknownField.at({ span: step.span, address }, entity.label, step.label, known, meant));
}

/** The field itself, where a property takes no steps. */
export function ownField(
  path: FieldPath,
  entity: EntitySchema,
  property: string,
  address: string,
  site: Site,
): FieldSchema | undefined {
  const found = followPath(path, entity, property, address, site);
  if (!found || path.steps.length === 1) return found?.field;
  const label = path.steps.map((step) => step.label).join(".");
  site.problems.push(
    unfitField.at({ span: path.span, address }, property, label, `is not a field of ${entity.label} itself`, ""),
  );
  return undefined;
}
