// The application's own phrases and the document's names, in the reader's language.
import type { Application } from "@writ/language/product";
import { createContext, use } from "react";
import { english, type Phrase } from "./english.ts";
import { speakerOf, type Book, type Speaker } from "./speaker.ts";

export type Say = Speaker<Phrase>;

/** For what is drawn anywhere; in English where nobody is known yet. */
export const Saying = createContext<Say>(speakerOf(english, "en"));

const loads: Readonly<Record<string, () => Promise<Book<Phrase>>>> = {
  fr: async () => (await import("./french.ts")).french,
};
const waiting = new Map<string, Promise<Book<Phrase>>>();

/** English where the application does not speak a language; another one is loaded by whoever reads it. */
export function useSay(language: string): Say {
  const spoken = baseOf(language);
  const load = loads[spoken];
  // Asked each time, also once it is known: React counts hooks wrongly where what a component waited for is asked once only.
  const book = load === undefined ? english : use(once(spoken, load));
  return speakerOf(book, language);
}

function once(language: string, load: () => Promise<Book<Phrase>>): Promise<Book<Phrase>> {
  const known = waiting.get(language) ?? load().catch(() => english);
  waiting.set(language, known);
  return known;
}

export const baseOf = (language: string): string => language.split("-")[0] ?? "";

/** The profile's language, then the browser's, then the document's first. */
export function languageOf(application: Application, wanted: readonly string[]): string {
  const { languages: spoken } = application;
  for (const one of wanted) {
    const found = spoken.find((each) => each === one) ?? spoken.find((each) => baseOf(each) === baseOf(one));
    if (found !== undefined) return found;
  }
  return spoken[0] ?? "en";
}

/** A name of the document as the reader's language has it. */
export const wordIn =
  (language: string, application: Application) =>
  (word: string): string =>
    application.words[word]?.[language] ?? word;
