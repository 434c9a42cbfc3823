// A comparison with how many rows of a list there are of which several things are so: each of them decides once.
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

export type NearlyCounted = {
  /** Whether the comparison holds where this decides. */
  readonly is: boolean;
  /** It would be otherwise, were one part left out: so many rows there are of which all but this one is so. */
  readonly otherwise: readonly Tree[];
};

/** Undefined where nothing is counted, or by one condition alone. */
export function nearlyCounted(tree: Tree): NearlyCounted | undefined {
  if (tree.kind !== "binary") return undefined;
  for (const side of ["left", "right"] as const) {
    const counted = filterIn(tree[side]);
    const isFew = ends[tree.operator];
    if (counted === undefined || isFew === undefined) continue;
    const { start, end } = tree[side];
    const and = (left: Tree, right: Tree): Tree => ({ kind: "binary", operator: "and", left, right, start, end });
    const parts = conjunctsOf(counted.body);
    if (parts.length < 2) return undefined;
    const without = (part: Tree): Tree => {
      const not: Tree = { kind: "unary", operator: "not", of: part, start, end };
      const body = parts.filter((one) => one !== part).reduceRight((all, one) => and(one, all), not);
      // The row that is tried is one of those that are counted.
      const one: Tree = { kind: "number", digits: 1n, scale: 0, start, end };
      const count: Tree = { kind: "binary", operator: "+", left: counted.with(body), right: one, start, end };
      // It stands for the part that is not so: its words are those of this part.
      return { ...tree, [side]: count, start: part.start, end: part.end };
    };
    return {
      is: tree.operator === "==" || tree.operator === "!=" || side === "left" ? isFew : !isFew,
      otherwise: parts.map(without),
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

const conjunctsOf = (tree: Tree): readonly Tree[] =>
  tree.kind === "binary" && tree.operator === "and" ? [...conjunctsOf(tree.left), ...conjunctsOf(tree.right)] : [tree];
