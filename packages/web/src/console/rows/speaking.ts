// How values are written: as the product shows and takes them, with names as the document has them first.
import type { TablesView } from "@writ/server/response-types";
import { createContext, use } from "react";
import type { Speaking } from "../../runtime/field-types/field-type.ts";
import { english } from "../../words/english.ts";
import { baseOf } from "../../words/say.ts";
import { speakerOf } from "../../words/speaker.ts";

const say = speakerOf(english, "en");

/** The language is the reader's own where the product speaks it, in the manner of where they live. */
export function speakingOf({ languages, timeZone, currency }: TablesView["formats"]): Speaking {
  const first = languages[0] ?? "en";
  const isSpoken = (wanted: string) => languages.some((one) => baseOf(one) === baseOf(wanted));
  return {
    locale: navigator.languages.find(isSpoken) ?? first,
    timeZone,
    say,
    word: (name) => name,
    application: { currency: currency ?? undefined },
  };
}

const SpeakingContext = createContext<Speaking>(speakingOf({ languages: [], timeZone: "UTC", currency: null }));
export const SpeakingProvider = SpeakingContext.Provider;
export const useSpeaking = (): Speaking => use(SpeakingContext);
