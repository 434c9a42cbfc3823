// A form that a client sent, as its values: refused where it holds more of them than any flow takes.

/** No table of PostgreSQL has more columns, and no function as many arguments. */
export const mostValues = 1600;

type Pair = readonly [name: string, value: string];

/** Undefined where there are more: each would be several objects of some hundred bytes, for two bytes that are sent. */
export function readPairs(text: string, most: number): readonly Pair[] | undefined {
  let count = 0;
  for (let at = text.indexOf("&"); at >= 0; at = text.indexOf("&", at + 1)) if (++count >= most) return undefined;
  return [...new URLSearchParams(text)];
}

export function readForm(text: string): Readonly<Record<string, string>> | undefined {
  const pairs = readPairs(text, mostValues);
  return pairs && Object.fromEntries(pairs);
}
