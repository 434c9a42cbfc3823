// What the names in entities and in the rows that come with them mean.
import type { Resolver } from "../../names/resolver.ts";
import { readReference } from "../../text/name.ts";
import type { Entities, Entity, Field, RowSet } from "./model.ts";

export function resolve(value: Entities, names: Resolver): Entities {
  return {
    ...value,
    entities: value.entities.map((entity) => resolveEntity(entity, names)),
    rowSets: value.rowSets.map((set) => resolveRowSet(set, names)),
  };
}

function resolveEntity(entity: Entity, names: Resolver): Entity {
  const { id } = entity.name;
  return {
    ...entity,
    fields: entity.fields.map((field) => resolveField(field, id, names)),
    owner: names.field(id, entity.owner),
    uniqueTogether: entity.uniqueTogether.map((together) => ({
      ...together,
      fields: together.fields.map((field) => names.field(id, field)),
    })),
    orderedBy: entity.orderedBy.map((key) => ({ ...key, field: names.field(id, key.field) })),
  };
}

function resolveField(field: Field, entity: string, names: Resolver): Field {
  if (field.default?.kind === "literal") names.choice(entity, field.name.id, readReference(field.default.text));
  return { ...field, type: names.type(field.type) };
}

function resolveRowSet(set: RowSet, names: Resolver): RowSet {
  const entity = names.entity(set.entity);
  return { ...set, entity, columns: set.columns.map((column) => names.field(entity.id, column)) };
}
