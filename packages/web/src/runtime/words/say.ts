// The application's own phrases and the document's names, in the reader's language.
import type { Application } from "@writ/language/product";
import { english, type Phrase } from "./english.ts";
import { french } from "./french.ts";

export type Say = (phrase: Phrase, values?: Readonly<Record<string, string | number>>) => string;

const languages: Readonly<Record<string, Readonly<Partial<Record<Phrase, string>>>>> = { en: english, fr: french };

export function sayIn(language: string): Say {
  const phrases = languages[language.split("-")[0] ?? ""] ?? english;
  return (phrase, values = {}) =>
    (phrases[phrase] ?? english[phrase]).replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** The profile's language, then the browser's, then the document's first. */
export function languageOf(application: Application, wanted: readonly string[]): string {
  const { languages: spoken } = application;
  for (const one of wanted) {
    const found =
      spoken.find((each) => each === one) ?? spoken.find((each) => each.split("-")[0] === one.split("-")[0]);
    if (found !== undefined) return found;
  }
  return spoken[0] ?? "en";
}

/** A name of the document as the reader's language has it. */
export const wordIn =
  (language: string, application: Application) =>
  (word: string): string =>
    application.words[word]?.[language] ?? word;
