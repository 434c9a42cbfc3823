// The type of a column or parameter that holds what an expression gives.
import type { Type } from "../expression/type.ts";
import { sqlType } from "../field-types/index.ts";
import type { Field } from "../sections/entities/model.ts";

/** As a parameter has it; without the number of digits, which is checked where the value is stored. */
export const columnType = ({ type }: Pick<Field, "type">): string =>
  (type && sqlType(type))?.replace(/\(.*\)/, "") ?? "text";

/** Whole numbers too: a product of two may be longer than any integer type, and working out a value never fails. */
export function computedType({ kind }: Type): string {
  switch (kind) {
    case "yes/no":
      return "boolean";
    case "number":
    case "money":
    case "duration":
      return "numeric";
    case "date":
      return "date";
    case "datetime":
      return "timestamptz(3)";
    case "row":
      return "uuid";
    default:
      return "text";
  }
}
