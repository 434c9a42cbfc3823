// A look-up by a word from outside, which does not find what every object has from its prototype.

export const ownOf = <Value>(record: Readonly<Record<string, Value>>, word: string): Value | undefined =>
  Object.hasOwn(record, word) ? record[word] : undefined;
