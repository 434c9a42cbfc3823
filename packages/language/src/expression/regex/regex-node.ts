// What a pattern consists of, how it is printed, and how long and how ambiguous it is.

/** Code points from one to another, both included. */
export type Range = readonly [number, number];

export type PatternNode =
  | { readonly kind: "character"; readonly ranges: readonly Range[]; readonly printed: string }
  | { readonly kind: "edge"; readonly printed: "^" | "$" }
  | { readonly kind: "sequence"; readonly parts: readonly PatternNode[] }
  | { readonly kind: "choice"; readonly branches: readonly PatternNode[] }
  | { readonly kind: "group"; readonly of: PatternNode }
  | {
      readonly kind: "repeat";
      readonly of: PatternNode;
      readonly least: number;
      readonly most: number;
      readonly printed: string;
    };

const lastCodePoint = 0x10ffff;
/** Beyond this length of a text the browser leaves a pattern to the database. */
const longestText = 200;

export function printNode(node: PatternNode): string {
  switch (node.kind) {
    case "character":
    case "edge":
      return node.printed;
    case "sequence":
      return node.parts.map(printNode).join("");
    case "choice":
      return node.branches.map(printNode).join("|");
    case "group":
      return `(?:${printNode(node.of)})`;
    case "repeat":
      return `${printNode(node.of)}${node.printed}`;
  }
}

/** Whether it matches in one way only: then an unbounded repeat of it is quick. */
export function isFixed(node: PatternNode): boolean {
  switch (node.kind) {
    case "character":
    case "edge":
      return true;
    case "sequence":
      return node.parts.every(isFixed);
    case "choice":
      return node.branches.length === 1 && node.branches.every(isFixed);
    case "group":
      return isFixed(node.of);
    case "repeat":
      return node.least === node.most && isFixed(node.of);
  }
}

export function holdsEdge(node: PatternNode): boolean {
  switch (node.kind) {
    case "character":
      return false;
    case "edge":
      return true;
    case "sequence":
      return node.parts.some(holdsEdge);
    case "choice":
      return node.branches.some(holdsEdge);
    case "group":
    case "repeat":
      return holdsEdge(node.of);
  }
}

/** Whether it matches the empty text. */
export function mayBeNothing(node: PatternNode): boolean {
  switch (node.kind) {
    case "character":
      return false;
    case "edge":
      return true;
    case "sequence":
      return node.parts.every(mayBeNothing);
    case "choice":
      return node.branches.some(mayBeNothing);
    case "group":
      return mayBeNothing(node.of);
    case "repeat":
      return node.least === 0 || mayBeNothing(node.of);
  }
}

/** How many characters and branches it holds once its counts are written out. */
export function sizeOf(node: PatternNode): number {
  switch (node.kind) {
    case "character":
    case "edge":
      return 1;
    case "sequence":
      return total(node.parts.map(sizeOf));
    case "choice":
      return total(node.branches.map(sizeOf)) + node.branches.length - 1;
    case "group":
      return Math.max(1, sizeOf(node.of));
    case "repeat":
      return sizeOf(node.of) * Math.max(1, Number.isFinite(node.most) ? node.most : node.least + 1);
  }
}

/** In how many ways one text can be tried at most: from each of its places, unless every way begins at its start. */
export function triesOf(node: PatternNode): number {
  return waysOf(node, []) * (beginsAtStart(node) ? 1 : longestText);
}

export function beginsAtStart(node: PatternNode): boolean {
  switch (node.kind) {
    case "edge":
      return node.printed === "^";
    case "sequence":
      return node.parts[0] !== undefined && beginsAtStart(node.parts[0]);
    case "choice":
      return node.branches.every(beginsAtStart);
    case "group":
      return beginsAtStart(node.of);
    default:
      return false;
  }
}

/**
 * In how many ways one text can be matched at most, which bounds the time of a matcher that tries them one after the
 * other, as browsers do. A repeat has one way where its next character says whether it goes on; `next` are the
 * characters that what follows can begin with.
 */
function waysOf(node: PatternNode, next: readonly Range[]): number {
  switch (node.kind) {
    case "character":
    case "edge":
      return 1;
    case "group":
      return waysOf(node.of, next);
    case "sequence": {
      let ways = 1;
      let following = next;
      for (const part of node.parts.toReversed()) {
        ways *= waysOf(part, following);
        following = beginnings(part, following);
      }
      return ways;
    }
    case "choice": {
      const ways = node.branches.map((branch) => waysOf(branch, next));
      const begins = node.branches.map((branch) => beginnings(branch, next));
      const decided = begins.every((ranges, index) =>
        begins.slice(index + 1).every((others) => !overlap(ranges, others)),
      );
      return decided ? Math.max(...ways) : total(ways);
    }
    case "repeat": {
      const again = beginnings(node.of, []);
      const each = waysOf(node.of, node.most > 1 ? union(again, next) : next);
      const most = Math.min(node.most, longestText);
      if (!mayBeNothing(node.of) && !overlap(again, next)) return each ** most;
      let ways = 0;
      for (let times = Math.min(node.least, most); times <= most; times++) ways += each ** times;
      return ways;
    }
  }
}

/** The characters that it can begin with, where `next` begins what follows it. */
function beginnings(node: PatternNode, next: readonly Range[]): readonly Range[] {
  switch (node.kind) {
    case "character":
      return node.ranges;
    case "edge":
      return next;
    case "group":
      return beginnings(node.of, next);
    case "sequence":
      return node.parts.reduceRight((following, part) => beginnings(part, following), next);
    case "choice":
      return node.branches.map((branch) => beginnings(branch, next)).reduce(union, []);
    case "repeat": {
      const own = beginnings(node.of, next);
      return node.least === 0 ? union(own, next) : own;
    }
  }
}

const total = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

/** Sorted, and none touching another. */
export function union(one: readonly Range[], other: readonly Range[]): readonly Range[] {
  const merged: Range[] = [];
  for (const range of [...one, ...other].toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && range[0] <= last[1] + 1) merged[merged.length - 1] = [last[0], Math.max(last[1], range[1])];
    else merged.push(range);
  }
  return merged;
}

/** `ranges` must be sorted, as `union` gives them. */
export function complement(ranges: readonly Range[]): readonly Range[] {
  const gaps: Range[] = [];
  let from = 0;
  for (const [first, last] of ranges) {
    if (first > from) gaps.push([from, first - 1]);
    from = last + 1;
  }
  if (from <= lastCodePoint) gaps.push([from, lastCodePoint]);
  return gaps;
}

function overlap(one: readonly Range[], other: readonly Range[]): boolean {
  return one.some(([first, last]) => other.some(([from, to]) => first <= to && from <= last));
}
