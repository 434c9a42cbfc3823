// yes/no: never empty; an omitted value is no.
import type { FamilyOf, FieldTypeDefinition } from "./field-type.ts";
import { finish, named, options } from "./reading/reader.ts";

export const yesNo: FieldTypeDefinition<FamilyOf<"yes/no">> = {
  name: "yes/no",
  synonyms: ["bool", "boolean", "true/false", "yes / no", "yes or no"],
  aliases: ["flag", "checkbox", "toggle", "bit"],
  pattern: named("yes/no"),
  read: (reader, groups) => finish(reader, options(reader, "yes/no", groups, ["unique"]), { kind: "yes/no" }),
  computable: "plain",
  column: "boolean",
  blank: "false",
  kind: () => ({ kind: "yes/no" }),
  literal: ({ text }) => (text === "yes" || text === "no" ? { value: text === "yes" } : { hint: "Write yes or no." }),
  input: () => ({ kind: "yes/no" }),
  typeScript: () => "boolean",
};
