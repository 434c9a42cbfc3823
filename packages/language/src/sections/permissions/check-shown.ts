// A computed field that says what a hidden one holds shows it to everybody who reads the row.
import type { Typed } from "../../expression/typed.ts";
import type { CheckContext } from "../../model/check-context.ts";
import { entityId } from "../../model/lookup.ts";
import type { Problem } from "../../problem.ts";
import { actionLabel } from "./check-action.ts";
import type { Right } from "./model.ts";
import { hiddenShown } from "./problems.ts";

export function checkShown(rights: readonly Right[], { lookup, checked }: CheckContext): readonly Problem[] {
  const hiding = new Map<string, Right>();
  for (const right of rights) {
    const { action } = right;
    if (action.kind !== "see") continue;
    const entity = entityId(lookup, right.for);
    const field = lookup.fields.get(entity)?.get(action.field.id)?.name.id ?? action.field.id;
    hiding.set(`${entity}.${field}`, right);
  }
  if (hiding.size === 0) return [];
  const all = new Map([...lookup.entities.values()].map((one) => [one.name.id, one]));
  return [...all.values()].flatMap(({ name: entity, fields }) =>
    fields.flatMap(({ name, type }): readonly Problem[] => {
      if (type?.kind !== "computed" || hiding.has(`${entity.id}.${name.id}`)) return [];
      const typed = checked.get(type.expression)?.typed;
      const right = typed && valuesOf(typed).flatMap((value) => hiddenOn(value, hiding))[0];
      if (right === undefined) return [];
      const place = { span: right.action.span, address: right.address };
      return [hiddenShown.at(place, actionLabel(right.action), name.label, entity.label)];
    }),
  );
}

/** What the value is made of: not what it only depends on, such as the test of a condition. */
function valuesOf(typed: Typed): readonly Typed[] {
  switch (typed.node) {
    case "conditional":
      return [...valuesOf(typed.then), ...valuesOf(typed.otherwise)];
    case "concatenate":
      return [...valuesOf(typed.left), ...valuesOf(typed.right)];
    case "text of":
    case "lower":
      return valuesOf(typed.of);
    default:
      return [typed];
  }
}

/** The field, and the references on the way to it. */
function hiddenOn(typed: Typed, hiding: ReadonlyMap<string, Right>): readonly Right[] {
  if (typed.node !== "field") return [];
  const right = hiding.get(`${typed.entity}.${typed.field}`);
  return [...(right === undefined ? [] : [right]), ...hiddenOn(typed.of, hiding)];
}
