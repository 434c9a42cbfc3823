// "Did you mean": the nearest of the words that could have stood there.
import { identifierOf } from "./name.ts";

/** `Did you mean "Category"?`, or nothing when no word is near. */
export function didYouMean(found: string, known: Iterable<string>): string {
  const near = nearest(found, known);
  return near === undefined ? "" : `Did you mean "${near}"?`;
}

/** As `didYouMean`, and where nothing is near, the words that are known, up to eight of them. */
export function didYouMeanOrKnown(found: string, known: Iterable<string>): string {
  const all = [...known];
  const near = didYouMean(found, all);
  if (near !== "" || all.length === 0) return near;
  return `Known: ${all.slice(0, 8).join(", ")}${all.length > 8 ? ", …" : ""}.`;
}

/** So many words are looked at: a document with thousands of wrong names and thousands of right ones is still read at once. */
const mostWords = 400;

export function nearest(found: string, known: Iterable<string>): string | undefined {
  const wanted = keyOf(found);
  let best: string | undefined;
  let least = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  let looked = 0;
  for (const word of known) {
    if (++looked > mostWords) break;
    const key = keyOf(word);
    if (Math.abs(key.length - wanted.length) >= least) continue;
    const away = distance(wanted, key);
    if (away < least) {
      least = away;
      best = word;
    }
  }
  return best;
}

/** Plain words, which nearly all are, need no look at Unicode. */
function keyOf(word: string): string {
  const plain = /^[A-Za-z][A-Za-z0-9 ]*$/.test(word);
  return (plain ? word.toLowerCase().trimEnd().replaceAll(" ", "_") : identifierOf(word) || word.toLowerCase()).slice(
    0,
    80,
  );
}

/** Edits between two words, where swapping two neighbours counts as one: people who type fast do that most. */
export function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      }
      row.push(least);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
