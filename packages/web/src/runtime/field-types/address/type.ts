// Addresses of mail and of the web, and numbers to call: texts of a form of their own.
import type { FieldType } from "../field-type.ts";
import { textual } from "../text/type.ts";

export const email: FieldType = { ...textual, namesRows: true, isSearched: true };

export const address: FieldType = textual;
