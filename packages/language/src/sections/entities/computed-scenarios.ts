// What is read of a computed field: in each way in which it is so or not, on each branch, by each entry of a table.
import { partsOf } from "../../expression/parts.ts";
import type { Expression, Tree } from "../../expression/tree.ts";
import type { Lookup } from "../../model/lookup.ts";
import { entriesIn, formulaOfTree, waysToBe } from "../../scenario/formula.ts";
import { mattering, movedConstant, numbersIn, type Otherwise } from "../../scenario/mattering.ts";
import { inTurn, type Fact } from "../../scenario/scenario.ts";
import { written } from "../../scenario/words.ts";
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
  const matters = (otherwise: Otherwise): Fact => mattering(expression, name.id, otherwise);
  const byEntry = entriesIn(expression, lookup, "before").map(({ key, fact, tree: part, value }) => ({
    what: `worked out by ${key}`,
    where:
      of.kind === "yes/no"
        ? [fact]
        : [fact, filled, ...movedConstant(part, value).map((other) => matters({ part, other }))],
  }));
  if (of.kind === "yes/no")
    return [
      ...ways(tree, true).map((where, number) => ({ what: `yes${inTurn(number)}`, where })),
      ...ways(tree, false).map((where, number) => ({ what: `no${inTurn(number)}`, where })),
      ...byEntry,
    ];
  const branches = branchesOf(tree, { ways, matters }, []);
  const firstWay = (test: Tree, is: boolean) => ways(test, is)[0] ?? [];
  const numbers = numbersIn(tree, { lookup, firstWay, outer: [], isPlain: true, isWhole: of.kind === "integer" }).map(
    ({ part, outer, moved }) => ({
      what: `worked out with ${written(expression, part)}`,
      where: [...moved.map((other) => matters({ part, other })), ...outer],
    }),
  );
  return [
    ...(branches.length === 0 ? [{ what: "worked out", where: [filled] }] : []),
    ...branches.filter(({ is }) => is).map(({ where }, number) => ({ what: `then${inTurn(number)}`, where })),
    ...branches.filter(({ is }) => !is).map(({ where }, number) => ({ what: `else${inTurn(number)}`, where })),
    ...listedIn(tree, { ways, matters }),
    ...byEntry,
    ...inTurns(numbers),
  ];
}

/** What is called the same is numbered. */
const inTurns = (all: readonly WorkedOut[]): readonly WorkedOut[] =>
  all.map((one, index) => ({
    ...one,
    what: `${one.what}${inTurn(all.slice(0, index).filter(({ what }) => what === one.what).length)}`,
  }));

type Ways = {
  readonly ways: (part: Tree, is: boolean) => readonly (readonly Fact[])[];
  readonly matters: (otherwise: Otherwise) => Fact;
};

/** One that is in the list, and one that is not, by each part of what lets rows in. */
function listedIn(tree: Tree, { ways, matters }: Ways): readonly WorkedOut[] {
  const lists = filtersIn(tree);
  return [
    ...lists
      .flatMap(({ list, body }) => {
        const { start, end } = body;
        const none: Tree = { kind: "boolean", value: false, start, end };
        const [item = none] = list.args;
        const empty = matters({ part: list, other: { ...list, args: [item, none] }, words: body });
        return ways({ ...list, name: "exists", start, end }, true).map((way) => [...way, empty]);
      })
      .map((where, number) => ({ what: `listed${inTurn(number)}`, where })),
    ...lists
      .flatMap(({ list, body }) => {
        const { start, end } = body;
        const whole = matters({ part: list, other: list.of, words: body });
        return ways({ ...list, name: "all", start, end }, false).map((way) => [...way, whole]);
      })
      .map((where, number) => ({ what: `not listed${inTurn(number)}`, where })),
  ];
}

type Filter = { readonly list: Extract<Tree, { readonly kind: "method" }>; readonly body: Tree };

/** Lists of the row of which some are left out. */
function filtersIn(tree: Tree): readonly Filter[] {
  if (tree.kind !== "method") return partsOf(tree).flatMap(filtersIn);
  const [, body] = tree.args;
  const own = tree.name === "filter" && body !== undefined ? [{ list: tree, body }] : [];
  return [...filtersIn(tree.of), ...own];
}

type Branch = { readonly is: boolean; readonly where: readonly Fact[] };

/**
 * `outer`: what has to be so for this part to be looked at. What is asked of each row of a list stands in its list. Which
 * branch it is makes a difference, or nobody would notice another one.
 */
function branchesOf(tree: Tree, { ways, matters }: Ways, outer: readonly Fact[]): readonly Branch[] {
  const within = (part: Tree, also = outer) => branchesOf(part, { ways, matters }, also);
  if (tree.kind === "method") return within(tree.of);
  if (tree.kind !== "conditional") return partsOf(tree).flatMap((part) => within(part));
  return [true, false].flatMap((is) => {
    const own = ways(tree.test, is).map((way) => [...way, ...outer]);
    const [taken, other] = is ? [tree.then, tree.otherwise] : [tree.otherwise, tree.then];
    const differs = matters({ part: tree, other, words: tree.test });
    return [...own.map((where) => ({ is, where: [...where, differs] })), ...within(taken, own[0])];
  });
}
