// Texts as they are typed: their length, and the pattern that they match.
import { longestText } from "@writ/language/patterns";
import type { DraftType } from "../draft-type.ts";
import type { TypeOf } from "../field-type.ts";

/** What is kept as it was typed, without what stands around it. */
export const plainDraft: DraftType = {
  isGiven: true,
  empty: () => "",
  typedOf: String,
  read: (typed) => ({ value: typed.trim() }),
  limits: () => "",
};

export const textDraft: DraftType<TypeOf<"text" | "long text" | "Markdown text">> = {
  ...plainDraft,
  read: (typed, type) => {
    const length = [...typed.normalize("NFC")].length;
    const upTo = type.upTo ?? longestText;
    if (length > upTo) return { wrong: "tooLong", values: { count: String(length - upTo) } };
    if (type.matching !== undefined && !new RegExp(type.matching, "u").test(typed)) return { wrong: "noMatch" };
    return { value: typed };
  },
  limits: ({ example }, { say }) => (example === undefined ? "" : say("forExample", { example })),
};
