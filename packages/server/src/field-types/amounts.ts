// Bounds of field types, written out or named: then their value stands in section 9.
import type { Amount, FieldType, Lookup } from "@writ/language/model";

export type Constants = Lookup["constants"];

const valueOf = (amount: Amount | undefined, constants: Constants) =>
  amount?.kind === "constant" ? constants.get(amount.name.id)?.value : amount?.value;

/** Undefined where there is none. */
export function amountOf(amount: Amount | undefined, constants: Constants): number | undefined {
  const value = valueOf(amount, constants);
  return value !== undefined && "digits" in value ? Number(value.digits) / 10 ** value.scale : undefined;
}

export const countOf = (amount: Amount | undefined, constants: Constants): number | undefined =>
  valueOf(amount, constants)?.kind === "number" ? amountOf(amount, constants) : undefined;

export function sizeOf(amount: Amount | undefined, constants: Constants): number | undefined {
  const value = valueOf(amount, constants);
  return value?.kind === "size" ? value.bytes : undefined;
}

/** Whether a bound is not shown, so that no value can be checked against it. */
export const hasOpenBound = (type: FieldType, constants: Constants): boolean =>
  boundsOf(type).some((one) => one?.kind === "constant" && constants.get(one.name.id)?.value === undefined);

const boundsOf = (type: FieldType): readonly (Amount | undefined)[] => [
  ...("upTo" in type ? [type.upTo] : []),
  ...("from" in type ? [type.from, type.to] : []),
  ...("size" in type ? [type.size, type.count] : []),
];
