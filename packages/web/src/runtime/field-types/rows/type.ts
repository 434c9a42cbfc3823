// Fields that refer to rows: ids on the wire, with the readable fields of the rows beside them.
import type { ApplicationType } from "@writ/language/product";
import { embeddedIn, idsIn, isWireRow } from "../../values/row.ts";
import type { FieldType, TypeOf } from "../field-type.ts";
import { amongValues, overlapping } from "../filters.ts";
import { textual } from "../text/type.ts";

/** Whether it leads to rows, with their readable fields beside their ids. */
export const leadsToRows = (type: ApplicationType): type is TypeOf<"reference" | "several"> =>
  type.kind === "reference" || type.kind === "several";

export const reference: FieldType<TypeOf<"reference">> = {
  ...textual,
  valueOf: (given, { entity }, { embedded, rowFor }) =>
    rowFor(entity, isWireRow(embedded) ? { id: given, ...embedded } : { id: given }),
  filter: {
    conditions: amongValues,
    options: (_type, _speaking, { rows = [], empty }) => [...rows, ...empty],
    input: "words",
  },
};

export const several: FieldType<TypeOf<"several">> = {
  ...textual,
  emptyValue: () => [],
  valueOf: (given, { entity }, { embedded, rowFor }) =>
    idsIn(given).map((id) => rowFor(entity, embeddedIn(embedded).find((row) => row["id"] === id) ?? { id })),
  filter: { conditions: overlapping, options: (_type, _speaking, { rows = [] }) => rows, input: "words" },
};
