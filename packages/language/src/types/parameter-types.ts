// What a call is given and answers, as TypeScript: for programs that make it, and for its code.
import type { Parameter } from "../sections/calls/model.ts";
import { definitionOf, type Side } from "../field-types/index.ts";

export function parametersType(parameters: readonly Parameter[], side: Side): string {
  const printed = parameters.map(({ name, type, optional }) => {
    const value = type === undefined ? "unknown" : definitionOf(type).typeScript(type, side);
    const mark = optional && side !== "read" ? "?" : "";
    return `${key(name.id)}${mark}: ${value}${optional ? " | null" : ""};`;
  });
  return printed.length === 0 ? "{ [name: string]: never }" : `{ ${printed.join(" ")} }`;
}

export const key = (name: string): string => (/^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name));
