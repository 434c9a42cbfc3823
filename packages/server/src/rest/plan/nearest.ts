// The name that was probably meant.

const longest = 500;

/** By the pairs of letters that both have; a third of them at least. */
export function nearest(wanted: string, names: Iterable<string>, least = 0.33): string | undefined {
  // Too long for a typing mistake, and slow to compare.
  if (wanted.length > longest) return undefined;
  let best: string | undefined;
  let most = least;
  const own = pairsOf(wanted);
  for (const name of new Set(names)) {
    const other = pairsOf(name);
    const shared = own.filter((pair) => other.includes(pair)).length;
    const score = (2 * shared) / (own.length + other.length || 1);
    if (score > most) {
      most = score;
      best = name;
    }
  }
  return best;
}

const pairsOf = (text: string): readonly string[] => {
  const padded = `-${text.toLowerCase()}-`;
  return Array.from({ length: padded.length - 1 }, (_, at) => padded.slice(at, at + 2));
};

/** By how many letters have to be changed, left out or put in; `least` of them stay. */
export function closest(wanted: string, names: Iterable<string>, least: number): string | undefined {
  let best: string | undefined;
  let most = least;
  for (const name of new Set(names)) {
    const length = Math.max(wanted.length, name.length);
    // What is too long or too short cannot be near, whatever its letters are.
    if (Math.min(wanted.length, name.length) / length < most) continue;
    const score = 1 - changesBetween(wanted, name) / length;
    if (score > most || (score === most && best === undefined)) {
      most = score;
      best = name;
    }
  }
  return best;
}

function changesBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let at = 1; at <= from.length; at++) {
    const next = [at];
    for (let other = 1; other <= to.length; other++) {
      const same = (row[other - 1] ?? 0) + (from[at - 1] === to[other - 1] ? 0 : 1);
      next.push(Math.min(same, (row[other] ?? 0) + 1, (next[other - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
