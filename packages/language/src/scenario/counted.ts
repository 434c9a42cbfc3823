// A comparison with how many rows of a list there are of which several things are so: each of them decides once.
import { joined, negated } from "../expression/build-tree.ts";
import type { Tree } from "../expression/tree.ts";

/** How many more there are makes it no longer so, where the number stands on the left. */
const ends: Readonly<Record<string, boolean>> = {
  "<": true,
  "<=": true,
  "==": true,
  ">": false,
  ">=": false,
  "!=": false,
};

type Said = { readonly tree: Tree; readonly is: boolean };

/** Undefined where nothing is counted, or by one condition in one way alone. */
export function satisfyCount(tree: Tree): ((is: boolean) => readonly (readonly Said[])[]) | undefined {
  const nearly = nearlyCounted(tree);
  if (nearly === undefined) return undefined;
  /** So that the words of what it is about say what is so of it. */
  const said = (other: Tree, isSo: boolean, is: boolean): Said => ({ tree: isSo === is ? other : negated(other), is });
  return (is) => [
    [{ tree, is }],
    ...(is === nearly.is
      ? nearly.otherwise.map((other) => said(other, !is, false))
      : nearly.byOne.map((other) => said(other, is, true))
    ).map((one) => [one, { tree, is }]),
  ];
}

type NearlyCounted = {
  /** Whether the comparison holds where this decides. */
  readonly is: boolean;
  /** It would be otherwise, were one part left out: so many rows there are of which all but this one is so. */
  readonly otherwise: readonly Tree[];
  /** It would be otherwise, were one of several ways to count left out: so many there are that count by this one alone. */
  readonly byOne: readonly Tree[];
};

function nearlyCounted(tree: Tree): NearlyCounted | undefined {
  if (tree.kind !== "binary") return undefined;
  for (const side of ["left", "right"] as const) {
    const counted = filterIn(tree[side]);
    const isFew = ends[tree.operator];
    if (counted === undefined || isFew === undefined) continue;
    const { start, end } = tree[side];
    const and = (left: Tree, right: Tree): Tree => joined("and", left, right, tree[side]);
    const not = (of: Tree): Tree => negated(of, tree[side]);
    const parts = termsOf(counted.body, "and");
    const ways = parts.map((one) => termsOf(one, "or"));
    if (parts.length < 2 && ways.every((some) => some.length < 2)) return undefined;
    /** With something else in the place of a part. */
    const withOther = (own: Tree, other: Tree, words: Tree): Tree => {
      const body = parts.filter((one) => one !== own).reduceRight((all, one) => and(one, all), other);
      // The row that is tried is one of those that are counted.
      const one: Tree = { kind: "number", digits: 1n, scale: 0, start, end };
      const count: Tree = { kind: "binary", operator: "+", left: counted.with(body), right: one, start, end };
      // Its words are those of what it is about.
      return { ...tree, [side]: count, start: words.start, end: words.end };
    };
    const byOne = parts.flatMap((own, index) => {
      const some = ways[index] ?? [];
      if (some.length < 2) return [];
      return some.map((way) =>
        withOther(
          own,
          some.filter((one) => one !== way).reduceRight((all, one) => and(not(one), all), way),
          way,
        ),
      );
    });
    return {
      is: tree.operator === "==" || tree.operator === "!=" || side === "left" ? isFew : !isFew,
      otherwise: parts.length < 2 ? [] : parts.map((one) => withOther(one, not(one), one)),
      byOne,
    };
  }
  return undefined;
}

function filterIn(tree: Tree): { readonly body: Tree; readonly with: (body: Tree) => Tree } | undefined {
  if (tree.kind !== "method" || tree.name !== "size" || tree.of.kind !== "method" || tree.of.name !== "filter")
    return undefined;
  const filter = tree.of;
  const [item, body] = filter.args;
  return item === undefined || body === undefined
    ? undefined
    : { body, with: (other) => ({ ...tree, of: { ...filter, args: [item, other] } }) };
}

const termsOf = (tree: Tree, operator: "and" | "or"): readonly Tree[] =>
  tree.kind === "binary" && tree.operator === operator
    ? [...termsOf(tree.left, operator), ...termsOf(tree.right, operator)]
    : [tree];
