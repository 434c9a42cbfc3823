// Yes or no: what is empty is no.
import type { FieldType } from "../field-type.ts";
import { textual } from "../text/type.ts";

export const yesNo: FieldType = {
  ...textual,
  emptyValue: () => false,
  valueOf: (given) => given === true || given === "true",
  format: (value, _type, { say }) => (value === true ? say("yes") : say("no")),
  filter: {
    conditions: (column, chosen) => [`${column}.is.${chosen === "yes" ? "true" : "false"}`],
    options: (_type, { say }) => [
      { id: "yes", name: say("yes") },
      { id: "no", name: say("no") },
    ],
    input: "words",
  },
  isTick: true,
};
