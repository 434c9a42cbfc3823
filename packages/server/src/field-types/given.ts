// Every field type as calls are given it: without an entry here, a new one does not compile.
import type { FieldType } from "@writ/language/model";
import { longestAddress, textPatterns } from "@writ/language/patterns";
import { amountOf, hasOpenBound, type Constants } from "./amounts.ts";
import { wrongInFiles } from "./files.ts";
import { unless, type Judge, type Kind, type TypeOf, type WrongCode } from "./given-type.ts";
import { wrongDate, wrongDatetime, wrongDuration, wrongTime } from "./time.ts";

const mostLetters = 100_000;

const wrongText: Judge<TypeOf<"text" | "long text" | "Markdown text">> = (value, { upTo }, constants) => {
  if (typeof value !== "string" || value.includes("\0")) return "INVALID";
  return [...value].length > (amountOf(upTo, constants) ?? mostLetters) ? "TOO_LONG" : undefined;
};

const wrongNumber: Judge<TypeOf<"number" | "integer" | "percent" | "money">> = (value, { from, to }, constants) =>
  unless(
    typeof value === "number" &&
      Number.isFinite(value) &&
      value >= (amountOf(from, constants) ?? -Infinity) &&
      value <= (amountOf(to, constants) ?? Infinity),
  );

const wrongInteger: Judge<TypeOf<"integer">> = (value, type, constants) =>
  Number.isSafeInteger(value) ? wrongNumber(value, type, constants) : "INVALID";

function ofForm(pattern: string): Judge {
  const form = new RegExp(pattern, "u");
  return (value) => {
    if (typeof value === "string" && value.length > longestAddress) return "TOO_LONG";
    return unless(typeof value === "string" && !value.includes("\0") && form.test(value));
  };
}

const wrongChoice: Judge<TypeOf<"one of">> = (value, { choices }) => unless(choices.some(({ id }) => id === value));

const wrongChoices: Judge<TypeOf<"several of">> = (value, { choices }) =>
  unless(isSet(value) && value.every((one) => choices.some(({ id }) => id === one)));

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const wrongRow: Judge = (value) => unless(typeof value === "string" && uuid.test(value));

const wrongRows: Judge = (value) =>
  unless(isSet(value) && value.every((one) => typeof one === "string" && uuid.test(one)));

const isSet = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length <= 1000 && new Set(value).size === value.length;

const wrongCode: Judge = (value) => unless(typeof value === "string" && value.length <= mostLetters);

const judges: { readonly [Each in Kind]: Judge<TypeOf<Each>> } = {
  text: wrongText,
  "long text": wrongText,
  "Markdown text": wrongText,
  number: wrongNumber,
  integer: wrongInteger,
  percent: wrongNumber,
  money: wrongNumber,
  date: wrongDate,
  datetime: wrongDatetime,
  time: wrongTime,
  duration: wrongDuration,
  "yes/no": (value) => unless(typeof value === "boolean"),
  email: ofForm(textPatterns.email),
  url: ofForm(textPatterns.url),
  phone: ofForm(textPatterns.phone),
  "one of": wrongChoice,
  "several of": wrongChoices,
  file: wrongInFiles,
  image: wrongInFiles,
  files: wrongInFiles,
  reference: wrongRow,
  "belongs to": wrongRow,
  several: wrongRows,
  list: wrongRows,
  state: wrongCode,
  "sequence number": wrongCode,
  "random code": wrongCode,
  computed: (value, type, constants) => wrongIn(value, type.of, constants),
};

export function wrongIn(value: unknown, type: FieldType, constants: Constants): WrongCode | undefined {
  return hasOpenBound(type, constants) ? "NOT_SHOWN" : (judges[type.kind] as Judge)(value, type, constants);
}
