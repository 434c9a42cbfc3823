// Circles that make something impossible: computed fields that need each other, rows that need each other to exist.
import { referredEntity } from "../../field-types/index.ts";
import type { CheckContext } from "../../model/check-context.ts";
import type { Model } from "../../model/model.ts";
import type { Span, Problem } from "../../problem.ts";
import { findCircles } from "../../model/circles.ts";
import { allFields, findEntity } from "./find.ts";
import type { Entity, Field } from "./model.ts";
import { belongsToCircle, computedCircle, outsizedComputed, requiredCircle } from "./problems.ts";

export function checkCircles(model: Model, context: CheckContext): readonly Problem[] {
  return [...checkComputed(model, context), ...checkOutsized(model, context), ...checkRequired(model, context)];
}

function checkComputed(model: Model, { schema }: CheckContext): readonly Problem[] {
  const computed = new Map<string, { readonly entity: Entity; readonly field: Field }>();
  for (const { entity, field } of allFields(model.entities.entities)) {
    const key = `${entity.name.id}.${field.name.id}`;
    if (!computed.has(key)) computed.set(key, { entity, field });
  }
  return (schema.computedCircles ?? []).flatMap((keys) => {
    const around = keys.flatMap((key) => computed.get(key) ?? []);
    const [first, ...others] = around;
    if (!first) return [];
    const place = { span: first.field.name.span, address: first.field.address };
    const several = new Set(around.map(({ entity }) => entity)).size > 1;
    const labels = around.map(({ entity, field }) =>
      several ? `${entity.name.label}.${field.name.label}` : field.name.label,
    );
    return [
      computedCircle.at(
        place,
        labels,
        others.map(({ field }) => field.name),
      ),
    ];
  });
}

function checkOutsized(model: Model, { schema }: CheckContext): readonly Problem[] {
  return allFields(model.entities.entities).flatMap(({ entity, field }) =>
    schema.outsizedFields?.has(`${entity.name.id}.${field.name.id}`)
      ? [outsizedComputed.at({ span: field.name.span, address: field.address }, field.name.label)]
      : [],
  );
}

type Link = { readonly from: string; readonly to: string; readonly field: Field; readonly belongs: boolean };

/** A row that belongs to another is made after it; one that must refer to another as well, unless a default helps. */
function checkRequired(model: Model, context: CheckContext): readonly Problem[] {
  const links = allFields(model.entities.entities).flatMap(({ entity, field }): readonly Link[] => {
    const to = referredEntity(field.type);
    if (to === undefined || to === "user") return [];
    const belongs = field.type?.kind === "belongs to";
    const needed = belongs || (field.required === "yes" && field.default === undefined);
    return needed ? [{ from: entity.name.id, to, field, belongs }] : [];
  });
  const always = circlesOf(links.filter(({ belongs }) => belongs));
  const told = new Set(always.flat().map(({ field }) => field));
  const begun = new Set(model.entities.rowSets.map((set) => findEntity(context, set.entity)?.id));
  const sometimes = circlesOf(links).filter(
    (circle) => !circle.every(({ field }) => told.has(field)) && !circle.some(({ from }) => begun.has(from)),
  );
  const label = (link: Link) => context.schema.entities.get(link.from)?.label ?? link.from;
  const say = (circle: readonly Link[], problem: typeof belongsToCircle | typeof requiredCircle) => {
    const [first, ...others] = circle;
    if (!first) return [];
    const related = others.map(({ field }) => ({ label: field.name.label, span: linkSpan(field) }));
    return [problem.at({ span: linkSpan(first.field), address: first.field.address }, circle.map(label), related)];
  };
  return [
    ...always.flatMap((circle) => say(circle, belongsToCircle)),
    ...sometimes.flatMap((circle) => say(circle, requiredCircle)),
  ];
}

const linkSpan = ({ type, name }: Field): Span => (type && "entity" in type ? type.entity.span : name.span);

function circlesOf(links: readonly Link[]): readonly (readonly Link[])[] {
  const from = new Map<string, Link[]>();
  for (const link of links) {
    const others = from.get(link.from) ?? [];
    others.push(link);
    from.set(link.from, others);
  }
  return findCircles([...from.keys()], (id) => (from.get(id) ?? []).map(({ to }) => to)).map((ids) =>
    ids.flatMap((id, index) => (from.get(id) ?? []).find(({ to }) => to === ids[(index + 1) % ids.length]) ?? []),
  );
}
