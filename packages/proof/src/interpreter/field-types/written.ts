// A value of section 9, written out in the document.
import type { WrittenValue } from "@writ/language/model";
import { durationOf, moneyOf, numberOf, rescale, timeOf, type Value } from "../values/value.ts";

type Written<Asked extends WrittenValue["kind"]> = Extract<WrittenValue, { readonly kind: Asked }>;

const numeric = ({ digits, scale }: Written<"number" | "percent">): Value => numberOf(digits, scale);

const values: {
  readonly [Each in WrittenValue["kind"]]: (written: Written<Each>, moneyScale: number) => Value;
} = {
  number: numeric,
  percent: numeric,
  money: ({ digits, scale }, moneyScale) => moneyOf(rescale(digits, scale, moneyScale), moneyScale),
  time: ({ milliseconds }) => timeOf(milliseconds),
  duration: ({ milliseconds }) => durationOf(milliseconds),
  size: ({ bytes }) => numberOf(bytes),
  "yes/no": ({ value }) => value,
  table: () => null,
};

export const writtenValue = (written: WrittenValue, moneyScale: number): Value =>
  (values[written.kind] as (one: WrittenValue, scale: number) => Value)(written, moneyScale);
