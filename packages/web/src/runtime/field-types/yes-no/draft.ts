// A tick; a text where something may stand there that is not told.
import type { DraftType } from "../draft-type.ts";
import { plainDraft } from "../text/draft.ts";

export const yesNoDraft: DraftType = {
  ...plainDraft,
  empty: () => false,
  typedOf: (value) => value === true,
  read: (typed) => ({ value: typed.trim() === "yes" }),
};
