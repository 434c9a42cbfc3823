// The page of all words: which words it has, and the index at its top.

export type Word = {
  readonly word: string;
  /** Whether the page marks it as a column that a table needs. */
  readonly needed: boolean;
  /** The `##` heading above it. */
  readonly section: string;
  /** The nearest heading above it. */
  readonly heading: string;
};

/** The first cells of all tables whose first column is Word. */
export function wordsOf(page: string): readonly Word[] {
  const words: Word[] = [];
  let section = "";
  let heading = "";
  let inTable = false;
  for (const line of page.replace(/^(`{3,})[\s\S]*?^\1$/gm, "").split("\n")) {
    const title = /^(##+) (.*)$/.exec(line);
    if (title) {
      heading = title[2] ?? "";
      if (title[1] === "##") section = heading;
    }
    if (line.startsWith("| Word | Grammar |")) inTable = true;
    else if (!line.startsWith("|")) inTable = false;
    else if (inTable && !line.startsWith("| ---")) {
      const cell = /^\| (.*?) \| /.exec(line)?.[1] ?? "";
      const needed = cell.endsWith("*");
      for (const match of cell.matchAll(/`([^`]+)`/g)) words.push({ word: match[1] ?? "", needed, section, heading });
    }
  }
  return words;
}

const opening = "<!-- index: written by npm run accept -->";
const closing = "<!-- end of index -->";

/** The page with its index as it has to be: every word once, in the order of the alphabet, with all its places. */
export function withIndex(page: string): string {
  const places = new Map<string, string[]>();
  for (const { word, heading } of wordsOf(page)) {
    const anchors = places.get(word) ?? [];
    if (!anchors.includes(heading)) anchors.push(heading);
    places.set(word, anchors);
  }
  const byLetter = new Map<string, string[]>();
  for (const word of [...places.keys()].sort(alphabetically)) {
    const letter = sortKey(word).charAt(0).toUpperCase();
    const group = /[A-Z]/.test(letter) ? letter : "Signs";
    const [first = "", ...others] = (places.get(word) ?? []).map((heading) => `(#${anchorOf(heading)})`);
    const more = others.map((link, index) => ` [${index + 2}]${link}`).join("");
    byLetter.set(group, [...(byLetter.get(group) ?? []), `[\`${word}\`]${first}${more}`]);
  }
  const lines = [...byLetter].map(([letter, links]) => `**${letter}** ${links.join(" · ")}`);
  const [before = "", rest = ""] = page.split(`${opening}\n`);
  const after = rest.slice(rest.indexOf(closing));
  return `${before}${opening}\n\n${lines.join("\n\n")}\n\n${after}`;
}

const sortKey = (word: string) => word.replace(/^[^A-Za-z]+/, "").toLowerCase() || `~${word}`;

function alphabetically(a: string, b: string): number {
  const [one, other] = [sortKey(a), sortKey(b)];
  return one === other ? (a < b ? -1 : 1) : one < other ? -1 : 1;
}

/** As code hosts make the anchor of a heading. */
export function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, "")
    .replace(/\s/g, "-");
}
