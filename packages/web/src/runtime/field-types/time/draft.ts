// Times as they are typed: hours and minutes; seconds that stand there already stay.
import type { DraftType } from "../draft-type.ts";
import { plainDraft } from "../text/draft.ts";

export const timeDraft: DraftType = {
  ...plainDraft,
  typedOf: (value) => String(value).replace(/^(\d\d:\d\d):00(?:\.0+)?$/, "$1"),
};
