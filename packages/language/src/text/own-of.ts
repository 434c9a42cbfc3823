// Records by words that people write: what every object has from its prototype does not count as a word.

export const ownOf = <Value>(record: Readonly<Record<string, Value>>, word: string): Value | undefined =>
  Object.hasOwn(record, word) ? record[word] : undefined;

/** Without a prototype, so that a look-up finds what was put there and nothing else. */
export function recordOf<Value>(entries: Iterable<readonly [string, Value]>): Record<string, Value> {
  const record: Record<string, Value> = Object.create(null);
  for (const [word, value] of entries) record[word] = value;
  return record;
}
