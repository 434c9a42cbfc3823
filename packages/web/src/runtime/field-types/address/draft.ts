// Addresses and numbers to call as they are typed, in the form that the database has for them.
import { longestAddress, textPatterns } from "@writ/language/patterns";
import type { Phrase } from "../../../words/english.ts";
import type { DraftType, Read } from "../draft-type.ts";
import { plainDraft } from "../text/draft.ts";

export const emailDraft: DraftType = {
  ...plainDraft,
  read: (typed) => readAs(textPatterns.email, typed.trim().toLowerCase(), "notAnEmail"),
};

export const urlDraft: DraftType = {
  ...plainDraft,
  read: (typed) => {
    const text = typed.trim();
    return readAs(textPatterns.url, isWhole(text) ? text : `https://${text}`, "notAUrl");
  },
};

export const phoneDraft: DraftType = {
  ...plainDraft,
  read: (typed) => readAs(textPatterns.phone, typed.trim(), "notAPhone"),
};

/** With a scheme; what stands before the colon of `localhost:8000` is none. */
const isWhole = (text: string): boolean =>
  /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^(?:[\w-]+\.)*[\w-]+:\d{1,5}(?:[/?#]|$)/.test(text);

function readAs(pattern: string, value: string, wrong: Phrase): Read {
  const length = [...value].length;
  if (length > longestAddress) return { wrong: "tooLong", values: { count: String(length - longestAddress) } };
  return new RegExp(pattern, "u").test(value) ? { value } : { wrong };
}
