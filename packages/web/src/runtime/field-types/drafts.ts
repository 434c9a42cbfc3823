// Every field type as forms write it; loaded with the first form.
import type { ApplicationType } from "@writ/language/product";
import { emailDraft, phoneDraft, urlDraft } from "./address/draft.ts";
import { severalDraft } from "./choice/draft.ts";
import { dateDraft } from "./date/draft.ts";
import { datetimeDraft } from "./datetime/draft.ts";
import type { DraftType } from "./draft-type.ts";
import { durationDraft } from "./duration/draft.ts";
import type { Kind, TypeOf } from "./field-type.ts";
import { filesDraft } from "./files/draft.ts";
import { moneyDraft, numberDraft, percentDraft } from "./number/draft.ts";
import { plainDraft, textDraft } from "./text/draft.ts";
import { timeDraft } from "./time/draft.ts";
import { yesNoDraft } from "./yes-no/draft.ts";

/** The system writes it, by steps, numbers and other rows. */
const notGiven: DraftType = { ...plainDraft, isGiven: false };

const drafts: { readonly [Each in Kind]: DraftType<TypeOf<Each>> } = {
  text: textDraft,
  "long text": textDraft,
  "Markdown text": textDraft,
  number: numberDraft,
  integer: numberDraft,
  percent: percentDraft,
  money: moneyDraft,
  date: dateDraft,
  datetime: datetimeDraft,
  time: timeDraft,
  duration: durationDraft,
  "yes/no": yesNoDraft,
  email: emailDraft,
  url: urlDraft,
  phone: phoneDraft,
  code: notGiven,
  "one of": plainDraft,
  "several of": severalDraft,
  state: notGiven,
  files: filesDraft,
  reference: plainDraft,
  several: severalDraft,
  list: notGiven,
  "not shown": plainDraft,
};

/** What a form knows of it; each function is given the type itself. */
export const draftTypeOf = ({ kind }: ApplicationType): DraftType => drafts[kind] as DraftType;
