// Constants of section 9 as code has them: durations in milliseconds, sizes in bytes, percents as fractions.
import type { Lookup, WrittenValue } from "@writ/language/model";

export type ConstantValue = number | boolean | { readonly [choice: string]: ConstantValue };

/** By their identifiers; one that is not shown is not there. */
export const constantsOf = ({ constants }: Lookup): Readonly<Record<string, ConstantValue>> =>
  Object.fromEntries(
    [...constants.values()].flatMap(({ name, value }) => (value === undefined ? [] : [[name.id, valueOf(value)]])),
  );

function valueOf(value: WrittenValue): ConstantValue {
  switch (value.kind) {
    case "number":
    case "percent":
    case "money":
      return Number(`${value.digits}e${-value.scale}`);
    case "duration":
      return Number(value.milliseconds);
    case "size":
      return value.bytes;
    case "yes/no":
      return value.value;
    case "table":
      return Object.fromEntries(value.entries.map((entry) => [entry.key.id, valueOf(entry.value)]));
  }
}
