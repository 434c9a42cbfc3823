// A look-up by a word that somebody else wrote: what every object has from its prototype is nobody's word.

export const ownOf = <Value>(record: Readonly<Record<string, Value>>, word: string): Value | undefined =>
  Object.hasOwn(record, word) ? record[word] : undefined;
