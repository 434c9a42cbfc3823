// What a call is given and answers, as TypeScript: for programs that make it, and for its code.
import type { Parameter } from "../sections/calls/model.ts";
import type { FieldType } from "../sections/entities/model.ts";

/**
 * `wire`: JSON, where a row is its id. `read`: what code is given, where a row is the row and nothing is left out.
 * `told`: what code answers, where a moment may be a `Date`.
 */
export type Side = "wire" | "read" | "told";

export function parametersType(parameters: readonly Parameter[], side: Side): string {
  const printed = parameters.map(({ name, type, optional }) => {
    const value = type === undefined ? "unknown" : valueType(type, side);
    const mark = optional && side !== "read" ? "?" : "";
    return `${key(name.id)}${mark}: ${value}${optional ? " | null" : ""};`;
  });
  return printed.length === 0 ? "{ [name: string]: never }" : `{ ${printed.join(" ")} }`;
}

function valueType(type: FieldType, side: Side): string {
  switch (type.kind) {
    case "number":
    case "percent":
    case "money":
    case "integer":
    case "duration":
      return "number";
    case "yes/no":
      return "boolean";
    case "datetime":
      return side === "told" ? "string | Date" : "string";
    case "one of":
      return choicesType(type.choices);
    case "several of":
      return `(${choicesType(type.choices)})[]`;
    case "reference":
    case "belongs to":
      return side === "read" && type.kind === "reference" ? `Rows[${JSON.stringify(type.entity.id)}]` : "string";
    case "list":
    case "several":
      return "string[]";
    case "file":
    case "image":
      return fileType;
    case "files":
      return `(${fileType})[]`;
    case "computed":
      return valueType(type.of, side);
    default:
      return "string";
  }
}

const fileType = "{ name: string; type: string } & ({ text: string } | { base64: string })";

const choicesType = (choices: readonly { readonly id: string }[]): string =>
  choices.map(({ id }) => JSON.stringify(id)).join(" | ") || "never";

export const key = (name: string): string => (/^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name));
