// From a word in a Default cell or a row of a Seed to a value of the field's type, or to why it is none.
import { splitText, type Text } from "../../text/text.ts";
import type { Known } from "../../expression/decider.ts";
import { resolveAmount } from "../../model/check-amount.ts";
import type { CheckContext } from "../../model/check-context.ts";
import { compareExact } from "../../expression/exact.ts";
import type { Model } from "../../model/model.ts";
import { isOpenSetting } from "../../model/open-setting.ts";
import { readReference } from "../../text/name.ts";
import { readValue, valueHint } from "../../clause/read-value.ts";
import { didYouMeanOrKnown } from "../../text/suggestion.ts";
import type { Amount } from "../../clause/value.ts";
import type { Choice, FieldType } from "./model.ts";
import { readDate, readMoment } from "./moment.ts";
import { longestAddress, textPatterns } from "../../text/patterns.ts";

/** A value that only the database can work out is undefined. `part`: the words that are wrong, where only some are. */
export type Literal = { readonly value: Known | undefined } | { readonly hint: string; readonly part?: Text };

type Of<Kind extends FieldType["kind"]> = Extract<FieldType, { readonly kind: Kind }>;
type TextType = Of<"text" | "long text" | "Markdown text">;
type NumberType = Of<"number" | "integer" | "percent" | "money">;

/** Why the words are no default: `today`, `ticket.due_on` and `days(3)` are not meant as they stand. */
export function defaultHint({ text }: Text, hint: string, { schema }: CheckContext): string {
  const [, name = "", then] = /^(\w+)\s*([.(+*-].*)?$/.exec(text) ?? [];
  const isName = ["me", "now", "today"].includes(name) || schema.constants.has(name) || schema.entities.has(name);
  const isExpression = isName || then?.startsWith("(");
  return isExpression ? `An expression stands in backticks: \`${text}\`.` : hint;
}

/** References, states and files are not read here: their words are keys of rows, states, or nothing at all. */
export function readLiteral(text: Text, type: FieldType, model: Model, context: CheckContext): Literal {
  switch (type.kind) {
    case "text":
    case "long text":
    case "Markdown text":
      return readWords(text, type, context);
    case "number":
    case "integer":
    case "percent":
    case "money":
      return readNumber(text, type, model, context);
    case "duration": {
      const value = readValue(text);
      if (value?.kind === "duration") return { value: value.milliseconds };
      return { hint: value ? "Write a duration such as 14 days." : valueHint(text.text) };
    }
    case "yes/no":
      return text.text === "yes" || text.text === "no" ? { value: text.text === "yes" } : { hint: "Write yes or no." };
    case "date":
      return orHint(readDate(text.text), "Write a date as 2026-01-31.");
    case "datetime":
      if (readMoment(text.text) === "local") return { value: undefined };
      return orHint(
        readMoment(text.text),
        "Write a moment as 2026-01-31 08:30, in the document's time zone, or with Z for UTC.",
      );
    case "email":
      return matching(text, textPatterns.email, "Write an address such as ada@example.org.", text.text.toLowerCase());
    case "url":
      return matching(text, textPatterns.url, "Write an address that begins with https://.");
    case "phone":
      return matching(text, textPatterns.phone, "Write a number such as +33 1 23 45 67 89.");
    case "one of":
      return readChoice(text, type.choices);
    case "several of": {
      const read = splitText(text).map((part) => readChoice(part, type.choices));
      const wrong = read.find((one) => "hint" in one);
      return wrong ?? { value: read.flatMap((one) => ("value" in one && one.value !== undefined ? [one.value] : [])) };
    }
    case "file":
    case "image":
    case "files":
      return { hint: "Files cannot be written in a document: leave the cell empty." };
    case "reference":
    case "belongs to":
    case "several":
      return { hint: "A default that is a row is an expression, such as `me`." };
    default:
      return { hint: "Nobody gives its value: leave the cell empty." };
  }
}

function orHint(value: Known | undefined, hint: string): Literal {
  return value === undefined ? { hint } : { value };
}

function matching(text: Text, shape: string, hint: string, value = text.text): Literal {
  return text.text.length <= longestAddress && new RegExp(shape, "u").test(text.text) ? { value } : { hint };
}

function readWords(text: Text, type: TextType, context: CheckContext): Literal {
  const value = text.text.normalize("NFC");
  const most = wholeNumber(type.upTo, context);
  const length = [...value].length;
  if (most !== undefined && BigInt(length) > most) return { hint: `At most ${most} characters; it has ${length}.` };
  // Patterns are cheap on short texts only; longer ones are checked when the row is written.
  if (type.matching && length <= 200 && !new RegExp(type.matching.pattern.regex, "u").test(value)) {
    return { hint: `It has to match \`${type.matching.pattern.source}\`.` };
  }
  return { value };
}

function wholeNumber(amount: Amount | undefined, context: CheckContext): bigint | undefined {
  const value = amount && resolveAmount(amount, context);
  return value?.kind === "number" && value.scale === 0 ? value.digits : undefined;
}

const mostScale = { number: 6, integer: 0, percent: 4 } as const;

function readNumber(text: Text, type: NumberType, model: Model, context: CheckContext): Literal {
  const value = readValue(text);
  if (!value) return { hint: /^[-\d€$£¥]/.test(text.text) ? valueHint(text.text) : numberHints[type.kind] };
  const currency = model.constants.settings.currency;
  const wanted = type.kind === "money" ? ["money", "number"] : [type.kind === "percent" ? "percent" : "number"];
  if (!wanted.includes(value.kind) || !("digits" in value)) return { hint: numberHints[type.kind] };
  if (value.kind === "money" && value.currency !== currency?.code && !isOpenSetting("Currency", model)) {
    return { hint: currency ? `Amounts are in ${currency.code}.` : "Section 9 sets no currency." };
  }
  const most = type.kind === "money" ? (currency?.minorUnits ?? 2) : mostScale[type.kind];
  if (value.scale > most) {
    const places = type.kind === "percent" ? most - 2 : most;
    return { hint: places === 0 ? "Write a whole number." : `At most ${places} decimals are kept.` };
  }
  const [from, to] = [type.from && resolveAmount(type.from, context), type.to && resolveAmount(type.to, context)];
  if (from && compareExact(value, from) < 0) return { hint: "It is below the range of the field." };
  if (to && compareExact(value, to) > 0) return { hint: "It is above the range of the field." };
  return { value: { digits: value.digits, scale: value.scale } };
}

const numberHints: Record<NumberType["kind"], string> = {
  number: "Write a number such as 2.5.",
  integer: "Write a whole number such as 7.",
  percent: "A percentage has its sign: 20 %.",
  money: "Write an amount such as 1.50 EUR.",
};

function readChoice(text: Text, choices: readonly Choice[]): Literal {
  const { id, label } = readReference(text);
  const found =
    choices.find((choice) => choice.id !== "" && (choice.id === id || choice.id === label)) ??
    choices.find((choice) => choice.label === label);
  if (found) return { value: found.id };
  return {
    hint: didYouMeanOrKnown(
      label,
      choices.map((choice) => choice.label),
    ),
    part: text,
  };
}
