// Ways to spoil a document, for tests that nothing a person writes makes the reader throw, hang or answer nothing.
import fc from "fast-check";

const odd = [
  "\u0000",
  "\ufeff",
  "\u2028",
  "\ud800",
  "\udc00",
  "😀",
  "e\u0301",
  "\u202e",
  "\t",
  "\r",
  "\r\n",
  "\n",
  "\u00a0",
  "ﬀ",
  "İ",
];
const signs = [
  "|",
  "`",
  "``",
  "\\",
  "\\|",
  "{",
  "}",
  "(",
  ")",
  "[",
  "]",
  "<",
  ">",
  "&amp;",
  "*",
  "_",
  "~~",
  "#",
  "- ",
  "> ",
  "```",
  "<!--",
  "-->",
  ",",
  ":",
  "=",
  "not shown.",
  "none.",
  "null",
  "me",
  "0",
];

/** One change of a document; `words` come from another document, so that names appear where they do not belong. */
export function mutate(source: string, words: readonly string[], gen: fc.GeneratorValue): string {
  const pick = <Item>(items: readonly Item[]): Item => items[gen(fc.nat, { max: items.length - 1 })] as Item;
  const at = gen(fc.nat, { max: source.length });
  const lines = source.split("\n");
  const line = gen(fc.nat, { max: lines.length - 1 });
  const withLine = (text: string) => lines.with(line, text).join("\n");
  const current = lines[line] ?? "";
  switch (gen(fc.nat, { max: 15 })) {
    case 0:
      return source.slice(0, at) + pick(odd) + source.slice(at);
    case 1:
      return source.slice(0, at) + pick(signs) + source.slice(at);
    case 2:
      return source.slice(0, at) + source.slice(at + gen(fc.nat, { max: 40 }));
    case 3:
      return lines.toSpliced(line, 1).join("\n");
    case 4:
      return withLine(`${current}\n${current}`);
    case 5: {
      const other = gen(fc.nat, { max: lines.length - 1 });
      return lines
        .with(line, lines[other] ?? "")
        .with(other, current)
        .join("\n");
    }
    case 6: {
      const cells = current.split("|");
      return withLine(
        cells.with(gen(fc.nat, { max: cells.length - 1 }), ` ${pick([...signs, ...odd, ...words])} `).join("|"),
      );
    }
    case 7: {
      const cells = current.split("|");
      return withLine(cells.toSpliced(gen(fc.nat, { max: cells.length - 1 }), 1).join("|"));
    }
    case 8:
      return source.replaceAll("\n", pick(["\r\n", "\r", "\n\n"]));
    case 9:
      return `\ufeff${source}`;
    case 10:
      return source.slice(0, at);
    case 11: {
      const word = pick(words);
      return source.replaceAll(word, pick(words));
    }
    case 12:
      return withLine(pick(["> ", "- ", "  ", "    ", "### ", "## ", "1. "]) + current);
    case 13: {
      const depth = gen(fc.nat, { max: 300 });
      const [open, close] = pick([
        ["(", ")"],
        ["[", "]"],
        ["not ", ""],
        ["-", ""],
        ["> ", ""],
        ["*", "*"],
      ] as const);
      return source.slice(0, at) + open.repeat(depth) + close.repeat(depth) + source.slice(at);
    }
    case 14: {
      const tables = source.split(/\n\n(?=\|)/);
      const one = gen(fc.nat, { max: tables.length - 1 });
      const two = gen(fc.nat, { max: tables.length - 1 });
      return tables
        .with(one, tables[two] ?? "")
        .with(two, tables[one] ?? "")
        .join("\n\n");
    }
    default: {
      const expressions = [...source.matchAll(/`[^`\n]+`/g)];
      if (expressions.length === 0) return source;
      const [one, two] = [pick(expressions), pick(expressions)];
      return one && two ? source.slice(0, one.index) + two[0] + source.slice(one.index + one[0].length) : source;
    }
  }
}

/** The words of a document that mean something: cells and what stands in code. */
export function wordsOf(source: string): readonly string[] {
  return [...new Set([...source.matchAll(/[^|`\n]{2,40}/g)].map((match) => match[0].trim()))].filter(
    (word) => word !== "",
  );
}
