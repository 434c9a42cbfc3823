// Why the server has refused a file, in the reader's language where there are words for it, or else in the server's.
import { importEnglish, type ImportPhrase } from "../words/importing/english.ts";
import type { ImportFailure } from "./ask-import.ts";
import type { ImportSay } from "./use-import-say.ts";

export function failureWords({ reason, message }: ImportFailure, say: ImportSay): string {
  // Each reason is a phrase; a server of a later version may have others.
  if (reason === undefined || !Object.hasOwn(importEnglish, reason.is)) return message;
  const phrase: ImportPhrase = reason.is;
  return say(phrase, reason.values);
}
