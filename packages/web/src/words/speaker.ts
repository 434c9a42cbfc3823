// A phrase with its values: `{name}` stands for one, `{count, plural, one {# row} other {# rows}}` for as many.
import { ownOf } from "./own-of.ts";
import { numberFormat, pluralRules } from "./formatters.ts";

export type Book<Phrase extends string> = Readonly<Record<Phrase, string>>;
export type Values = Readonly<Record<string, string | number>>;
export type Speaker<Phrase extends string> = (phrase: Phrase, values?: Values) => string;

export const speakerOf =
  <Phrase extends string>(book: Book<Phrase>, language: string): Speaker<Phrase> =>
  (phrase, values = {}) =>
    fill(keepSigns(book[phrase], language), values, language);

/** French has a space before signs such as `?` and inside its quotation marks, at which no line ends. */
const keepSigns = (text: string, language: string): string =>
  /^fr\b/.test(language) ? text.replace(/ (?=[:;?!»])|(?<=«) /g, "\u00a0") : text;

export const fill = (text: string, values: Values, language: string): string =>
  text
    .replace(/\{(\w+), plural, ((?:\w+ \{[^{}]*\} ?)+)\}/g, (_whole, name: string, branches: string) => {
      const count = Number(values[name]);
      const result = Object.fromEntries(
        [...branches.matchAll(/(\w+) \{([^{}]*)\}/g)].map(([, when = "", said = ""]) => [when, said]),
      );
      const said = result[pluralRules(language, {}).select(count)] ?? result["other"] ?? "";
      return said.replaceAll("#", numberFormat(language, {}).format(count));
    })
    .replace(/\{(\w+)\}/g, (whole, name: string) => String(ownOf(values, name) ?? whole));
