// Whether the types of fields hold together: the entities, fields and constants that they name, and their expressions.
import { isReference, referredEntity } from "../../field-types/index.ts";
import { kindOf } from "../../clause/value-kinds.ts";
import type { Type } from "../../expression/type.ts";
import { checkAmounts, resolveAmount } from "../../model/check-amount.ts";
import type { CheckContext } from "../../model/check-context.ts";
import { compareExact } from "../../expression/exact.ts";
import { turnedRange } from "../../field-types/problems.ts";
import type { Model } from "../../model/model.ts";
import type { Reference } from "../../text/name.ts";
import { mayLeadOn } from "../../model/open-types.ts";
import { unknownEntity, unknownField } from "../../clause/problems.ts";
import { rowScope } from "../../model/scopes.ts";
import type { Amount } from "../../clause/value.ts";
import type { Problem } from "../../problem.ts";
import { allFields, entityLabels, fieldLabels, findEntity, findField, linksTo } from "./find.ts";
import type { Entity, Field, FieldType } from "./model.ts";
import { ambiguousList, sequenceScope } from "./problems.ts";

type Site = { readonly model: Model; readonly context: CheckContext; readonly entity: Entity; readonly field: Field };

export function checkTypes(model: Model, context: CheckContext): readonly Problem[] {
  return allFields(model.entities.entities).flatMap(({ entity, field }) =>
    field.type === undefined ? [] : checkType({ model, context, entity, field }, field.type),
  );
}

function checkType(site: Site, type: FieldType): readonly Problem[] {
  switch (type.kind) {
    case "reference":
    case "several":
      return [...checkEntity(site, type.entity), ...checkAmong(site, type)];
    case "belongs to":
      return checkEntity(site, type.entity);
    case "list":
      return checkList(site, type);
    case "sequence number":
      return checkSequence(site, type);
    case "computed":
      return [...checkType(site, type.of), ...checkComputed(site, type)];
    default: {
      const { model, context, field } = site;
      const problems = checkAmounts(type, field.address, model, context);
      return problems.length === 0 && "from" in type ? checkRange(site, type) : problems;
    }
  }
}

type Of<Kind extends FieldType["kind"]> = Extract<FieldType, { readonly kind: Kind }>;
type NumberType = Extract<FieldType, { readonly from: unknown }>;

/** Ends that are constants are compared here, where their values are known. */
function checkRange({ context, field }: Site, { from, to }: NumberType): readonly Problem[] {
  if (!from || !to || (from.kind === "value" && to.kind === "value")) return [];
  const [low, high] = [resolveAmount(from, context), resolveAmount(to, context)];
  if (!low || !high || compareExact(low, high) <= 0) return [];
  const words = (amount: Amount) =>
    amount.kind === "constant" ? `\`${amount.name.label}\`` : kindOf(amount.value).written(amount.value);
  return [
    turnedRange.at(
      { span: { start: from.span.start, end: to.span.end }, address: field.address },
      words(from),
      words(to),
    ),
  ];
}

function checkEntity({ context, field }: Site, reference: Reference): readonly Problem[] {
  if (findEntity(context, reference)) return [];
  return [unknownEntity.at({ span: reference.span, address: field.address }, reference.label, entityLabels(context))];
}

/** The rows to choose from are computed for the row, whoever the caller is: `me` is not allowed there. */
function checkAmong({ context, entity }: Site, type: Of<"reference" | "several">): readonly Problem[] {
  const target = findEntity(context, type.entity);
  if (!type.among || !target) return [];
  const expected: Type = { kind: "list", empty: false, of: { kind: "row", entity: target.id, empty: true } };
  return context.check(type.among, rowScope(entity.name.id), { kind: "type", type: expected, what: '"among"' })
    .problems;
}

/** A list is the reverse of exactly one reference. */
function checkList(site: Site, type: Of<"list">): readonly Problem[] {
  const { context, entity, field } = site;
  const target = findEntity(context, type.entity);
  if (!target) return checkEntity(site, type.entity);
  const links = linksTo(context, target.id, entity.name.id);
  const names = links.map((link) => link.name.label);
  const place = { span: type.entity.span, address: field.address };
  if (type.via) {
    const via = findField(context, target.id, type.via);
    const at = { span: type.via.span, address: field.address };
    if (!via && target.isOpen) return [];
    if (!via)
      return [
        unknownField.at(at, target.label, type.via.label, names.length > 0 ? names : fieldLabels(context, target.id)),
      ];
    if (via.field && (via.field.type === undefined || referredEntity(via.field.type) === entity.name.id)) return [];
    return [ambiguousList.at(at, field.name.label, target.label, entity.name.label, names, via.label)];
  }
  // While the type of one of its fields is wrong or not shown, or names no entity, they cannot be counted.
  const isOpen = (its: FieldType | undefined) =>
    its === undefined || (isReference(its) && !findEntity(context, its.entity));
  const open =
    links.length === 0 && context.lookup.entities.get(target.id)?.fields.some(({ type: its }) => isOpen(its));
  const unread = target.id !== "user" && context.lookup.entities.get(target.id)?.bodyNotShown;
  if (links.length === 1 || open || unread) return [];
  return [ambiguousList.at(place, field.name.label, target.label, entity.name.label, names)];
}

/** A number counted per row of E needs exactly one reference to E that is never empty. */
function checkSequence(site: Site, type: Of<"sequence number">): readonly Problem[] {
  const { context, entity, field } = site;
  if (type.per?.kind !== "entity") return [];
  const target = findEntity(context, type.per.entity);
  if (!target) return checkEntity(site, type.per.entity);
  const place = { span: type.per.span, address: field.address };
  const links = linksTo(context, entity.name.id, target.id);
  const [link] = links;
  if (links.length !== 1 && mayLeadOn(entity.name.id, context.lookup)) return [];
  if (links.length !== 1 || !link)
    return [sequenceScope.at(place, field.name.label, entity.name.label, target.label, links.length)];
  const empty = context.schema.entities.get(entity.name.id)?.fields.get(link.name.id)?.type.empty;
  return empty ? [sequenceScope.at(place, field.name.label, entity.name.label, target.label, 1, link.name.label)] : [];
}

/** What a computed field may be is what it says; an empty result is fine, readers of it must guard. */
function checkComputed({ context, entity, field }: Site, type: Of<"computed">): readonly Problem[] {
  const schema = context.schema.entities.get(entity.name.id)?.fields.get(field.name.id);
  const what = `"${field.name.label}"`;
  const expected = schema
    ? ({ kind: "type", type: { ...schema.type, empty: true }, what } as const)
    : ({ kind: "any" } as const);
  return context.check(type.expression, rowScope(entity.name.id, { me: "maybe" }), expected).problems;
}
