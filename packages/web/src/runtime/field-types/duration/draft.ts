// Durations as they are typed: "2 h 30 min", "1:30".
import { readDuration, typedDuration } from "../../values/duration.ts";
import type { DraftType } from "../draft-type.ts";
import { plainDraft } from "../text/draft.ts";

export const durationDraft: DraftType = {
  ...plainDraft,
  typedOf: (value, _type, { locale }) => typedDuration(Number(value), locale),
  read: (typed, _type, { locale }) => {
    const milliseconds = readDuration(typed.trim(), locale);
    return milliseconds === undefined ? { wrong: "notADuration" } : { value: milliseconds };
  },
  limits: (_type, { say }) => say("durationHelp"),
};
