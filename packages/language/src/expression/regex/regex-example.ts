// A short text that a pattern matches, for people who cannot read patterns: letters and digits in their order.
import type { PatternNode, Range } from "./regex-node.ts";

/** Undefined where none is found that people could type. */
export function exampleOf(node: PatternNode, regex: string): string | undefined {
  const text = write(node, "");
  return text !== undefined && text !== "" && new RegExp(regex, "u").test(text) ? text : undefined;
}

/** What stands before, with what this part adds to it. */
function write(node: PatternNode, before: string): string | undefined {
  switch (node.kind) {
    case "character": {
      const code = characterIn(node.ranges, before);
      return code === undefined ? undefined : before + String.fromCodePoint(code);
    }
    case "edge":
      return before;
    case "sequence":
      return all(node.parts, before);
    case "choice":
      return node.branches[0] && write(node.branches[0], before);
    case "group":
      return write(node.of, before);
    case "repeat":
      return all(
        Array.from({ length: times(node) }, () => node.of),
        before,
      );
  }
}

const all = (parts: readonly PatternNode[], before: string): string | undefined =>
  parts.reduce<string | undefined>((text, part) => (text === undefined ? undefined : write(part, text)), before);

/** As often as shows what is meant: some characters, one more part of several. */
const times = ({ of, least, most }: Extract<PatternNode, { kind: "repeat" }>): number =>
  Math.min(most, Math.max(least, of.kind === "character" ? 3 : 1));

/** The letter or digit that is next where people count; else the first sign there is. */
function characterIn(ranges: readonly Range[], before: string): number | undefined {
  const [letters, digits] = [/[a-z]/gi, /\d/g].map((kind) => (before.match(kind) ?? []).length) as [number, number];
  const counted = [0x61 + (letters % 26), 0x41 + (letters % 26), 0x30 + ((digits + 1) % 10)];
  // Signs of every keyboard; letters of other alphabets only where the pattern requires them.
  const others = ranges.map(([from, to]) => (from <= 0x21 && 0x21 <= to ? 0x21 : from));
  return (
    counted.find((code) => ranges.some(([from, to]) => from <= code && code <= to)) ??
    others.find((code) => /[!-~\p{L}\p{N}]/u.test(String.fromCodePoint(code)))
  );
}
