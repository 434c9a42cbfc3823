// What the dialog says by itself, in the languages there are.
import { createContext, use, useMemo } from "react";
import { importEnglish, type ImportPhrase } from "../words/importing/english.ts";
import { importFrench } from "../words/importing/french.ts";
import { baseOf } from "../words/say.ts";
import { speakerOf, type Book, type Speaker } from "../words/speaker.ts";

export type ImportSay = Speaker<ImportPhrase>;

const books: Readonly<Record<string, Book<ImportPhrase>>> = { en: importEnglish, fr: importFrench };

export const useImportSpeaker = (language: string): ImportSay =>
  useMemo(() => speakerOf(books[baseOf(language)] ?? importEnglish, language), [language]);

export const ImportSaying = createContext<ImportSay>(speakerOf(importEnglish, "en"));
export const useImportSay = (): ImportSay => use(ImportSaying);
