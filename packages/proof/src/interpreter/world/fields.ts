// The value of a field of a row: stored, turned round from references, or worked out.
import type { FieldType } from "@writ/language/model";
import { fieldOf, machinesOf, reversed } from "../document/names.ts";
import { meaningOf } from "../field-types/meanings.ts";
import { termsOf } from "./constants.ts";
import type { Scope } from "./scope.ts";
import { equal, isList, quantity, rescale, type RowValue, type Value } from "../values/value.ts";
import { asItWas, asValue, findRow, rowsOf, valueOf, type Program, type Row } from "./world.ts";

export function readField(of: RowValue, name: string, scope: Scope): Value {
  const { world } = scope;
  const row = of.as ?? findRow(world, of.entity, of.id);
  if (row === undefined) return null;
  const field = fieldOf(world.program, of.entity, name);
  if (name === "id") return row.id;
  if (field === undefined && name === "ended") return hasEnded(world.program, row);
  const type = field?.type;
  const isSeen = (one: Row, its: string) => scope.isSeen?.(one, its) !== false;
  const nothing = type === undefined ? null : meaningOf(type).nothing;
  if (!isSeen(row, field?.name.id ?? name)) return type?.kind === "list" || isList(nothing) ? [] : null;
  switch (type?.kind) {
    case "list": {
      const { entity, field: back } = reversed(world.program, of.entity, type);
      return rowsOf(world, entity)
        .filter((one) => equal(valueOf(one, back), asValue(row)) && isSeen(one, back))
        .map(asValue);
    }
    case "computed":
      return computedValue(type, of.as === undefined ? asValue(row) : asItWas(row), scope);
    default:
      return valueOf(row, field?.name.id ?? name) ?? nothing;
  }
}

function computedValue(
  type: Extract<FieldType, { readonly kind: "computed" }>,
  row: RowValue,
  { world, me }: Scope,
): Value {
  const { tree } = type.expression;
  if (tree === undefined || world.program.expressionGaps.has(type.expression)) return null;
  return asStored(
    world.program,
    type.of,
    world.program.evaluate(tree, { world, me, names: new Map([[row.entity, row]]) }),
  );
}

/** A number at the decimals that its type keeps, rounded half away from zero. */
export function asStored(program: Program, type: FieldType, value: Value): Value {
  if (value === null) return null;
  const places = decimalsOf(program, type);
  if (places === undefined) return typeof value === "string" ? value.normalize("NFC") : value;
  const { digits, scale } = quantity(value);
  const kept = rescale(digits, scale, places);
  return meaningOf(type).number(kept, places);
}

/** How many decimals a type of numbers keeps. */
export const decimalsOf = (program: Program, type: FieldType): number | undefined =>
  meaningOf(type).decimals(termsOf(program));

/** In a state that is over; with several state fields, in all of them. */
function hasEnded(program: Program, row: Row): boolean {
  const machines = machinesOf(program, row.entity);
  return (
    machines.length > 0 &&
    machines.every(({ field, machine }) =>
      machine.states.some((state) => state.kind === "end" && state.name.id === valueOf(row, field)),
    )
  );
}
