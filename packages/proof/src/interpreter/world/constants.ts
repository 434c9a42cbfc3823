// The constants of section 9 as values, and amounts in types that may name one.
import type { Amount } from "@writ/language/model";
import type { Terms } from "../field-types/meaning.ts";
import { writtenValue } from "../field-types/written.ts";
import { numberOf, type NumberValue, type Value } from "../values/value.ts";
import { moneyScaleOf, timeZoneOf, type Program } from "./world.ts";

export function constantValue(program: Program, name: string): Value | undefined {
  const value = program.lookup.constants.get(name)?.value;
  return value === undefined || value.kind === "table" ? undefined : writtenValue(value, moneyScaleOf(program));
}

export function tableEntry(program: Program, name: string, key: string): Value {
  const table = program.lookup.constants.get(name)?.value;
  if (table?.kind !== "table") return null;
  // A key with a code of its own is written by its label or by its code.
  const entry =
    table.entries.find((one) => one.key.id === key || one.key.label === key) ??
    table.entries.find((one) => one.key.id.replaceAll("_", "-") === key);
  return entry === undefined ? null : writtenValue(entry.value, moneyScaleOf(program));
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

/** What field types must know of the document. */
export const termsOf = (program: Program): Terms => ({
  amount: (amount) => amountOf(program, amount),
  moneyScale: () => moneyScaleOf(program),
  momentFrom: (text) => timeZoneOf(program).momentFrom(text),
});
