// The application's own phrases and the document's names, in the reader's language.
import type { Application } from "@writ/language/product";
import { createContext, use } from "react";
import { english, type Phrase } from "./english.ts";
import { speakerOf, type Book, type Speaker } from "./speaker.ts";

export type Say = Speaker<Phrase>;

/** For what is drawn anywhere; in English where no one is known yet. */
export const Saying = createContext<Say>(speakerOf(english, "en"));

type Load = () => Promise<Book<Phrase>>;

const loads: Readonly<Record<string, Load>> = {
  fr: async () => (await import("./french.ts")).french,
};
/** A cache: React has to be given the same promise each time. */
const loaded = new WeakMap<Load, Promise<Book<Phrase>>>();

/** English where the application does not speak a language; another one is loaded by a user who reads it. */
export function useSay(language: string): Say {
  const spoken = baseOf(language);
  const load = loads[spoken];
  // Asked each time, also once it is known: React counts hooks wrongly where what a component waited for is asked once only.
  const book = load === undefined ? english : use(once(load));
  return speakerOf(book, language);
}

function once(load: Load): Promise<Book<Phrase>> {
  const book = loaded.get(load) ?? load().catch(() => english);
  loaded.set(load, book);
  return book;
}

export const baseOf = (language: string): string => language.split("-")[0] ?? "";

/** The profile's language, then the browser's, then the document's first. */
export function languageOf(application: Application, wanted: readonly string[]): string {
  const { languages: spoken } = application;
  for (const one of wanted) {
    const match = spoken.find((each) => each === one) ?? spoken.find((each) => baseOf(each) === baseOf(one));
    if (match !== undefined) return match;
  }
  return spoken[0] ?? "en";
}

/** A name of the document as the reader's language has it. */
export const wordIn =
  (language: string, application: Application) =>
  (word: string): string =>
    application.words[word]?.[language] ?? word;
