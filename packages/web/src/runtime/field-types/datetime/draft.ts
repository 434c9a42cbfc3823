// Moments as they are typed: by the clock of the reader's time zone.
import { momentAt, wallClock } from "../../values/time.ts";
import { isInYears } from "../date/draft.ts";
import type { DraftType, Read } from "../draft-type.ts";
import { plainDraft } from "../text/draft.ts";

export const datetimeDraft: DraftType = {
  ...plainDraft,
  typedOf: (value, _type, { timeZone }) => wallClock(Date.parse(String(value)), timeZone),
  read: (typed, _type, { timeZone }) => momentOf(typed.trim(), timeZone),
};

/** The same year may be another one in Greenwich, by whose clock moments are kept. */
function momentOf(text: string, timeZone: string): Read {
  const moment = new Date(isInYears(text) ? momentAt(text, timeZone) : Number.NaN);
  const year = moment.getUTCFullYear();
  return year >= 1 && year <= 9999 ? { value: moment.toISOString() } : { wrong: "noSuchYear" };
}
