// A cell as the value of a field: what people write in the document's first language, in the form of the data API.
import { didYouMean } from "@writ/language";
import type { Column } from "../../console/rows/tables.ts";
import { alike } from "../mapping.ts";
import { textOf, type Cell } from "../source/table.ts";
import { readDate, readMoment, readTimeOfDay } from "./dates.ts";
import { readDuration } from "./durations.ts";
import type { Locale } from "./locale.ts";
import { plainSigns, readDecimal, trimmed } from "./numbers.ts";
import { readYesNo, yesNoWords } from "./yes-no.ts";

export type Read =
  | { readonly value: unknown }
  /** What is wrong, for people. */
  | { readonly wrong: string }
  /** Rows that are called so, which the database is asked for. */
  | { readonly named: readonly string[]; readonly entity: string; readonly isList: boolean }
  /** Paths of files. */
  | { readonly files: readonly string[]; readonly isList: boolean };

/** An empty cell gives nothing. */
export function readValue(cell: Cell | undefined, { type }: Column, locale: Locale): Read | undefined {
  const whole = textOf(cell);
  const text = whole.trim();
  if (text === "") return undefined;
  switch (type.kind) {
    case "text":
    case "long text":
    case "Markdown text":
      return { value: whole };
    case "number":
    case "integer":
    case "money":
      return decimal(cell ?? "", 0, locale);
    case "percent":
      return decimal(cell ?? "", 2, locale);
    case "date":
      return orWrong(readDate(text, locale), () => `"${text}" is no date such as ${locale.dateExample}`);
    case "datetime":
      return orWrong(
        readMoment(text, locale),
        () => `"${text}" is no date and time such as ${locale.dateExample} 14:30`,
      );
    case "time":
      return orWrong(readTimeOfDay(text), () => `"${text}" is no time such as 14:30`);
    case "duration":
      return orWrong(readDuration(text, locale), () => `"${text}" is no duration such as 2 h 30 min`);
    case "yes/no":
      return orWrong(readYesNo(text, locale.language), () => `"${text}" is neither ${yesNoWords(locale.language)}`);
    case "one of":
    case "state":
      return choice(text, type.choices);
    case "several of":
      return choices(text, type.choices);
    case "reference":
      return { named: [text], entity: type.entity, isList: false };
    case "several":
      return { named: listIn(text, ";"), entity: type.entity, isList: true };
    case "files":
      return { files: type.many ? listIn(text, ";") : [text], isList: type.many };
    default:
      return { value: text };
  }
}

type Choice = { readonly id: string; readonly label: string };

const orWrong = (value: unknown, wrong: () => string): Read => (value === undefined ? { wrong: wrong() } : { value });

/** People write hundredths, and a share of one is kept. */
function decimal(cell: Cell, places: number, locale: Locale): Read {
  if (typeof cell !== "string") {
    const read = readDecimal(cell.digits, plainSigns, cell.isPercent ? 2 : places);
    return orWrong(read, () => `"${cell.digits}" is no number`);
  }
  const read = readDecimal(cell.trim(), locale, places);
  return orWrong(read && trimmed(read), () => `"${cell.trim()}" is no number such as ${locale.numberExample}`);
}

const chosen = (text: string, all: readonly Choice[]): string | undefined =>
  (all.find(({ label }) => alike(label) === alike(text)) ?? all.find(({ id }) => alike(id) === alike(text)))?.id;

function choice(text: string, all: readonly Choice[]): Read {
  return orWrong(chosen(text, all), () => noChoice(text, all));
}

function choices(text: string, all: readonly Choice[]): Read {
  const whole = chosen(text, all);
  if (whole !== undefined) return { value: [whole] };
  const words = listIn(text, text.includes(";") ? ";" : ",");
  const wrong = words.find((word) => chosen(word, all) === undefined);
  return wrong === undefined
    ? { value: [...new Set(words.map((word) => chosen(word, all)))] }
    : { wrong: noChoice(wrong, all) };
}

function noChoice(text: string, all: readonly Choice[]): string {
  const labels = all.map(({ label }) => label);
  const meant = didYouMean(text, labels);
  const shown = labels.slice(0, 8).join(", ");
  return `"${text}" is none of: ${shown}${labels.length > 8 ? ", …" : ""}${meant === "" ? "" : `. ${meant}`}`;
}

const listIn = (text: string, sign: string): readonly string[] =>
  text
    .split(sign)
    .map((one) => one.trim())
    .filter((one) => one !== "");
