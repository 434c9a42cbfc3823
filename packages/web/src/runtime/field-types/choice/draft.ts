// Any number of choices, or of rows that are chosen.
import type { DraftType } from "../draft-type.ts";
import { plainDraft } from "../text/draft.ts";

export const severalDraft: DraftType = {
  ...plainDraft,
  empty: () => [],
  typedOf: (value) => (Array.isArray(value) ? value.map(String) : []),
};
