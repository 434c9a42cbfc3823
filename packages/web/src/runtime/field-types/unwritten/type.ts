// What no column holds: lists of rows that refer to this one, and fields whose type the document does not show.
import { Undecided } from "@writ/language/runtime";
import type { FieldType } from "../field-type.ts";
import { textual } from "../text/type.ts";

export const notShown: FieldType = { ...textual, wire: "nothing" };

export const list: FieldType = {
  ...notShown,
  valueOf: (_given, _type, { field }) => {
    throw new Undecided(`${field} is a list`);
  },
};
