// What the hints of effects propose, where it can be put in the place of what was written.
import type { Proposal } from "../../../problem.ts";

/** Behind the colon stands what was written, with its backticks. */
export function codeProposed(found: string, hint: string): Proposal | undefined {
  const text = /^(?:An expression stands|Assignments stand) in backticks: (.+)\.$/s.exec(hint)?.[1];
  return text === undefined || /[|\\<>*~&]/.test(found) ? undefined : { kind: "words", found, text };
}

/** One recipient or each of a list: the one form instead of the other. */
export function recipientProposed(hint: string): Proposal | undefined {
  const [, each, code] = /^Write to( each)? (`[^`…|]+`)\.$/.exec(hint) ?? [];
  if (code === undefined) return undefined;
  const [one, all] = [`to ${code}`, `to each ${code}`];
  return each === undefined ? { kind: "words", found: all, text: one } : { kind: "words", found: one, text: all };
}
