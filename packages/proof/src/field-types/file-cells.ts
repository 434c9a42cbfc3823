// A value as a user writes it into a cell of a file that is imported.
import type { FieldType } from "@writ/language/model";
import { isList, quantity, type Value } from "../interpreter/values/value.ts";
import { kindOfValue } from "./values.ts";

/** Undefined: no cell says it. */
export function fileCell(value: Value, type: FieldType): string | undefined {
  if (value === null) return undefined;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (isList(value)) return listCell(value, type);
  if (typeof value === "string") return "choices" in type ? choiceCell(value, type.choices) : textCell(value);
  if (value.kind === "duration") return value.milliseconds < 0 ? undefined : `PT${Number(value.milliseconds) / 1000}S`;
  if (type.kind !== "percent") return kindOfValue(value).words(value);
  const { digits, scale } = quantity(value);
  const hundredths = { kind: "number", digits: digits * 100n, scale } as const;
  return kindOfValue(hundredths).words(hundredths);
}

/** A cell without letters is an empty one. */
const textCell = (text: string): string | undefined => (text.trim() === "" ? undefined : text);

type Choices = readonly { readonly id: string; readonly label: string }[];

const choiceCell = (id: string, choices: Choices): string => choices.find((one) => one.id === id)?.label ?? id;

function listCell(values: readonly Value[], type: FieldType): string | undefined {
  const cells = values.map((one) => fileCell(one, type));
  const isWritten = cells.every((cell) => cell !== undefined && !cell.includes(";"));
  return cells.length > 0 && isWritten ? cells.join("; ") : undefined;
}
