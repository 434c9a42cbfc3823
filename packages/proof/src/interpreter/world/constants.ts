// The constants of section 9 as values, and amounts in types that may name one.
import type { Amount, WrittenValue } from "@writ/language/model";
import { durationOf, moneyOf, numberOf, rescale, type NumberValue, type Value } from "../values/value.ts";
import { moneyScaleOf, type Program } from "./world.ts";

export function constantValue(program: Program, name: string): Value | undefined {
  const value = program.lookup.constants.get(name)?.value;
  return value === undefined || value.kind === "table" ? undefined : writtenValue(program, value);
}

export function tableEntry(program: Program, name: string, key: string): Value {
  const table = program.lookup.constants.get(name)?.value;
  if (table?.kind !== "table") return null;
  // A key with a code of its own is written by its label or by its code.
  const entry =
    table.entries.find((one) => one.key.id === key || one.key.label === key) ??
    table.entries.find((one) => one.key.id.replaceAll("_", "-") === key);
  return entry === undefined ? null : writtenValue(program, entry.value);
}

export function writtenValue(program: Program, value: WrittenValue): Value {
  switch (value.kind) {
    case "number":
    case "percent":
      return numberOf(value.digits, value.scale);
    case "money": {
      const scale = moneyScaleOf(program);
      return moneyOf(rescale(value.digits, value.scale, scale), scale);
    }
    case "duration":
      return durationOf(value.milliseconds);
    case "size":
      return numberOf(value.bytes);
    case "yes/no":
      return value.value;
    case "table":
      return null;
  }
}

/** A number of a type or limit, written out or as a constant's name. */
export function amountOf(program: Program, amount: Amount | undefined): NumberValue | undefined {
  if (amount === undefined) return undefined;
  const value = amount.kind === "value" ? amount.value : program.lookup.constants.get(amount.name.id)?.value;
  if (value === undefined) return undefined;
  if ("digits" in value) return numberOf(value.digits, value.scale);
  return value.kind === "size" ? numberOf(value.bytes) : undefined;
}

/** What a constant that is not shown would be, no one knows. */
export const isAmountGap = ({ lookup }: Program, amount: Amount | undefined): boolean =>
  amount !== undefined && amount.kind !== "value" && lookup.constants.get(amount.name.id)?.value === undefined;
