// Whether each default is a value of its field's type, and whether defaults can be worked out one after the other.
import { spanOf } from "../../text/text.ts";
import type { CheckContext } from "../../model/check-context.ts";
import { gatherWriting } from "../../model/emptiness.ts";
import type { Model } from "../../model/model.ts";
import { rowScope } from "../../model/scopes.ts";
import type { Problem } from "../../problem.ts";
import { findCircles } from "../../model/circles.ts";
import { allFields } from "./find.ts";
import { defaultHint, readLiteral } from "./literal.ts";
import type { Entity, Field } from "./model.ts";
import { defaultCircle, wrongValue } from "./problems.ts";

export function checkDefaults(model: Model, context: CheckContext): readonly Problem[] {
  const writing = gatherWriting(model, context.lookup);
  const problems = allFields(model.entities.entities).flatMap(({ entity, field }) => {
    // The creator is known unless a visitor may create, an effect or a timer does, or a Seed leaves it to the default.
    const { id } = entity.name;
    const isSeeded = writing.seeds.get(id)?.some((columns) => !columns.has(field.name.id)) === true;
    const always = !writing.visitorsCreate.has(id) && !writing.creations.has(id) && !isSeeded;
    return checkDefault(entity, field, always, model, context);
  });
  return [...problems, ...model.entities.entities.flatMap((entity) => checkDefaultCircles(entity, context))];
}

function checkDefault(
  entity: Entity,
  field: Field,
  me: boolean,
  model: Model,
  context: CheckContext,
): readonly Problem[] {
  const { default: given, type } = field;
  if (!given || !type) return [];
  if (given.kind === "literal") {
    const read = readLiteral(given.text, type, model, context);
    if ("value" in read) return [];
    const part = read.part ?? given.text;
    return [
      wrongValue.at(
        { span: spanOf(part), address: `${field.address}/Default` },
        part.text,
        field.name.label,
        read.part ? read.hint : defaultHint(part, read.hint, context),
      ),
    ];
  }
  const scope = rowScope(entity.name.id, { me: me ? "present" : "maybe" });
  const schema = context.schema.entities.get(entity.name.id)?.fields.get(field.name.id);
  if (!schema) return context.check(given.expression, scope, { kind: "any" }).problems;
  // A plain `me` may be empty wherever the field may: that is worked out with the field's own emptiness.
  const { tree } = given.expression;
  const isMe = tree?.kind === "name" && tree.name === "me";
  const mayBeEmpty = isMe || field.required === "no" || schema.type.empty;
  const expected = {
    kind: "type",
    type: { ...schema.type, empty: mayBeEmpty },
    what: `the default of "${field.name.label}"`,
  } as const;
  return context.check(given.expression, scope, expected).problems;
}

/** Defaults that read each other, directly or through computed fields of the same row, have no beginning. */
function checkDefaultCircles(entity: Entity, context: CheckContext): readonly Problem[] {
  const fields = new Map(entity.fields.map((field) => [field.name.id, field]));
  const expressionOf = (field: Field) =>
    field.type?.kind === "computed"
      ? field.type.expression
      : field.default?.kind === "expression"
        ? field.default.expression
        : undefined;
  const reads = (id: string) => {
    const field = fields.get(id);
    const expression = field && expressionOf(field);
    const own = expression ? (context.checked.get(expression)?.reads.own ?? []) : [];
    return [...own].filter((other) => fields.has(other));
  };
  const circles = findCircles([...fields.keys()], reads).filter((ids) =>
    ids.some((id) => fields.get(id)?.default !== undefined),
  );
  return circles.flatMap((ids) => {
    const around = ids.flatMap((id) => fields.get(id) ?? []);
    const [first, ...others] = around;
    return first
      ? [
          defaultCircle.at(
            { span: first.name.span, address: first.address },
            around.map(({ name }) => name.label),
            others.map(({ name }) => name),
          ),
        ]
      : [];
  });
}
