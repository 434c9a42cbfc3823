// What pages of accounts and people say by themselves: loaded with the first of these pages, in the languages there are.
import { useMemo } from "react";
import { useProduct } from "./product.tsx";
import { baseOf } from "../../words/say.ts";
import { speakerOf, type Book, type Speaker } from "../../words/speaker.ts";
import { peopleEnglish, type PeoplePhrase } from "../../words/account/english.ts";
import { peopleFrench } from "../../words/account/french.ts";

export type PeopleSay = Speaker<PeoplePhrase>;

const books: Readonly<Record<string, Book<PeoplePhrase>>> = { en: peopleEnglish, fr: peopleFrench };

export function usePeopleSay(): PeopleSay {
  const { language } = useProduct();
  return useMemo(() => speakerOf(books[baseOf(language)] ?? peopleEnglish, language), [language]);
}
