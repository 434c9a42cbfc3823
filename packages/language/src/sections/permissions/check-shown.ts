// A computed field that reveals the value of a hidden one shows it to every reader of the row.
import { childrenOf } from "../../expression/children.ts";
import { definitionOfNode, isFunctionNode } from "../../expression/functions/functions.ts";
import type { Schema } from "../../expression/schema.ts";
import type { Typed } from "../../expression/typed.ts";
import type { CheckContext } from "../../model/check-context.ts";
import type { Problem } from "../../problem.ts";
import { actionLabel } from "./check-action.ts";
import type { Right } from "./model.ts";
import { hiddenShown } from "./problems.ts";

export function checkShown(rights: readonly Right[], { lookup, schema, checked }: CheckContext): readonly Problem[] {
  const hiding = new Map<string, Right>();
  for (const right of rights) {
    const { action } = right;
    if (action.kind !== "see") continue;
    const entity = right.for.id;
    const field = action.field.id;
    hiding.set(`${entity}.${field}`, right);
  }
  if (hiding.size === 0) return [];
  const all = new Map([...lookup.entities.values()].map((one) => [one.name.id, one]));
  return [...all.values()].flatMap(({ name: entity, fields }) =>
    fields.flatMap(({ name, type }): readonly Problem[] => {
      if (type?.kind !== "computed" || hiding.has(`${entity.id}.${name.id}`)) return [];
      const typed = checked.get(type.expression)?.typed;
      const right = typed && valuesOf(typed).flatMap((value) => hiddenOn(value, hiding, schema))[0];
      if (right === undefined) return [];
      const place = { span: right.action.span, address: right.address };
      return [hiddenShown.at(place, actionLabel(right.action), name.label, entity.label)];
    }),
  );
}

/** What the value is made of: not what it only depends on, such as the test of a condition. */
function valuesOf(typed: Typed): readonly Typed[] {
  if (isFunctionNode(typed)) return definitionOfNode(typed).showsGiven ? childrenOf(typed).flatMap(valuesOf) : [typed];
  switch (typed.node) {
    case "conditional":
      return [...valuesOf(typed.then), ...valuesOf(typed.otherwise)];
    case "concatenate":
      return [...valuesOf(typed.left), ...valuesOf(typed.right)];
    case "count":
      return valuesOf(typed.of);
    // An average, or the best of all, reveals something of many rows on purpose; which rows there are, it does not.
    case "aggregate":
      return valuesOf(typed.of.node === "map" ? typed.of.list : typed.of);
    // Whether there is a row, and how many, reveals which row is named.
    case "quantifier":
    case "filter":
    case "first":
    case "only":
      return valuesOf(typed.list);
    case "map":
      return [...valuesOf(typed.list), ...valuesOf(typed.body)];
    default:
      return [typed];
  }
}

/** The field, the references on the way to it, and of a list those that put rows into it. */
function hiddenOn(typed: Typed, hiding: ReadonlyMap<string, Right>, schema: Schema): readonly Right[] {
  if (typed.node !== "field") return [];
  const store = schema.entities.get(typed.entity)?.fields.get(typed.field)?.store;
  const keys = [
    `${typed.entity}.${typed.field}`,
    ...(store?.kind === "reverse" ? [`${store.entity}.${store.via}`] : []),
  ];
  return [...keys.flatMap((key) => hiding.get(key) ?? []), ...hiddenOn(typed.of, hiding, schema)];
}
