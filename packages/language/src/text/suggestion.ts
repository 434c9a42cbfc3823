// "Did you mean": the nearest of the words that could have stood there.
import type { Proposal } from "../problem.ts";
import { identifierOf } from "./name.ts";

/** `Did you mean "Category"?`, or nothing when no word is near. */
export function didYouMean(found: string, known: Iterable<string>): string {
  const near = nearest(found, known);
  return near === undefined ? "" : `Did you mean "${near}"?`;
}

/** As `didYouMean`, and where nothing is near, the words that are known, up to eight of them. */
export function didYouMeanOrKnown(found: string, known: Iterable<string>): string {
  const all = [...Iterator.from(known).take(mostWords)];
  const near = didYouMean(found, all);
  if (near !== "" || all.length === 0) return near;
  return `Known: ${all.slice(0, 8).join(", ")}${all.length > 8 ? ", …" : ""}.`;
}

/** What words of problems say of something that is nearly known: a hint, and a proposal where one word alone is near. */
export function suggested(found: string, known: Iterable<string>, otherwise = "") {
  const all = [...Iterator.from(known).take(mostWords + 1)];
  return { hint: didYouMeanOrKnown(found, all) || otherwise, proposal: insteadOf(found, all) };
}

/** As `suggested`, without the words that are known. */
export function suggestedAlone(found: string, known: Iterable<string>, otherwise = "") {
  const all = [...Iterator.from(known).take(mostWords + 1)];
  return { hint: didYouMean(found, all) || otherwise, proposal: insteadOf(found, all) };
}

/** The only word that is near. One with signs of Markdown would have to be written otherwise than it reads. */
export function insteadOf(found: string, known: readonly string[]): Proposal | undefined {
  const near = nearest(found, known);
  if (near === undefined || found === "" || isMarked.test(near) || isMarked.test(found)) return undefined;
  if (
    nearest(
      found,
      known.filter((word) => word !== near),
    ) !== undefined
  )
    return undefined;
  return isSlip(found, near) ? { kind: "words", found, text: near } : undefined;
}

/**
 * Whether one is the other with a slip of the fingers: what is near enough to ask about may still be its opposite
 * (`unpaid`, `inactive`), or another thing that is named after it (`paid off`).
 */
function isSlip(found: string, meant: string): boolean {
  const [one, other] = [keyOf(found), keyOf(meant)];
  if (isPlural(one, other) || isPlural(other, one)) return true;
  const [short = "", long = ""] = [one, other].toSorted((a, b) => a.length - b.length);
  if (short !== long && (long.endsWith(short) || (long.startsWith(short) && long.length > short.length + 1)))
    return false;
  return distance(one, other) <= (short.length >= 8 ? 2 : 1);
}

const isMarked = /[|`\\<>*~[\]&]/;

/** The word that a hint asks about; empty where nothing is near. */
export const meantBy = (hint: string): string => /^Did you mean ["'`]?(.*?)["'`]?\?$/.exec(hint)?.[1] ?? "";

/**
 * What a hint proposes: all of it is `Did you mean X?` or "Write `X`.", with no value that the author has not written.
 */
export function proposed(
  hint: string,
  found?: string,
): { readonly hint: string; readonly proposal?: Proposal | undefined } {
  return { hint, proposal: proposalIn(hint, found) };
}

export function proposalIn(hint: string, found?: string): Proposal | undefined {
  const [, , text = ""] =
    /^Did you mean (["'`]?)(.+)\1\?$/s.exec(hint) ?? /^[Ww]rite (["'`])(.+)\1\.?$/s.exec(hint) ?? [];
  const isUnclear = text === "" || text === found || /["`…|\\]/.test(text) || isMarked.test(found ?? "");
  const isInvented = found !== undefined && [...text.matchAll(/\d+/g)].some(([digits]) => !found.includes(digits));
  // A field of something is near where its own name is.
  const last = text.slice(text.lastIndexOf(".") + 1);
  const isGuess = found !== undefined && nearest(found, [last]) !== undefined && !isSlip(found, last);
  return isUnclear || isInvented || isGuess ? undefined : { kind: "words", found, text };
}

/** So many words are looked at: a document with thousands of wrong names and thousands of right ones is still read at once. */
const mostWords = 400;

/** So many characters of each. */
const longest = 80;

export function nearest(found: string, known: Iterable<string>): string | undefined {
  const wanted = keyOf(found);
  let best: string | undefined;
  let least = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  let looked = 0;
  const letters = lettersOf(found);
  for (const word of known) {
    if (++looked > mostWords) break;
    // One edit takes away one letter and brings another, and several of a thing add up to four: words of other letters
    // need not be compared.
    if (
      countBits(letters ^ lettersOf(word)) >= Math.max(5, 2 * least) &&
      Math.max(found.length, word.length) <= longest
    )
      continue;
    const key = keyOf(word);
    // One thing or several of them: "copies" is as near to "copy" as any slip.
    if (least > 1 && (isPlural(key, wanted) || isPlural(wanted, key))) {
      least = 1;
      best = word;
      continue;
    }
    if (Math.abs(key.length - wanted.length) >= least) continue;
    const away = distance(wanted, key, least);
    if (away < least) {
      least = away;
      best = word;
    }
  }
  return best;
}

/** Which of the letters a to z a word has, in either case, one bit for each. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) {
    const letter = (word.charCodeAt(at) | 32) - 97;
    if (letter >= 0 && letter < 26) letters |= 1 << letter;
  }
  return letters;
}

function countBits(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}

const isPlural = (one: string, many: string): boolean =>
  many === `${one}s` || many === `${one}es` || many === `${one.replace(/y$/, "ie")}s`;

/** Plain words, which nearly all are, need no look at Unicode. */
function keyOf(word: string): string {
  const plain = /^[A-Za-z][A-Za-z0-9 ]*$/.test(word);
  return (plain ? word.toLowerCase().trimEnd().replaceAll(" ", "_") : identifierOf(word) || word.toLowerCase()).slice(
    0,
    longest,
  );
}

/**
 * Edits between two words, where swapping two neighbours counts as one: people who type fast do that most. `limit`: as
 * soon as it is certain that there are so many, that is the answer.
 */
function distance(a: string, b: string, limit = Number.POSITIVE_INFINITY): number {
  const width = b.length + 1;
  // Three rows of the usual table, used in turn.
  const rows = [new Uint16Array(width), new Uint16Array(width), new Uint16Array(width)] as const;
  let [before, last, row]: readonly Uint16Array[] = rows;
  if (!before || !last || !row) return 0;
  for (let j = 0; j < width; j++) last[j] = j;
  let leastBefore = 0;
  for (let i = 1; i <= a.length; i++) {
    row[0] = i;
    let least = i;
    for (let j = 1; j < width; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let edits = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (
        i > 1 &&
        j > 1 &&
        a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1)
      ) {
        edits = Math.min(edits, (before[j - 2] ?? 0) + 1);
      }
      row[j] = edits;
      least = Math.min(least, edits);
    }
    if (least >= limit && leastBefore >= limit) return limit;
    leastBefore = least;
    [before, last, row] = [last, row, before];
  }
  return last[b.length] ?? 0;
}
