// Finds entities and fields by the words of this section; the built-in account and what every entity has are known too.
import { referredEntity } from "../../field-types/index.ts";
import type { EntitySchema, FieldSchema } from "../../expression/schema.ts";
import type { CheckContext } from "../../model/check-context.ts";
import type { Reference } from "../../text/name.ts";
import type { Entity, Field } from "./model.ts";

export function findEntity(context: CheckContext, reference: Reference): EntitySchema | undefined {
  return context.schema.entities.get(reference.id);
}

/** One by one, here and below: who looks for what was meant looks at some of them only. */
export function entityLabels(context: CheckContext): Iterable<string> {
  return context.schema.entities.values().map((entity) => entity.label);
}

/** `field` is undefined for what every entity has; `schema` for a field whose type is wrong or not shown. */
export type FoundField = {
  readonly id: string;
  readonly label: string;
  readonly field: Field | undefined;
  readonly schema: FieldSchema | undefined;
};

export function findField(context: CheckContext, entity: string, reference: Reference): FoundField | undefined {
  const known = context.schema.entities.get(entity)?.fields;
  const field = context.lookup.fields.get(entity)?.get(reference.id);
  if (field) return { id: field.name.id, label: field.name.label, field, schema: known?.get(field.name.id) };
  const schema = known?.get(reference.id);
  return schema && { id: schema.id, label: schema.label, field: undefined, schema };
}

export function* fieldLabels(context: CheckContext, entity: string): Iterable<string> {
  const own = context.lookup.fields.get(entity);
  for (const { name } of own?.values() ?? []) yield name.label;
  for (const { id, label } of context.schema.entities.get(entity)?.fields.values() ?? [])
    if (!own?.has(id)) yield label;
}

/** The fields of `from` that name a row of `to`. Created by and Updated by never count. */
export function linksTo(context: CheckContext, from: string, to: string): readonly Field[] {
  const fields = [...(context.lookup.fields.get(from)?.values() ?? [])];
  return fields.filter(({ type }) => referredEntity(type) === to);
}

/** Every field of the document with its entity, in order; of two with the same name, both. */
export function allFields(entities: readonly Entity[]): readonly { readonly entity: Entity; readonly field: Field }[] {
  return entities.flatMap((entity) => entity.fields.map((field) => ({ entity, field })));
}
