// Dates as they are typed: browsers take longer years than databases have.
import type { DraftType } from "../draft-type.ts";
import { plainDraft } from "../text/draft.ts";

export const isInYears = (text: string): boolean => /^\d{4}-/.test(text) && !text.startsWith("0000");

export const dateDraft: DraftType = {
  ...plainDraft,
  typedOf: (value) => String(value).slice(0, 10),
  read: (typed) => (isInYears(typed.trim()) ? { value: typed.trim() } : { wrong: "noSuchYear" }),
};
