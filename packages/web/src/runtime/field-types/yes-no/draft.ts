// A tick; a text where it may have a value that is hidden from the user.
import type { DraftType } from "../draft-type.ts";
import { plainDraft } from "../text/draft.ts";

export const yesNoDraft: DraftType = {
  ...plainDraft,
  empty: () => false,
  typedOf: (value) => value === true,
  read: (typed) => ({ value: typed.trim() === "yes" }),
};
