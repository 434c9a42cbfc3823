// Messages quote what was written, and never more of it than a line can show.

export function shorten(words: string, most = 60): string {
  if (words.length <= most) return words;
  // Never half of a character that is two units long.
  const end = /[\ud800-\udbff]/.test(words.charAt(most - 2)) ? most - 2 : most - 1;
  return `${words.slice(0, end)}…`;
}

export function shortenList(items: readonly string[], most = 12): string {
  const shown = items.slice(0, most).map((item) => shorten(item, 40));
  return items.length > most ? `${shown.join(", ")}, …` : shown.join(", ");
}
