// A document with one thing changed as people change things: a cell, a row, a property, a heading or a section.
import type { Draw } from "../random/draw.ts";

type Line = { readonly text: string; readonly at: number };

/** The same text where the draw finds nothing to change. */
export function varied(source: string, draw: Draw): string {
  const lines = source.split("\n").map((text, at): Line => ({ text, at }));
  const rows = lines.filter(({ text, at }) => isRow(text) && isRow(lines[at - 1]?.text ?? "") && !isRule(text));
  const properties = lines.filter(({ text }) => /^- \S/.test(text));
  const headings = lines.filter(({ text }) => text.startsWith("### "));
  const sections = lines.filter(({ text }) => text.startsWith("## "));
  const replaced = (line: Line | undefined, texts: readonly string[], count = 1): string =>
    line === undefined
      ? source
      : lines
          .map(({ text }) => text)
          .toSpliced(line.at, count, ...texts)
          .join("\n");
  const blockEnd = (line: Line, before: readonly string[]): number =>
    lines.find(({ at, text }) => at > line.at && before.some((mark) => text.startsWith(mark)))?.at ?? lines.length;
  switch (draw.pick(["cell", "cell", "cell", "cell", "cell", "row", "row", "twice", "property", "block", "section"])) {
    case "cell": {
      const row = any(rows, draw);
      return row === undefined ? source : replaced(row, [withCell(row, lines, draw)]);
    }
    case "row":
      return replaced(any(rows, draw), []);
    case "twice": {
      const row = any(rows, draw);
      return row === undefined ? source : replaced(row, [row.text, row.text]);
    }
    case "property":
      return replaced(any(properties, draw), []);
    case "block": {
      const heading = any(headings, draw);
      return heading === undefined ? source : replaced(heading, [], blockEnd(heading, ["### ", "## "]) - heading.at);
    }
    default: {
      const section = any(sections, draw);
      if (section === undefined) return source;
      const texts = [section.text, "", draw.pick(["none.", "not shown."]), ""];
      return replaced(section, texts, blockEnd(section, ["## "]) - section.at);
    }
  }
}

const any = <Item>(items: readonly Item[], draw: Draw): Item | undefined =>
  items.length === 0 ? undefined : draw.pick(items);

const isRow = (text: string): boolean => text.startsWith("|");
const isRule = (text: string): boolean => /^\|[\s|:-]+\|$/.test(text);

/** A cell that is empty, not shown, or what stands in another row of the table, or in a row of another one. */
function withCell({ text, at }: Line, lines: readonly Line[], draw: Draw): string {
  const cells = cellsOf(text);
  const index = draw.number(0, cells.length - 1);
  const others = lines.filter((line) => isRow(line.text) && !isRule(line.text) && line.at !== at);
  const near = others.filter((line) => cellsOf(line.text).length === cells.length && Math.abs(line.at - at) < 12);
  const from = draw.pick(draw.once(4) || near.length === 0 ? others : near);
  const fresh = draw.pick([
    "",
    "not shown",
    "yes",
    "no",
    cellsOf(from?.text ?? "")[index] ?? "",
    cellsOf(from?.text ?? "")[index] ?? "",
    edited(cells[index] ?? "", draw),
  ]);
  return `|${cells.toSpliced(index, 1, ` ${fresh} `).join("|")}|`;
}

/** Pipes in code are written with a backslash, and are none. */
const cellsOf = (row: string): readonly string[] =>
  row
    .slice(1, row.lastIndexOf("|"))
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());

/** Another number, another comparison, another word of the same cell. */
function edited(cell: string, draw: Draw): string {
  const words = cell.split(/(\W+)/);
  const index = draw.number(0, Math.max(0, words.length - 1));
  const word = words[index] ?? "";
  if (/^\d+$/.test(word)) return words.toSpliced(index, 1, String(Number(word) + draw.pick([-1, 1, 1000]))).join("");
  const other = { "==": "!=", "<": ">=", ">": "<=", and: "or", or: "and", not: "", me: "null", yes: "no" }[word.trim()];
  return other === undefined ? words.toSpliced(index, 1, draw.pick(words)).join("") : cell.replace(word.trim(), other);
}
