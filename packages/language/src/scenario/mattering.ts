// That a part of an expression makes a difference: what is worked out would be something else, were the part otherwise.
import { partsOf } from "../expression/parts.ts";
import { replacedIn } from "../expression/replaced.ts";
import type { Expression, Tree } from "../expression/tree.ts";
import type { Lookup } from "../model/lookup.ts";
import type { Value } from "../model/value.ts";
import type { Span } from "../problem.ts";
import type { Fact } from "./scenario.ts";

/** With the other one in the place of a part of the expression. */
export function mattering(expression: Expression, field: string, { part, other, words = part }: Otherwise): Fact {
  const { tree } = expression;
  const { start, end } = words;
  return {
    kind: "matters",
    expression,
    field,
    words: { start, end },
    otherwise: tree === undefined ? other : replacedIn(tree, (one) => (one === part ? other : undefined)),
  };
}

export type Otherwise = {
  readonly part: Tree;
  readonly other: Tree;
  /** What it is called by, where that is not the part itself. */
  readonly words?: Span;
};

/** A number that is written and a constant, one more and one less; undefined where it is neither. */
export function movedByOne(tree: Tree, lookup: Lookup): readonly Tree[] | undefined {
  if (tree.kind === "number") {
    const less = tree.digits > 0n ? [{ ...tree, digits: tree.digits - 1n }] : [];
    return [{ ...tree, digits: tree.digits + 1n }, ...less];
  }
  const value = constantIn(tree, lookup);
  return value === undefined ? undefined : movedConstant(tree, value);
}

function constantIn(tree: Tree, lookup: Lookup): Value | undefined {
  const value = tree.kind === "name" ? lookup.constants.get(tree.name)?.value : undefined;
  return value?.kind === "table" || value?.kind === "size" ? undefined : value;
}

/** `tree`: the constant, or an entry of a table. */
export function movedConstant(tree: Tree, value: Value): readonly Tree[] {
  const { start, end } = tree;
  if (value.kind === "yes/no") return [{ kind: "unary", operator: "not", of: tree, start, end }];
  const right = stepOf(value, { start, end });
  return right === undefined
    ? []
    : (["+", "-"] as const).map((operator) => ({ kind: "binary", operator, left: tree, right, start, end }));
}

/** Of the last digit that is written. */
function stepOf(value: Value, span: Span): Tree | undefined {
  const number = (scale: number): Tree => ({ kind: "number", digits: 1n, scale, ...span });
  const call = (name: string, scale = 0): Tree => ({
    kind: "call",
    name,
    nameSpan: span,
    args: [number(scale)],
    ...span,
  });
  switch (value.kind) {
    case "number":
    case "percent":
      return number(value.scale);
    case "money":
      return call("money", value.scale);
    case "duration":
      return call(value.days ? "days" : value.milliseconds % 3_600_000n === 0n ? "hours" : "minutes");
    default:
      return undefined;
  }
}

type Numbered = { readonly part: Tree; readonly outer: readonly Fact[]; readonly moved: readonly Tree[] };

type Within = {
  readonly lookup: Lookup;
  readonly firstWay: (test: Tree, is: boolean) => readonly Fact[];
  /** What has to be so for it to be looked at. */
  readonly outer: readonly Fact[];
  /** What is given as it is, or added to that: whoever looks at it sees the number. */
  readonly isPlain: boolean;
  /** Whether what comes of it is a whole number, to whichever place it is rounded. */
  readonly isWhole: boolean;
};

/**
 * Numbers and constants of which it is not plain that they make a difference: what is multiplied may be nothing, and what
 * is divided be rounded. What a condition compares with is tried where that just holds and just does not.
 */
export function numbersIn(tree: Tree, within: Within): readonly Numbered[] {
  const { lookup, firstWay, outer, isPlain } = within;
  const moved = movedByOne(tree, lookup);
  if (moved !== undefined) return isPlain ? [] : [{ part: tree, outer, moved }];
  if (tree.kind === "conditional")
    return [true, false].flatMap((is) =>
      numbersIn(is ? tree.then : tree.otherwise, { ...within, outer: [...outer, ...firstWay(tree.test, is)] }),
    );
  const inner = { ...within, isPlain: isPlain && isAdding(tree) };
  if (tree.kind === "method" && conditional.has(tree.name)) return numbersIn(tree.of, inner);
  const isRounded = tree.kind === "call" && isPlain && within.isWhole;
  const parts = isRounded ? tree.args.slice(0, placesAt[tree.name]) : partsOf(tree);
  return parts.flatMap((one) => numbersIn(one, inner));
}

/** Which argument says to how many places. */
const placesAt: Readonly<Record<string, number>> = { round: 1, div: 2 };

const isAdding = (tree: Tree): boolean =>
  tree.kind === "unary" ||
  (tree.kind === "binary" && (tree.operator === "+" || tree.operator === "-")) ||
  (tree.kind === "call" && ["days", "hours", "minutes", "money"].includes(tree.name));

/** What they say of each row is a condition, or an order. */
const conditional: ReadonlySet<string> = new Set(["filter", "exists", "all", "exists_one", "first"]);
