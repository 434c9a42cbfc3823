// Texts that a pattern matches and no one thought of, for those who try what takes no others.
import { readPattern } from "./regex.ts";
import type { PatternNode, Range } from "./regex-node.ts";

/** A whole number by chance, both ends included. */
type Chance = (first: number, last: number) => number;

/** None of what is no pattern of the dialect. */
export function matchingTexts(source: string, count: number, chance: Chance): readonly string[] {
  const read = readPattern(source);
  return "node" in read ? Array.from({ length: count }, () => textOf(read.node, chance)) : [];
}

function textOf(node: PatternNode, chance: Chance): string {
  switch (node.kind) {
    case "character":
      return String.fromCodePoint(chance(...pick(readableOf(node.ranges), chance)));
    case "edge":
      return "";
    case "sequence":
      return node.parts.map((part) => textOf(part, chance)).join("");
    case "choice":
      return textOf(pick(node.branches, chance), chance);
    case "group":
      return textOf(node.of, chance);
    case "repeat": {
      const more = Math.min(node.most - node.least, chance(0, 3) === 0 ? 30 : 6);
      return Array.from({ length: node.least + chance(0, more) }, () => textOf(node.of, chance)).join("");
    }
  }
}

/** Characters of every keyboard, else at least no control characters. */
const readable: readonly Range[] = [
  [0x20, 0x7e],
  [0xa1, 0xd7ff],
];

/** What is best to read of a class. */
function readableOf(ranges: readonly Range[]): readonly Range[] {
  for (const [first, last] of readable) {
    const some = ranges
      .map(([from, to]): Range => [Math.max(from, first), Math.min(to, last)])
      .filter(([from, to]) => from <= to);
    if (some.length > 0) return some;
  }
  return ranges;
}

const pick = <Item>(items: readonly Item[], chance: Chance): Item => items[chance(0, items.length - 1)] as Item;
