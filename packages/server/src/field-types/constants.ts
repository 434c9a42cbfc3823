// Constants of section 9 as code has them: durations in milliseconds, times as `08:30`, sizes in bytes, percents as fractions.
import type { Lookup, WrittenValue } from "@writ/language/model";
import { timeText } from "@writ/language/time-of-day";

export type ConstantValue = number | boolean | string | { readonly [choice: string]: ConstantValue };

/** By their identifiers; one that is not shown is not there. */
export const constantsOf = ({ constants }: Lookup): Readonly<Record<string, ConstantValue>> =>
  Object.fromEntries(
    [...constants.values()].flatMap(({ name, value }) => (value === undefined ? [] : [[name.id, valueOf(value)]])),
  );

type Written<Asked extends WrittenValue["kind"]> = Extract<WrittenValue, { readonly kind: Asked }>;

const decimal = ({ digits, scale }: Written<"number" | "percent" | "money">): number => Number(`${digits}e${-scale}`);

const values: { readonly [Each in WrittenValue["kind"]]: (written: Written<Each>) => ConstantValue } = {
  number: decimal,
  percent: decimal,
  money: decimal,
  time: ({ milliseconds }) => timeText(milliseconds),
  duration: ({ milliseconds }) => Number(milliseconds),
  size: ({ bytes }) => bytes,
  "yes/no": ({ value }) => value,
  table: ({ entries }) => Object.fromEntries(entries.map(({ key, value }) => [key.id, valueOf(value)])),
};

const valueOf = (written: WrittenValue): ConstantValue =>
  (values[written.kind] as (one: WrittenValue) => ConstantValue)(written);
