// That a part of an expression makes a difference: what is worked out would be something else, were the part otherwise.
import { replacedIn } from "../expression/replaced.ts";
import type { Expression, Tree } from "../expression/tree.ts";
import type { Lookup } from "../names/lookup.ts";
import { kindOf } from "../clause/value-kinds.ts";
import type { Value } from "../clause/value.ts";
import type { Span } from "../problem.ts";
import type { Fact, Holding } from "./scenario.ts";

/** With the other one in the place of a part of the expression. */
export function mattering(expression: Expression, of: Holding, { part, other, words = part }: Otherwise): Fact {
  const { tree } = expression;
  const { start, end } = words;
  return {
    kind: "matters",
    expression,
    of,
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
  if (tree.kind === "number") return [1n, -1n].map((by) => ({ ...tree, digits: tree.digits + by }));
  const value = constantIn(tree, lookup);
  return value === undefined ? undefined : kindOf(value).besideTree(tree, value);
}

function constantIn(tree: Tree, lookup: Lookup): Value | undefined {
  const value = tree.kind === "name" ? lookup.constants.get(tree.name)?.value : undefined;
  return value?.kind === "table" || value?.kind === "size" ? undefined : value;
}
