// A look-up by a word that another user wrote: what every object has from its prototype is no one's word.

export const ownOf = <Value>(record: Readonly<Record<string, Value>>, word: string): Value | undefined =>
  Object.hasOwn(record, word) ? record[word] : undefined;
