// `and`, `or`, `not` and `?:`: what the left side tells is known on the right, what the test tells in each branch.
import type { Tree } from "../tree.ts";
import type { Typed } from "../typed.ts";
import { adapt, joined } from "./adapt.ts";
import { bothFacts, factsWhen } from "./facts.ts";
import { and, constantTruth, not, or } from "./fold.ts";
import { condition, deciding, known, placeOf, report, withFacts, type CheckPoint } from "./check-point.ts";
import { mismatch } from "./problems.ts";
import { describe } from "./words.ts";

type TreeOf<K extends Tree["kind"]> = Extract<Tree, { kind: K }>;

export function checkNot(tree: TreeOf<"unary">, here: CheckPoint): Typed | undefined {
  const inside = deciding(here);
  const of = condition(here.whole.check(tree.of, inside), `what follows "not"`, inside);
  return of && not(tree, of);
}

/** A whole chain at once: `a and b and c` is as deep as it is long, and each part adds to what is known for the next. */
export function checkChain(tree: TreeOf<"binary">, operator: "and" | "or", here: CheckPoint): Typed | undefined {
  const parts = chainOf(tree, operator);
  let inside = deciding(here);
  let all: Typed | undefined;
  let failed = false;
  for (const part of parts) {
    const value = condition(here.whole.check(part, inside), `what stands beside "${operator}"`, inside);
    if (value === undefined) {
      // Whatever was guarded there cannot be known: no value is called empty because of a mistake elsewhere.
      failed = true;
      inside = { ...inside, facts: "everything" };
      continue;
    }
    inside = { ...inside, facts: bothFacts(inside.facts, factsWhen(value, operator === "and")) };
    const at = { start: tree.start, end: part.end };
    all = all === undefined ? value : operator === "and" ? and(at, all, value) : or(at, all, value);
  }
  return failed ? undefined : all;
}

function chainOf(tree: Tree, operator: "and" | "or"): readonly Tree[] {
  const parts: Tree[] = [];
  let rest = tree;
  while (rest.kind === "binary" && rest.operator === operator) {
    parts.push(rest.right);
    rest = rest.left;
  }
  return [...parts, rest].reverse();
}

export function checkConditional(tree: TreeOf<"conditional">, here: CheckPoint): Typed | undefined {
  const { check, schema } = here.whole;
  const inside = deciding(here);
  const test = condition(check(tree.test, inside), `what stands before "?"`, inside);
  const branch = (holds: boolean) =>
    test ? withFacts(here, factsWhen(test, holds)) : { ...here, facts: "everything" as const };
  const then = check(tree.then, branch(true));
  const otherwise = check(tree.otherwise, branch(false));
  if (test === undefined || then === undefined || otherwise === undefined) return undefined;
  const [left, right] = [adapt(then, otherwise.type, here), adapt(otherwise, then.type, here)];
  if (left === undefined || right === undefined) return undefined;
  const type = joined(left.type, right.type);
  if (type === undefined) {
    const said = `both answers of "?" must be of one kind, and these are ${describe(then.type, schema)} and ${describe(otherwise.type, schema)}`;
    return report(here, mismatch.at(placeOf(here, tree), said));
  }
  const decided = constantTruth(test);
  if (decided !== undefined) return decided ? left : right;
  return known(tree, type, { node: "conditional", test, then: left, otherwise: right }, here);
}
