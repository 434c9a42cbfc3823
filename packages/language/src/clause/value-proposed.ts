// What to write instead of an invalid value, where its hint names that.
import type { Proposal } from "../problem.ts";
import { insteadOf, proposalIn } from "../text/suggestion.ts";

const rewritten = /^(?:Decimals are written with a point|Write the number without separators): (.+)\.$/;

/** `3,50`, `1,200,000` and `5.00 €` in the form of the notation. A sign that several currencies have says none of them. */
export function valueProposed(
  found: string,
  hint: string,
): { readonly hint: string; readonly proposal?: Proposal | undefined } {
  const written = found.trim();
  const [, before, after] = /^(?:€ ?(\d+(?:\.\d+)?)|(\d+(?:\.\d+)?) ?€)$/.exec(written) ?? [];
  const amount = before ?? after;
  if (amount !== undefined) return { hint, proposal: { kind: "words", found, text: `${amount} EUR` } };
  if (hint === "Write yes or no.") return { hint, proposal: insteadOf(found, ["yes", "no"]) };
  const text = rewritten.exec(hint)?.[1] ?? /^Write (\d+ %)\.$/.exec(hint)?.[1];
  if (text === undefined) return { hint, proposal: proposalIn(hint, found) };
  const isPlain =
    /^-?\d+(?:,\d{1,2})?(?: ?[a-z%]+)?$/i.test(written) ||
    // One comma before three digits may stand for a point.
    /^-?\d{1,3}(?:(?:[,'’ ]\d{3}){2,}|(?:[,'’ ]\d{3})+\.\d+|['’ ]\d{3})(?: ?[a-z%]+)?$/i.test(written);
  return { hint, proposal: isPlain ? { kind: "words", found, text } : undefined };
}
