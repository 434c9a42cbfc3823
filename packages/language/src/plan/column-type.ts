// The type of a column or parameter that holds what an expression gives.
import { traitsOf } from "../expression/kinds.ts";
import type { Kind } from "../expression/type.ts";
import { sqlType } from "../field-types/index.ts";
import type { Field } from "../sections/entities/model.ts";

/** As a parameter has it; without the number of digits, which is checked where the value is stored. */
export const columnType = ({ type }: Pick<Field, "type">): string =>
  (type && sqlType(type))?.replace(/\(.*\)/, "") ?? "text";

/** Of what an expression gives. */
export const computedType = (kind: Kind): string => traitsOf(kind).sqlType;
