// What is known of a document in which something is not shown: fields with a type, and expressions that read nothing else.
import type { Compiled } from "../compile.ts";
import type { Expression } from "../expression/tree.ts";
import type { Clause } from "../clause/clause.ts";
import type { Guard } from "../clause/guard.ts";
import { systemFields } from "../names/lookup.ts";
import type { Field } from "../sections/entities/model.ts";
import type { Reference } from "../text/name.ts";

/** Whether every expression of these is understood; what is not there is not in question. */
export type Known = {
  /** Whether a field has a type; without an entity, whether every field of that name has one. */
  readonly field: (field: string, entity?: Reference) => boolean;
  readonly expression: (one: Expression | undefined) => boolean;
  readonly guard: (one: Guard | undefined) => boolean;
};

export function whatIsKnown({ checked, lookup }: Pick<Compiled, "checked" | "lookup">): Known {
  const expression = (one: Expression | undefined) => one === undefined || checked.get(one)?.typed !== undefined;
  return {
    field: (field, entity) => {
      const fields = entity === undefined ? [...lookup.fields.values()] : [lookup.fields.get(entity.id)];
      const isOpen = entity !== undefined && lookup.entities.get(entity.id)?.bodyNotShown === true;
      if (isOpen && !systemFields.has(field) && !fields[0]?.has(field)) return false;
      return fields.every((all) => !all?.has(field) || all.get(field)?.type !== undefined);
    },
    expression,
    guard: (one) => {
      if (one?.kind !== "condition") return expression(one?.expression);
      const holds = lookup.conditions.get(one.name.id)?.holds;
      return holds !== undefined && expression(holds);
    },
  };
}

/** Marks columns of a clause as not shown. */
export const open = <One extends Clause>(clause: One, ...columns: readonly One["notShown"][number][]): One => ({
  ...clause,
  notShown: [...new Set([...clause.notShown, ...columns])],
});

export function openField(field: Field, known: Known): Field {
  const isKnown = field.default?.kind !== "expression" || known.expression(field.default.expression);
  return isKnown ? field : open({ ...field, default: undefined }, "Default");
}
