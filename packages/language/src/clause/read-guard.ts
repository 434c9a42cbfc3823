// From a cell that asks for a condition to a guard: an expression in backticks, or a condition of section 6 by its name.
import { codeOf, trimText, type Text } from "../text/text.ts";
import { readExpression } from "../expression/parsing/read.ts";
import type { Problem } from "../problem.ts";
import type { Guard } from "./guard.ts";
import { readReference } from "../text/name.ts";

export function readGuard(cell: Text, address: string, problems: Problem[]): Guard | undefined {
  const text = trimText(cell);
  if (text.text === "") return undefined;
  const code = codeOf(text);
  if (code) return { kind: "expression", expression: readExpression(code, address, problems) };
  return { kind: "condition", name: readReference(text) };
}
