// Messages quote what was written, and never more of it than a line can show.

export function shorten(words: string, most = 60): string {
  return words.length <= most ? words : `${[...words.slice(0, most)].slice(0, -1).join("")}…`;
}

export function shortenList(items: readonly string[], most = 12): string {
  const shown = items.slice(0, most).map((item) => shorten(item, 40));
  return items.length > most ? `${shown.join(", ")}, …` : shown.join(", ");
}
