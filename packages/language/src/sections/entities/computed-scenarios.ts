// What is read of a computed field: in each way in which it is so or not, on each branch, by each entry of a table.
import { partsOf } from "../../expression/parts.ts";
import type { Expression, Tree } from "../../expression/tree.ts";
import type { Lookup } from "../../model/lookup.ts";
import { entriesIn, formulaOfTree, waysToBe } from "../../scenario/formula.ts";
import { inTurn, type Fact } from "../../scenario/scenario.ts";
import type { Field, FieldType } from "./model.ts";

export type WorkedOut = { readonly what: string; readonly where: readonly Fact[] };

export function workedOut(
  of: FieldType,
  { name }: Field,
  expression: Expression,
  lookup: Lookup,
): readonly WorkedOut[] {
  const { tree } = expression;
  if (tree === undefined) return [];
  const ways = (part: Tree, is: boolean) => waysToBe(formulaOfTree(expression, part, "before"), is);
  const filled: Fact = { kind: "filled", field: name.id };
  const byEntry = entriesIn(expression, lookup, "before").map(({ key, fact }) => ({
    what: `worked out by ${key}`,
    where: of.kind === "yes/no" ? [fact] : [fact, filled],
  }));
  // One that is in the list, and one that is not, by each part of what lets rows in.
  const lists = filtersIn(tree);
  const listed = [
    ...lists
      .flatMap((list) => ways({ ...list, name: "exists" }, true))
      .map((where, number) => ({ what: `listed${inTurn(number)}`, where })),
    ...lists
      .flatMap((list) => ways({ ...list, name: "all" }, false))
      .map((where, number) => ({ what: `not listed${inTurn(number)}`, where })),
  ];
  if (of.kind === "yes/no")
    return [
      ...ways(tree, true).map((where, number) => ({ what: `yes${inTurn(number)}`, where })),
      ...ways(tree, false).map((where, number) => ({ what: `no${inTurn(number)}`, where })),
      ...byEntry,
    ];
  const branches = branchesOf(tree, ways, []);
  if (branches.length === 0) return [{ what: "worked out", where: [filled] }, ...listed, ...byEntry];
  return [
    ...branches.filter(({ is }) => is).map(({ where }, number) => ({ what: `then${inTurn(number)}`, where })),
    ...branches.filter(({ is }) => !is).map(({ where }, number) => ({ what: `else${inTurn(number)}`, where })),
    ...listed,
    ...byEntry,
  ];
}

/** Lists of the row of which some are left out; called as what their condition says of one. */
function filtersIn(tree: Tree): readonly Extract<Tree, { readonly kind: "method" }>[] {
  if (tree.kind !== "method") return partsOf(tree).flatMap(filtersIn);
  const [, body] = tree.args;
  const own = tree.name === "filter" && body !== undefined ? [{ ...tree, start: body.start, end: body.end }] : [];
  return [...filtersIn(tree.of), ...own];
}

type Branch = { readonly is: boolean; readonly where: readonly Fact[] };
type Ways = (part: Tree, is: boolean) => readonly (readonly Fact[])[];

/** `outer`: what has to be so for this part to be looked at. What is asked of each row of a list stands in its list. */
function branchesOf(tree: Tree, ways: Ways, outer: readonly Fact[]): readonly Branch[] {
  if (tree.kind === "method") return branchesOf(tree.of, ways, outer);
  if (tree.kind !== "conditional") return partsOf(tree).flatMap((part) => branchesOf(part, ways, outer));
  return [true, false].flatMap((is) => {
    const own = ways(tree.test, is).map((way) => ({ is, where: [...way, ...outer] }));
    return [...own, ...branchesOf(is ? tree.then : tree.otherwise, ways, own[0]?.where ?? outer)];
  });
}
