// Files: paths in the store of files, one or a list of them.
import { fileName, pathsIn } from "../../values/file-path.ts";
import type { FieldType, TypeOf } from "../field-type.ts";
import { textual } from "../text/type.ts";

export const files: FieldType<TypeOf<"files">> = {
  ...textual,
  emptyValue: ({ many }) => (many ? [] : null),
  valueOf: (given, { many }) => (Array.isArray(given) ? given.map(String) : many ? [] : String(given)),
  format: (value) => pathsIn(value).map(fileName).join(", "),
};
