// Values as texts, in the one form in which both sides of a comparison write them.
import type { FieldType } from "@writ/language/model";
import type { TextKind } from "../field-types/trial.ts";
import { trialOf } from "../field-types/trials.ts";
import { kindOfValue } from "../field-types/values.ts";
import { fieldOf, fieldsOf, machinesOf } from "../interpreter/document/names.ts";
import { isList, type Value } from "../interpreter/values/value.ts";
import type { Program } from "../interpreter/world/world.ts";

export function textOf(value: Value): string | null {
  if (value === null) return null;
  if (typeof value === "boolean" || typeof value === "string") return String(value);
  return isList(value) ? value.map(textOf).toSorted().join(",") : kindOfValue(value).text(value);
}

/** A number as a database writes it. */
export const trimmedNumber = (text: string): string =>
  text.includes(".") ? text.replace(/0+$/, "").replace(/\.$/, "") : text;

export function textKind(program: Program, entity: string, field: string): TextKind {
  if (field === "created_at" || field === "updated_at") return "moment";
  const type = fieldOf(program, entity, field)?.type;
  return type === undefined ? "text" : kindOf(type);
}

const kindOf = (type: FieldType): TextKind => (type.kind === "computed" ? kindOf(type.of) : trialOf(type).text);

/** A file by its name alone: one that an effect takes over from another row is a file of its own, in a place by chance. */
export const fileText = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** What a row holds in a field. */
export function storedText(program: Program, entity: string, field: string, value: Value): string | null {
  if (!["file", "files"].includes(textKind(program, entity, field))) return textOf(value);
  if (isList(value)) return textOf(value.map((one) => fileText(String(one))));
  return value === null ? null : fileText(String(value));
}

/** The fields that are compared: what the system draws by chance and when it wrote are not. */
export function comparedFields(program: Program, entity: string): readonly string[] {
  const drawn = ["list", "random code"];
  return [
    "id",
    "created_at",
    "created_by",
    ...(entity === "user" ? ["name", "email"] : []),
    ...fieldsOf(program, entity).flatMap(({ name, type }) =>
      type === undefined || drawn.includes(type.kind) ? [] : [name.id],
    ),
    ...(machinesOf(program, entity).length > 0 ? ["ended"] : []),
  ];
}
