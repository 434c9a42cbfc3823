// Finds what looks like a secret: it must be named, never written.
import { spanOf, type Text } from "../../text/text.ts";
import type { Problem } from "../../problem.ts";
import { secretWritten } from "./problems.ts";

/** Forms that well-known services give their keys, and places where secrets stand in addresses and headers. */
const forms: readonly RegExp[] = [
  /\b[spr]k_(?:live|test)_[A-Za-z0-9]{8,}/g,
  /\bwhsec_[A-Za-z0-9+/=]{16,}/g,
  /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|glpat-[A-Za-z0-9_-]{16,})/g,
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[A-Za-z0-9_-]{30,}/g,
  /\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/g,
  /\bsk-[A-Za-z0-9_-]{20,}/g,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g,
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/g,
  /\b(?:Bearer|Basic) [A-Za-z0-9._~+/=-]{12,}/g,
  /\/\/[^\s/:@"'`]{1,100}:[^\s/@"'`]{1,100}@/g,
  /[?&](?:key|api_?key|access_?token|token|secret|password|sig|signature)=[^\s&"'`{$]{6,}/gi,
];

/** Runs of letters and digits; hyphens and underscores part words, which keys made by dice do not have. */
const run = /[A-Za-z0-9]{20,}/g;

export function reportSecrets(text: Text, address: string, problems: Problem[]): void {
  let end = 0;
  for (const { from, to } of findSecrets(text.text)) {
    if (from < end) continue;
    problems.push(secretWritten.at({ span: spanOf(text, from, to), address }));
    end = to;
  }
}

export function looksSecret(text: string): boolean {
  return findSecrets(text).length > 0;
}

function findSecrets(text: string): readonly { readonly from: number; readonly to: number }[] {
  const found = [
    ...forms.flatMap((form) => [...text.matchAll(form)]),
    ...[...text.matchAll(run)].filter(([word]) => isThrown(word)),
  ];
  return found
    .map((match) => ({ from: match.index, to: match.index + match[0].length }))
    .sort((a, b) => a.from - b.from || b.to - a.to);
}

/**
 * Whether a run looks like thrown dice: letters and digits change places often, as they do not in words with a year or a
 * number behind them; and both cases are there, or it is long.
 */
function isThrown(word: string): boolean {
  const changes = word.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0;
  const isMixed = /[a-z]/.test(word) && /[A-Z]/.test(word);
  return changes >= 4 && (isMixed || word.length >= 32);
}
