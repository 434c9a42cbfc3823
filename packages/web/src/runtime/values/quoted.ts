// Texts as the data API takes them inside of conditions.

/** A value inside `and=(…)`: in quotes, because commas and parentheses have a meaning there. */
export const quoted = (text: string): string => `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
