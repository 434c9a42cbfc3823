// Values of the wire as people read them, in their language.
import type { ApplicationField } from "@writ/language/product";
import type { Speaking } from "../field-types/field-type.ts";
import { fieldTypeOf } from "../field-types/field-types.ts";

/** Text for anything but rows and lists of them, which need more than a text. */
export const formatValue = (value: unknown, { type }: ApplicationField, speaking: Speaking): string =>
  value === null || value === undefined || value === "" ? "" : fieldTypeOf(type).format(value, type, speaking);
