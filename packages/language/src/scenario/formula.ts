// A condition as what it is made of, and the fewest ways to make it hold, or not, in which each part decides once.
import { joined, negated } from "../expression/build-tree.ts";
import { guardExpression } from "../model/guard-expression.ts";
import { partsOf } from "../expression/parts.ts";
import type { Expression, Tree } from "../expression/tree.ts";
import type { Lookup } from "../names/lookup.ts";
import type { Guard } from "../clause/guard.ts";
import type { Value } from "../clause/value.ts";
import type { Grant } from "../sections/permissions/model.ts";
import { satisfyCount } from "./counted.ts";
import type { Fact, Moment } from "./scenario.ts";

export type Formula =
  | { readonly kind: "always"; readonly is: boolean }
  /** `ways`: where it says several things of one row of a list, so that each of them decides once. */
  | { readonly kind: "atom"; readonly fact: (is: boolean) => Fact; readonly ways?: (is: boolean) => readonly Way[] }
  /** Any of these makes it hold. */
  | { readonly kind: "one of"; readonly facts: readonly Fact[]; readonly not: Fact }
  | { readonly kind: "not"; readonly of: Formula }
  | { readonly kind: "and" | "or"; readonly left: Formula; readonly right: Formula }
  | { readonly kind: "choice"; readonly test: Formula; readonly then: Formula; readonly otherwise: Formula };

type Way = readonly Fact[];

/**
 * Each part is the one that decides in some way to hold and in some way not to: where one part of an `and` fails, the
 * others hold, so that leaving the failing one out would be noticed.
 */
export function factsToSatisfy(formula: Formula, is: boolean): readonly Way[] {
  switch (formula.kind) {
    case "always":
      return formula.is === is ? [[]] : [];
    case "atom":
      return formula.ways?.(is) ?? [[formula.fact(is)]];
    case "one of":
      return is ? formula.facts.map((fact) => [fact]) : [[formula.not]];
    case "not":
      return factsToSatisfy(formula.of, !is);
    case "choice": {
      // By each part of the test too, which decides where the other branch would say the opposite.
      const ways = (taken: Formula, other: Formula, test: boolean) =>
        withFirst(
          together(factsToSatisfy(taken, is), factsToSatisfy(formula.test, test)),
          factsToSatisfy(other, !is).map((way) => way.map(ifPossible)),
        );
      return [...ways(formula.then, formula.otherwise, true), ...ways(formula.otherwise, formula.then, false)];
    }
    default: {
      const [left, right] = [factsToSatisfy(formula.left, is), factsToSatisfy(formula.right, is)];
      // All parts of an `and` that holds hold, as all parts of an `or` that does not hold do not.
      if ((formula.kind === "and") === is) return together(left, right);
      const [otherLeft, otherRight] = [factsToSatisfy(formula.left, !is), factsToSatisfy(formula.right, !is)];
      return [...withFirst(left, otherRight), ...withFirst(right, otherLeft)];
    }
  }
}

const ifPossible = (fact: Fact): Fact => (fact.kind === "holds" ? { ...fact, ifPossible: true } : fact);

/** Each of both sides once: the shorter one begins anew. */
function together(left: readonly Way[], right: readonly Way[]): readonly Way[] {
  if (left.length === 0 || right.length === 0) return [];
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => [
    ...(left[index % left.length] ?? []),
    ...(right[index % right.length] ?? []),
  ]);
}

const withFirst = (deciding: readonly Way[], others: readonly Way[]): readonly Way[] =>
  deciding.map((way) => [...way, ...(others[0] ?? [])]);

export function formulaOfTree(expression: Expression, tree: Tree, at: Moment): Formula {
  if (tree.kind === "boolean") return { kind: "always", is: tree.value };
  if (tree.kind === "unary" && tree.operator === "not")
    return { kind: "not", of: formulaOfTree(expression, tree.of, at) };
  if (tree.kind === "binary" && (tree.operator === "and" || tree.operator === "or")) {
    const [left, right] = [formulaOfTree(expression, tree.left, at), formulaOfTree(expression, tree.right, at)];
    return { kind: tree.operator, left, right };
  }
  if (tree.kind === "binary" && (tree.operator === "in" || tree.operator === "not in") && tree.right.kind === "list") {
    const among: Tree = { ...tree, operator: "in" };
    const oneOf: Formula = {
      kind: "one of",
      facts: tree.right.items.map((item) => holding(expression, isEqual(tree.left, item), true, at)),
      not: holding(expression, among, false, at),
    };
    return tree.operator === "in" ? oneOf : { kind: "not", of: oneOf };
  }
  if (tree.kind === "conditional") {
    return {
      kind: "choice",
      test: formulaOfTree(expression, tree.test, at),
      then: formulaOfTree(expression, tree.then, at),
      otherwise: formulaOfTree(expression, tree.otherwise, at),
    };
  }
  const fact = (is: boolean) => holding(expression, tree, is, at);
  const ofOne = waysOfOne(expression, tree, at) ?? waysOfCount(expression, tree, at);
  return ofOne === undefined ? { kind: "atom", fact } : { kind: "atom", fact, ways: ofOne };
}

/**
 * That a list has such a row, or that all its rows are so: by each part of the condition. Where there is none, one
 * nearly is.
 */
function waysOfOne(expression: Expression, tree: Tree, at: Moment): ((is: boolean) => readonly Way[]) | undefined {
  if (tree.kind !== "method" || (tree.name !== "exists" && tree.name !== "all")) return undefined;
  const [item, body] = tree.args;
  if (item === undefined || body === undefined || !isOfParts(body)) return undefined;
  const formula = formulaOfTree(expression, body, at);
  /** One of the list of which all these are so: said of the first, which decides. */
  const ofOne = (way: Way): Fact => {
    const [deciding, ...others] = way.flatMap((fact) => (fact.kind === "holds" ? [fact] : []));
    const words = deciding?.tree ?? body;
    const is = deciding?.is !== false;
    const whole = others.reduce(
      (all, one) => joined(is ? "and" : "or", all, one.is === is ? one.tree : negated(one.tree), words),
      words,
    );
    const { start, end } = words;
    const some: Tree = { ...tree, name: is ? "exists" : "all", args: [item, whole], start, end };
    return holding(expression, some, is, at);
  };
  return (is) => {
    const isThere = (tree.name === "exists") === is;
    const ways = factsToSatisfy(formula, is).map(ofOne);
    return ways.map((one) => (isThere ? [one] : [holding(expression, tree, is, at), one]));
  };
}

const isOfParts = (tree: Tree): boolean =>
  tree.kind === "unary" && tree.operator === "not"
    ? isOfParts(tree.of)
    : tree.kind === "binary" && (tree.operator === "and" || tree.operator === "or");

/** How many there are of which all is so: also with as many of which all but one part is. */
function waysOfCount(expression: Expression, tree: Tree, at: Moment): ((is: boolean) => readonly Way[]) | undefined {
  const ways = satisfyCount(tree);
  return ways && ((is) => ways(is).map((way) => way.map((one) => holding(expression, one.tree, one.is, at))));
}

const holding = (expression: Expression, tree: Tree, is: boolean, at: Moment): Fact => ({
  kind: "holds",
  expression,
  tree,
  is,
  at,
});

/** The same, said of something else. */
export function wrapped(formula: Formula, wrap: (fact: Fact) => Fact): Formula {
  const inner = (one: Formula) => wrapped(one, wrap);
  switch (formula.kind) {
    case "always":
      return formula;
    case "atom":
      return {
        kind: "atom",
        fact: (is) => wrap(formula.fact(is)),
        ...(formula.ways && { ways: (is: boolean) => formula.ways?.(is).map((way) => way.map(wrap)) ?? [] }),
      };
    case "one of":
      return { kind: "one of", facts: formula.facts.map(wrap), not: wrap(formula.not) };
    case "not":
      return { kind: "not", of: inner(formula.of) };
    case "choice":
      return {
        kind: "choice",
        test: inner(formula.test),
        then: inner(formula.then),
        otherwise: inner(formula.otherwise),
      };
    default:
      return { kind: formula.kind, left: inner(formula.left), right: inner(formula.right) };
  }
}

const never: Formula = { kind: "always", is: false };

/** Written nowhere: its span is that of its left side. */
const isEqual = (left: Tree, right: Tree): Tree => ({
  kind: "binary",
  operator: "==",
  left,
  right,
  start: left.start,
  end: left.end,
});

/** That each side of the least and the greatest of two is the one: where both are the same, neither is. */
export function sidesIn(expression: Expression): readonly Fact[] {
  return (expression.tree === undefined ? [] : inside(expression.tree)).flatMap((tree) => {
    if (tree.kind !== "call" || (tree.name !== "min" && tree.name !== "max")) return [];
    const [left, right] = tree.args;
    if (left === undefined || right === undefined) return [];
    const { start, end } = left;
    return (["<", ">"] as const).map((operator) => ({
      kind: "finally" as const,
      expression,
      tree: { kind: "binary" as const, operator, left, right, start, end },
      is: true,
    }));
  });
}

/** That a value is in the end no more, or no less, than a number. */
export function atLast(expression: Expression, operator: "<=" | ">=", number: number): Fact {
  const none: Tree = { kind: "null", start: 0, end: 0 };
  const left = expression.tree ?? none;
  const { start, end } = left;
  const [whole = "0", fraction = ""] = String(number).split(".");
  const right: Tree = { kind: "number", digits: BigInt(whole + fraction), scale: fraction.length, start, end };
  return { kind: "finally", expression, tree: { kind: "binary", operator, left, right, start, end }, is: true };
}

/** That it gives nothing. */
export function isEmpty(expression: Expression, at: Moment): readonly Fact[] {
  const { tree } = expression;
  if (tree === undefined) return [];
  const { start, end } = tree;
  return [holding(expression, isEqual(tree, { kind: "null", start, end }), true, at)];
}

const inside = (tree: Tree): readonly Tree[] => [tree, ...partsOf(tree).flatMap(inside)];

/** `tree`: where it is looked up. */
type Entry = { readonly key: string; readonly fact: Fact; readonly tree: Tree; readonly value: Value };

/** For each entry of the tables of section 9 that an expression looks into: that it is the one. */
export function entriesIn(expression: Expression, lookup: Lookup, at: Moment): readonly Entry[] {
  return (expression.tree === undefined ? [] : inside(expression.tree)).flatMap((tree) => {
    if (tree.kind !== "index" || tree.of.kind !== "name") return [];
    const value = lookup.constants.get(tree.of.name)?.value;
    if (value?.kind !== "table") return [];
    const { start, end } = tree.index;
    return value.entries.map(({ key: { id }, value: own }) => ({
      key: id,
      tree,
      value: own,
      fact: {
        kind: "holds" as const,
        expression,
        tree: isEqual(tree.index, { kind: "text", value: id, start, end }),
        is: true,
        at,
      },
    }));
  });
}

export const formulaOf = (expression: Expression | undefined, at: Moment): Formula =>
  expression?.tree === undefined ? never : formulaOfTree(expression, expression.tree, at);

export function entriesOfGuard(guard: Guard, lookup: Lookup, at: Moment): ReturnType<typeof entriesIn> {
  const expression = guardExpression(guard, lookup);
  return expression === undefined ? [] : entriesIn(expression, lookup, at);
}

export const formulaOfGuard = (guard: Guard, lookup: Lookup, at: Moment): Formula =>
  formulaOf(guardExpression(guard, lookup), at);

export function formulaOfGrant(grant: Grant, lookup: Lookup, at: Moment): Formula {
  switch (grant.kind) {
    case "yes":
    case "no":
      return { kind: "always", is: grant.kind === "yes" };
    case "own":
      return { kind: "atom", fact: (is) => ({ kind: "own", is, at }) };
    case "condition":
      return formulaOf(lookup.conditions.get(grant.name.id)?.holds, at);
    case "not":
      return { kind: "not", of: formulaOfGrant(grant.of, lookup, at) };
    default:
      return {
        kind: grant.kind,
        left: formulaOfGrant(grant.left, lookup, at),
        right: formulaOfGrant(grant.right, lookup, at),
      };
  }
}
