// Which names entities and fields cannot have: what expressions, the wire and every entity have already.
import type { Problem } from "../../problem.ts";
import type { Entities, Entity } from "./model.ts";
import { builtInField, reservedEntity, reservedField } from "./problems.ts";
import { systemFields } from "../../names/lookup.ts";

/** What an expression calls something else where the row of an entity stands under its identifier. */
const scopeNames = ["me", "old", "route", "input", "now", "today", "true", "false", "null", "in", "and", "or", "not"];

/** The wire's own parameters stand beside the names of fields, and expressions have words of their own. */
const wireWords = ["select", "order", "limit", "offset", "and", "or", "not", "columns", "on_conflict"];
/** Every table of PostgreSQL has these. */
const databaseWords = ["ctid", "xmin", "xmax", "cmin", "cmax", "tableoid"];
const fieldWords = [...wireWords, ...databaseWords, "in", "true", "false", "null"];

export function checkNames({ entities }: Entities): readonly Problem[] {
  const ids = new Map(entities.map((entity) => [entity.name.id, entity.name.label]));
  return entities.flatMap((entity) => {
    const { id, label, span } = entity.name;
    const place = { span, address: entity.address };
    const membership = id.startsWith("my_") ? ids.get(id.slice(3)) : undefined;
    const problems: Problem[] = [];
    if (scopeNames.includes(id) || membership !== undefined)
      problems.push(reservedEntity.at(place, label, id, membership));
    return [...problems, ...checkFieldNames(entity)];
  });
}

function checkFieldNames(entity: Entity): readonly Problem[] {
  const hasStates = entity.fields.some((field) => field.type?.kind === "state");
  return entity.fields.flatMap((field) => {
    const { id, label, span } = field.name;
    const place = { span, address: field.address };
    if (fieldWords.includes(id)) return [reservedField.at(place, label, id, entity.name.id)];
    if (systemFields.has(id)) return [builtInField.at(place, label, "every entity has it")];
    if (entity.builtIn && (id === "name" || id === "email"))
      return [builtInField.at(place, label, "every account has it")];
    if (hasStates && id === "ended") return [builtInField.at(place, label, "every entity with states has it")];
    return [];
  });
}
