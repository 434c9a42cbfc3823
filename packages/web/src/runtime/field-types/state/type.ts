// The state in which a row stands: one is always there.
import { labelOf, optionsOf } from "../choice/type.ts";
import type { FieldType, TypeOf } from "../field-type.ts";
import { amongValues } from "../filters.ts";
import { textual } from "../text/type.ts";

export const state: FieldType<TypeOf<"state">> = {
  ...textual,
  format: (value, { choices }, { word }) => labelOf(value, choices, word),
  filter: { conditions: amongValues, options: ({ choices }, { word }) => optionsOf(choices, word), input: "words" },
};
