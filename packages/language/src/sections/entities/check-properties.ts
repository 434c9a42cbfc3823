// Whether the properties under the headings of entities name fields that can do what is asked of them.
import { referredEntity } from "../../field-types/index.ts";
import { readsThrough } from "../../expression/check.ts";
import type { FieldSchema } from "../../expression/schema.ts";
import type { Reads } from "../../expression/typed.ts";
import type { CheckContext } from "../../model/check-context.ts";
import type { Model } from "../../model/model.ts";
import { pascalCase, type Reference } from "../../text/name.ts";
import { unknownField } from "../../clause/problems.ts";
import { rowScope } from "../../model/scopes.ts";
import type { Problem } from "../../problem.ts";
import { allFields, fieldLabels, findEntity, findField, type FoundField } from "./find.ts";
import type { Entity, UniqueTogether } from "./model.ts";
import { notSortable, notUnique, oneRowOnly, wrongOwner } from "./problems.ts";

export function checkProperties(model: Model, context: CheckContext): readonly Problem[] {
  return [
    ...model.entities.entities.flatMap((entity) => [
      ...checkShownAs(entity, context),
      ...checkOwner(entity, context),
      ...entity.uniqueTogether.flatMap((unique) => checkUniqueTogether(entity, unique, context)),
      ...checkOrder(entity, context),
    ]),
    ...checkOneRow(model, context),
  ];
}

function checkShownAs(entity: Entity, context: CheckContext): readonly Problem[] {
  if (!entity.shownAs) return [];
  const expected = { kind: "type", type: { kind: "text", empty: false }, what: '"Shown as"' } as const;
  return context.check(entity.shownAs, rowScope(entity.name.id), expected).problems;
}

function missing(entity: Entity, reference: Reference, address: string, context: CheckContext): Problem {
  return unknownField.at(
    { span: reference.span, address },
    entity.name.label,
    reference.label,
    fieldLabels(context, entity.name.id),
  );
}

function checkOwner(entity: Entity, context: CheckContext): readonly Problem[] {
  const { owner } = entity;
  if (!owner) return [];
  const address = `${entity.address}/Owner`;
  const found = findField(context, entity.name.id, owner);
  if (!found) return [missing(entity, owner, address, context)];
  const isUser = found.field ? referredEntity(found.field.type) === "user" : found.id === "created_by";
  if (isUser || (found.field && found.field.type === undefined)) return [];
  const users = entity.fields.filter(({ type }) => referredEntity(type) === "user").map((field) => field.name.label);
  return [wrongOwner.at({ span: owner.span, address }, found.label, users)];
}

/** What a database can compare as a whole: one stored value per row. */
function isStoredValue({ schema }: FoundField): boolean {
  return schema === undefined || (schema.store.kind === "column" && schema.type.kind !== "file");
}

function checkUniqueTogether(entity: Entity, unique: UniqueTogether, context: CheckContext): readonly Problem[] {
  const seen = new Set<string>();
  return unique.fields.flatMap((reference) => {
    const place = { span: reference.span, address: unique.address };
    const found = findField(context, entity.name.id, reference);
    if (!found) return [missing(entity, reference, unique.address, context)];
    const twice = seen.has(found.id);
    seen.add(found.id);
    if (twice) return [notUnique.at(place, found.label, "is named twice")];
    return isStoredValue(found) ? [] : [notUnique.at(place, found.label, whyNotCompared(found))];
  });
}

function whyNotCompared({ schema }: FoundField): string {
  if (schema?.store.kind === "computed") return "is computed";
  return schema?.type.kind === "file" || (schema?.type.kind === "list" && schema.type.of.kind === "file")
    ? "holds files"
    : "is a list";
}

function checkOrder(entity: Entity, context: CheckContext): readonly Problem[] {
  return entity.orderedBy.flatMap(({ field: reference }) => {
    const address = `${entity.address}/Ordered by`;
    const found = findField(context, entity.name.id, reference);
    if (!found) return [missing(entity, reference, address, context)];
    const place = { span: reference.span, address };
    const { schema } = found;
    if (schema?.store.kind !== "computed")
      return isStoredValue(found) ? [] : [notSortable.at(place, found.label, whyNotCompared(found))];
    // A value that changes without a write, or that differs by reader, cannot be kept in order.
    const computed = (of: string, id: string) => readsOf(context.schema.entities.get(of)?.fields.get(id), context);
    const own = readsOf(schema, context);
    const reads = own && readsThrough(own, entity.name.id, computed);
    if (reads?.me) return [notSortable.at(place, found.label, "mentions `me`, so it differs from reader to reader")];
    return reads?.clock
      ? [notSortable.at(place, found.label, "depends on the time, so it changes without a write")]
      : [];
  });
}

function readsOf(field: FieldSchema | undefined, context: CheckContext): Reads | undefined {
  return field?.store.kind === "computed" ? context.checked.get(field.store.expression)?.reads : undefined;
}

/** An entity of one row is read as `Settings.x`: nothing refers to that row, and there is no second one. */
function checkOneRow(model: Model, context: CheckContext): readonly Problem[] {
  const { entities, rowSets } = model.entities;
  const problems: Problem[] = [];
  for (const entity of entities) {
    if (entity.oneRow && entity.builtIn) {
      const place = { span: entity.name.span, address: `${entity.address}/One row` };
      problems.push(oneRowOnly.at(place, "accounts are many", "Leave the line out."));
    }
  }
  for (const { entity, field } of allFields(entities)) {
    const type = field.type;
    if (type === undefined || !("entity" in type)) continue;
    const target = findEntity(context, type.entity);
    if (!target?.oneRow || target.id === "user") continue;
    const place = { span: type.entity.span, address: field.address };
    const message = `"${field.name.label}" of ${entity.name.label} refers to ${target.label}, which has one row`;
    problems.push(
      oneRowOnly.at(
        place,
        message,
        `Leave the field out: expressions read the row as \`${pascalCase(target.id)}.field\`.`,
      ),
    );
  }
  const first = new Map<string, string>();
  const seeded = new Set(
    rowSets.filter(({ kind }) => kind === "Seed").map((set) => findEntity(context, set.entity)?.id),
  );
  for (const entity of entities) {
    if (!entity.oneRow || entity.builtIn || seeded.has(entity.name.id)) continue;
    // The row exists before any user has edited it, so its values need a source.
    for (const field of entity.fields) {
      if (field.required !== "yes" || field.default || !field.type || field.notShown.includes("Default")) continue;
      const place = { span: field.name.span, address: field.address };
      const message = `the one row of ${entity.name.label} needs a value for "${field.name.label}" before it is edited for the first time`;
      problems.push(
        oneRowOnly.at(place, message, `Give the field a default, or write "### Seed: ${entity.name.label}".`),
      );
    }
  }
  for (const set of rowSets) {
    const target = findEntity(context, set.entity);
    if (!target?.oneRow) continue;
    for (const row of set.rows) {
      const before = first.get(target.id);
      if (before === undefined) first.set(target.id, row.key.text);
      else if (before !== row.key.text) {
        const place = { span: { start: row.key.start, end: row.key.end }, address: row.address };
        problems.push(
          oneRowOnly.at(place, `${target.label} has one row, and this is a second one`, "Keep one of them."),
        );
      }
    }
  }
  return problems;
}
