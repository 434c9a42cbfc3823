// Random conditions about one value of a row, by the type of its field.
import { sorts } from "../field-types/drawn.ts";
import type { Draw } from "./draw.ts";
import type { OutlineField } from "./outline.ts";

/** `row`: the name of the row. Undefined for fields that name other rows, and where nothing can be said. */
export function valueCondition(draw: Draw, row: string, field: OutlineField): string | undefined {
  const text = `${row}.${field.id}`;
  const order = () => draw.pick(["<", "<=", ">", ">=", "==", "!="]);
  const { condition, isGuarded } = sorts[field.sort];
  const says = condition(text, { draw, field, row, order });
  if (says === undefined || !isGuarded) return says;
  if (!field.empty) return `(${says})`;
  return draw.once(2) ? `(${text} != null and ${says})` : `(${text} == null or ${says})`;
}
