// What is looked at of an expression by what it gives: each branch, each row of a list, each number of it makes a difference.
import { joined, negated } from "../expression/build-tree.ts";
import { partsOf } from "../expression/parts.ts";
import type { Expression, Tree } from "../expression/tree.ts";
import type { Lookup } from "../names/lookup.ts";
import { formulaOfTree, factsToSatisfy } from "./formula.ts";
import { mattering, movedByOne, type Otherwise } from "./mattering.ts";
import { inTurn, type Fact, type Holding } from "./scenario.ts";
import { written } from "./words.ts";

export type WorkedOut = { readonly what: string; readonly where: readonly Fact[] };

type Way = readonly Fact[];
type TreeOf<Kind extends Tree["kind"]> = Extract<Tree, { readonly kind: Kind }>;

type Site = {
  readonly lookup: Lookup;
  readonly ways: (part: Tree, is: boolean) => readonly Way[];
  readonly matters: (otherwise: Otherwise) => Fact;
};

/** `isWhole`: whether whole numbers are kept of it. */
export function partsThatMatter(
  expression: Expression,
  of: Holding,
  { lookup, isWhole }: { readonly lookup: Lookup; readonly isWhole: boolean },
): {
  readonly branches: readonly WorkedOut[];
  readonly lists: readonly WorkedOut[];
  readonly numbers: readonly WorkedOut[];
} {
  const { tree } = expression;
  if (tree === undefined) return { branches: [], lists: [], numbers: [] };
  const site: Site = {
    lookup,
    ways: (part, is) => factsToSatisfy(formulaOfTree(expression, part, of.at), is),
    matters: (otherwise) => mattering(expression, of, otherwise),
  };
  const branches = branchesOf(tree, site, []);
  const numbers = numbersIn(tree, { ...site, within: [], outer: [], isPlain: true, isWhole }).map(
    ({ part, outer, moved }) => {
      const [first = [], ...others] = moved.map((other) => [site.matters({ part, other })]);
      // What only one of them can make may be that of the first.
      return { what: written(expression, part), where: [...first, ...outer, ...others.flat()] };
    },
  );
  return {
    branches: [true, false].flatMap((is) =>
      branches
        .filter((one) => one.is === is)
        .map(({ where }, number) => ({ what: `${is ? "then" : "else"}${inTurn(number)}`, where })),
    ),
    lists: listedIn(tree, site),
    numbers,
  };
}

/** One that is in the list, and one that is not, by each part of what lets rows in. */
function listedIn(tree: Tree, { ways, matters }: Site): readonly WorkedOut[] {
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

type Filter = { readonly list: TreeOf<"method">; readonly body: Tree };

/** Lists of the row of which some are left out. */
function filtersIn(tree: Tree): readonly Filter[] {
  if (tree.kind !== "method") return partsOf(tree).flatMap(filtersIn);
  const [, body] = tree.args;
  const own = tree.name === "filter" && body !== undefined ? [{ list: tree, body }] : [];
  return [...filtersIn(tree.of), ...own];
}

type Branch = { readonly is: boolean; readonly where: Way };

/** The name of each row of the list in the part that is about it. */
type Listed = { readonly list: TreeOf<"method">; readonly item: Tree };

/**
 * `outer`: what has to be so for this part to be looked at. The choice of the branch has to make a difference, or
 * another one would go unnoticed.
 */
function branchesOf(tree: Tree, site: Site, outer: Way): readonly Branch[] {
  const within = (part: Tree, also = outer) => branchesOf(part, site, also);
  const listed = listedBy(tree);
  if (tree.kind === "method")
    return [
      ...within(tree.of),
      ...(listed === undefined ? [] : branchesOfEach(listed.body, listed, [], { site, outer })),
    ];
  if (tree.kind !== "conditional") return partsOf(tree).flatMap((part) => within(part));
  return [true, false].flatMap((is) => {
    const own = site.ways(tree.test, is).map((way) => [...way, ...outer]);
    const [taken] = bothOf(tree, is);
    return [...own.map((where) => ({ is, where: [...where, differing(tree, is, site)] })), ...within(taken, own[0])];
  });
}

const bothOf = ({ then, otherwise }: TreeOf<"conditional">, is: boolean): readonly [taken: Tree, other: Tree] =>
  is ? [then, otherwise] : [otherwise, then];

const differing = (tree: TreeOf<"conditional">, is: boolean, { matters }: Site): Fact =>
  matters({ part: tree, other: bothOf(tree, is)[1], words: tree.test });

/** What a list gives for each of its rows; what is asked of each row is a condition of its own. */
function listedBy(tree: Tree): (Listed & { readonly body: Tree }) | undefined {
  if (tree.kind !== "method" || tree.name !== "map") return undefined;
  const [item, body] = tree.args;
  return item === undefined || body === undefined ? undefined : { list: tree, item, body };
}

type Around = { readonly site: Site; readonly outer: Way };

/** `tests`: what has to be so of the row for this part to be looked at. */
function branchesOfEach(tree: Tree, listed: Listed, tests: readonly Tree[], around: Around): readonly Branch[] {
  const { site, outer } = around;
  // What is asked of the rows of another list inside stands there.
  if (tree.kind === "method") return branchesOfEach(tree.of, listed, tests, around);
  if (tree.kind !== "conditional") return partsOf(tree).flatMap((part) => branchesOfEach(part, listed, tests, around));
  return [true, false].flatMap((is) => {
    const also = [...tests, is ? tree.test : negated(tree.test)];
    const [taken] = bothOf(tree, is);
    return [
      ...oneSuch(listed, also, site).map((way) => ({ is, where: [...way, ...outer, differing(tree, is, site)] })),
      ...branchesOfEach(taken, listed, also, around),
    ];
  });
}

/** That the list has a row for which all these hold, by each part of the condition. */
function oneSuch({ list, item }: Listed, [last, ...others]: readonly Tree[], { ways }: Site): readonly Way[] {
  if (last === undefined) return [];
  const { start, end } = last;
  const all = others.reduce((left, right) => joined("and", left, right, last), last);
  return ways({ ...list, name: "exists", args: [item, all], start, end }, true);
}

type Numbered = { readonly part: Tree; readonly outer: Way; readonly moved: readonly Tree[] };

type Within = Site & {
  /** The lists around it, of each row of which it is said. */
  readonly within: readonly Listed[];
  /** What has to be so for it to be looked at. */
  readonly outer: Way;
  /** A value that is given as it is, or added to one: its reader sees the number. */
  readonly isPlain: boolean;
  /** Whether the result is a whole number, to whichever place it is rounded. */
  readonly isWhole: boolean;
};

/**
 * Numbers and constants of which it is not plain that they make a difference: what is multiplied may be nothing, and what
 * is divided be rounded. What a condition compares with is tried where that just holds and just does not.
 */
function numbersIn(tree: Tree, within: Within): readonly Numbered[] {
  const { lookup, outer, isPlain } = within;
  const moved = movedByOne(tree, lookup);
  if (moved !== undefined) return isPlain ? [] : [{ part: tree, outer, moved }];
  if (tree.kind === "conditional")
    return [true, false].flatMap((is) =>
      numbersIn(is ? tree.then : tree.otherwise, { ...within, outer: [...outer, ...firstWay(tree.test, is, within)] }),
    );
  const inner = { ...within, isPlain: isPlain && isAdding(tree) };
  if (tree.kind === "method" && conditional.has(tree.name)) return numbersIn(tree.of, inner);
  const listed = listedBy(tree);
  if (listed !== undefined)
    return [
      ...numbersIn(listed.list.of, inner),
      ...numbersIn(listed.body, { ...inner, within: [...within.within, listed] }),
    ];
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

/** Of a row of a list: that there is one of which it is so. Of one of a list in another list nothing can be said here. */
function firstWay(test: Tree, is: boolean, { within: [listed, ...others], ...site }: Within): Way {
  if (listed === undefined) return site.ways(test, is)[0] ?? [];
  return others.length > 0 ? [] : (oneSuch(listed, [is ? test : negated(test)], site)[0] ?? []);
}

/** What is called the same is numbered. */
export const inTurns = (all: readonly WorkedOut[]): readonly WorkedOut[] =>
  all.map((one, index) => ({
    ...one,
    what: `${one.what}${inTurn(all.slice(0, index).filter(({ what }) => what === one.what).length)}`,
  }));
