// The name that was probably meant.

/** By the pairs of letters that both have; a third of them at least. */
export function nearest(wanted: string, names: Iterable<string>, least = 0.33): string | undefined {
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
