// Files of a form: the paths at which they have been brought, or wait for it.
import type { DraftType } from "../draft-type.ts";
import type { TypeOf } from "../field-type.ts";
import { plainDraft } from "../text/draft.ts";
import { fileLimits } from "./limits.ts";

export const filesDraft: DraftType<TypeOf<"files">> = {
  ...plainDraft,
  empty: ({ many }) => (many ? [] : ""),
  typedOf: (value, { many }) => (Array.isArray(value) ? value.map(String) : many ? [] : String(value)),
  limits: (type, { locale, say }) => fileLimits(type, locale, say),
};
