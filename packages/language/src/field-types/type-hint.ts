// What was probably meant by a type that is none.
import { nearest } from "../text/suggestion.ts";

/** What hints know of a type. */
export type TypeWords = {
  readonly name: string;
  readonly synonyms?: readonly string[];
  readonly aliases: readonly string[];
  readonly proposal?: string;
};

/** A word that stands for one type alone, so that it may be written in its place. */
export const isSynonym = (word: string, types: readonly TypeWords[]): boolean =>
  types.some(({ synonyms = [] }) => synonyms.includes(word.toLowerCase()));

/** `written` is the whole type. */
export function typeHint(written: string, types: readonly TypeWords[]): string {
  const known = new Map(
    types.flatMap(({ name, synonyms = [], aliases, proposal = name }) =>
      [...synonyms, ...aliases].map((word) => [word, proposal]),
    ),
  );
  const linked = /^(?:link|linked|points?|pointer|refers?|relation|connection|foreign key) to ([^,`(]+)/i.exec(written);
  if (linked?.[1]) return `Did you mean "reference to ${linked[1].trim()}"?`;
  // Parentheses, brackets and numbers are options elsewhere: varchar(120), string[].
  const words =
    written
      .toLowerCase()
      .slice(0, 80)
      .split(/[`([{<:,]|\s\d/)[0]
      ?.trim() ?? "";
  const first = words.split(/\s+/);
  for (let count = Math.min(first.length, 5); count > 0; count--) {
    const meant = known.get(first.slice(0, count).join(" "));
    if (meant !== undefined) return `Did you mean "${meant}"?`;
  }
  if (/\[\s*\]$/.test(written))
    return 'Several rows are "list of E" or "several E"; several choices are "several of: a, b".';
  if (/^json/i.test(written))
    return "There is no type for free structure: give each part a field of its own, or an entity.";
  const names = types.map(({ name }) => name.replace(/ (?:E|T)$|: a, b$/, ""));
  const near = nearest(words, names) ?? nearest(first[0] ?? "", names);
  if (near !== undefined) return `Did you mean "${types[names.indexOf(near)]?.name}"?`;
  return /^\p{Lu}/u.test(written) ? `A link to a row is "reference to ${written.split(/[,`(]/)[0]?.trim()}".` : "";
}
