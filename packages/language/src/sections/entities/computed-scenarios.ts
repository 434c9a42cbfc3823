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
  if (of.kind === "yes/no")
    return [
      ...ways(tree, true).map((where, number) => ({ what: `yes${inTurn(number)}`, where })),
      ...ways(tree, false).map((where, number) => ({ what: `no${inTurn(number)}`, where })),
      ...byEntry,
    ];
  const branches = branchesOf(tree, ways, []);
  if (branches.length === 0) return [{ what: "worked out", where: [filled] }, ...byEntry];
  return [
    ...branches.filter(({ is }) => is).map(({ where }, number) => ({ what: `then${inTurn(number)}`, where })),
    ...branches.filter(({ is }) => !is).map(({ where }, number) => ({ what: `else${inTurn(number)}`, where })),
    ...byEntry,
  ];
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
