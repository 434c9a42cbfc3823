// The three forms of a rule that become constraints: unique, no overlap, no circle.
import { decision } from "../../expression/kinds.ts";
import { withArticle } from "../../text/article.ts";
import type { EntitySchema, FieldSchema } from "../../expression/schema.ts";
import type { CheckContext } from "../../model/check-context.ts";
import type { Reference } from "../../text/name.ts";
import { unknownField } from "../../clause/problems.ts";
import { rowScope } from "../../model/scopes.ts";
import type { Problem } from "../../problem.ts";
import type { Must, Rule } from "./model.ts";
import { unfitField } from "./problems.ts";

/** By its label or its identifier; undefined where there is none, or one whose type is unknown. */
export function findField(entity: EntitySchema, name: Reference): FieldSchema | undefined {
  return entity.fields.get(name.id);
}

export function checkForm(rule: Rule, must: Must, entity: EntitySchema, context: CheckContext): readonly Problem[] {
  const address = `${rule.address}/Must hold`;
  const problems: Problem[] = [];
  const find = (name: Reference, of: EntitySchema = entity): FieldSchema | undefined => {
    const field = findField(of, name);
    // A field whose type is wrong is reported in section 3.
    if (!field && !of.isOpen && !context.lookup.fields.get(of.id)?.has(name.id))
      problems.push(
        unknownField.at(
          { span: name.span, address },
          of.label,
          name.label,
          of.fields.values().map((one) => one.label),
        ),
      );
    return field;
  };
  const unfit = (name: Reference, needed: string) =>
    problems.push(unfitField.at({ span: name.span, address }, name.label, needed));
  switch (must.kind) {
    case "unique":
      for (const name of must.fields) {
        const field = find(name);
        if (field && field.store.kind !== "column")
          unfit(name, "unique needs stored fields, no lists and no computed values");
      }
      break;
    case "no circle": {
      const field = find(must.field);
      if (field && !(field.type.kind === "row" && field.type.entity === entity.id)) {
        unfit(must.field, `no circle needs a reference from ${entity.label} to ${entity.label}`);
      }
      break;
    }
    case "no overlap": {
      const from = find(must.from);
      const to = find(must.to);
      const moment = (field: FieldSchema | undefined) =>
        (field?.type.kind === "date" || field?.type.kind === "datetime") && field.store.kind === "column";
      if (from && !moment(from)) unfit(must.from, "no overlap needs two stored dates or two datetimes");
      if (to && !moment(to)) unfit(must.to, "no overlap needs two stored dates or two datetimes");
      else if (from && to && moment(from) && from.type.kind !== to.type.kind)
        unfit(must.to, `it is ${withArticle(to.type.kind)}, and ${must.from.label} is ${withArticle(from.type.kind)}`);
      for (const path of must.per) checkPath(path);
      problems.push(...checkWhile(must, entity, address, context));
      break;
    }
    default:
  }
  return problems;

  function checkPath(path: readonly Reference[]): void {
    let of: EntitySchema | undefined = entity;
    path.forEach((step, index) => {
      if (!of) return;
      const field = find(step, of);
      const last = index === path.length - 1;
      if (field && field.store.kind !== "column") unfit(step, "per needs stored fields");
      else if (field && !last && field.type.kind !== "row") unfit(step, "a step leads through a reference");
      of = field?.type.kind === "row" ? context.schema.entities.get(field.type.entity) : undefined;
    });
  }
}

function checkWhile(must: Must, entity: EntitySchema, address: string, context: CheckContext): readonly Problem[] {
  if (must.kind !== "no overlap" || !must.while) return [];
  const expected = { kind: "type", type: decision, what: `"while"` } as const;
  const checked = context.check(must.while, rowScope(entity.id), expected);
  const { reads } = checked;
  const computed = [...reads.own].some(
    (field) => entity.fields.get(field)?.store.kind !== "column" && field !== "ended",
  );
  if (!reads.clock && reads.others.size === 0 && reads.wholes.size === 0 && !computed) return checked.problems;
  const span = { start: must.while.text.start, end: must.while.text.end };
  return [
    ...checked.problems,
    unfitField.at(
      { span, address },
      "while",
      "it may read only stored fields of the row itself, neither today nor now",
    ),
  ];
}
