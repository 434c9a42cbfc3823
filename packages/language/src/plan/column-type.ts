// The type of the column in which values of a field are stored, for all slices that take or give such values.
import type { Type } from "../expression/type.ts";
import type { Field, FieldType } from "../sections/entities/model.ts";

/**
 * Undefined where a field has no column of its own. Numbers have no scale there: PostgreSQL would round what is given
 * before anybody could say that it has too many decimals.
 */
export function sqlType(type: FieldType): string | undefined {
  switch (type.kind) {
    case "integer":
      return "bigint";
    case "number":
    case "percent":
    case "money":
      return "numeric";
    case "date":
      return "date";
    case "datetime":
      return "timestamptz(3)";
    case "duration":
      return "bigint";
    case "yes/no":
      return "boolean";
    case "reference":
    case "belongs to":
      return "uuid";
    case "several":
      return "uuid[]";
    case "several of":
    case "files":
      return "text[]";
    case "list":
    case "computed":
      return undefined;
    default:
      return "text";
  }
}

/** As a parameter has it; without the number of digits, which is checked where the value is stored. */
export const columnType = ({ type }: Pick<Field, "type">): string =>
  (type && sqlType(type))?.replace(/\(.*\)/, "") ?? "text";

/** The decimals that a number keeps; undefined for what is no number. */
export function decimalsOf(type: FieldType, moneyScale: number): number | undefined {
  switch (type.kind) {
    case "number":
      return 6;
    case "percent":
      return 4;
    case "money":
      return moneyScale;
    case "integer":
      return 0;
    default:
      return undefined;
  }
}

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
