// What a condition comes to when its row has gone: no row that is left is that one, or refers to it, and its lists are empty.
import { referredEntity } from "../field-types/index.ts";
import { isTruth, joined, negated, truth } from "../expression/build-tree.ts";
import { replacedIn } from "../expression/replaced.ts";
import type { Tree } from "../expression/tree.ts";
import { type Lookup } from "../names/lookup.ts";
import { pascalCase } from "../text/name.ts";
import { formulaOfTree, factsToSatisfy, type Formula } from "./formula.ts";
import type { Fact } from "./scenario.ts";

/**
 * The ways that are left: first those as they are written, because another row that is nearly so tells more, and then those
 * of what the condition comes to, by whatever else decides.
 */
export function satisfyWhenGone(
  formula: Formula,
  is: boolean,
  entity: string,
  lookup: Lookup,
): readonly (readonly Fact[])[] {
  const comesTo = (fact: Fact) => (fact.kind === "holds" ? whenGone(fact.tree, entity, lookup) : undefined);
  const isPossible = (fact: Fact) => fact.kind !== "holds" || !isConstant(comesTo(fact), !fact.is);
  const written = factsToSatisfy(formula, is).filter((way) => way.every(isPossible));
  const others = factsToSatisfy(simplified(formula, comesTo), is);
  return [...written, ...others.filter(([first]) => !written.some(([deciding]) => isWithin(deciding, first)))];
}

/** What nothing decides is so in any case. */
const isWithin = (one: Fact | undefined, whole: Fact | undefined): boolean =>
  whole?.kind !== "holds" ||
  (one?.kind === "holds" &&
    one.expression === whole.expression &&
    one.tree.start >= whole.tree.start &&
    one.tree.end <= whole.tree.end);

/** Whether two conditions come to the same for a row that has gone. */
export const areOneWhenGone = (one: Tree, other: Tree, entity: string, lookup: Lookup): boolean =>
  wordsOf(whenGone(one, entity, lookup)) === wordsOf(whenGone(other, entity, lookup));

/** Wherever its parts stand. */
const wordsOf = (tree: Tree): string =>
  JSON.stringify(tree, (key, value: unknown) =>
    key === "start" || key === "end" || key === "nameSpan" ? undefined : typeof value === "bigint" ? `${value}` : value,
  );

/** With what is so or not in any case in the place of its parts. */
export function simplified(formula: Formula, comesTo: (fact: Fact) => Tree | undefined): Formula {
  switch (formula.kind) {
    case "always":
    case "one of":
      return formula;
    case "atom": {
      const fact = formula.fact(true);
      const tree = comesTo(fact);
      return tree === undefined || fact.kind !== "holds" ? formula : formulaOfTree(fact.expression, tree, fact.at);
    }
    case "not":
      return { kind: "not", of: simplified(formula.of, comesTo) };
    case "choice": {
      const [test, then, otherwise] = [formula.test, formula.then, formula.otherwise].map((one) =>
        simplified(one, comesTo),
      );
      return test && then && otherwise ? { kind: "choice", test, then, otherwise } : formula;
    }
    default:
      return {
        kind: formula.kind,
        left: simplified(formula.left, comesTo),
        right: simplified(formula.right, comesTo),
      };
  }
}

/** Under which names rows that are left stand, each with its entity. */
type Left = ReadonlyMap<string, string>;

/** What refers to the row has gone with it, has been emptied, or has kept it from going. */
function whenGone(tree: Tree, entity: string, lookup: Lookup): Tree {
  const isIt = (one: Tree): boolean =>
    one.kind === "name" ? one.name === entity : one.kind === "field" && one.name === "id" && isIt(one.of);

  /** The entity of the row that is left to which this leads. */
  const leftAt = (one: Tree, left: Left): string | undefined => {
    if (one.kind === "name") return left.get(one.name);
    if (one.kind !== "field") return undefined;
    const of = leftAt(one.of, left);
    if (of === undefined || one.name === "id") return of;
    const type = lookup.fields.get(of)?.get(one.name)?.type;
    return referredEntity(type);
  };

  /** The entity of whose rows that are left a list is. */
  const listed = (list: Tree, left: Left): string | undefined => {
    if (list.kind === "method" && list.name === "filter") return listed(list.of, left);
    if (list.kind === "name") return [...lookup.entities.keys()].find((one) => pascalCase(one) === list.name);
    const of = list.kind === "field" ? (isIt(list.of) ? entity : leftAt(list.of, left)) : undefined;
    const type = list.kind === "field" && of !== undefined ? lookup.fields.get(of)?.get(list.name)?.type : undefined;
    return type?.kind === "list" ? type.entity.id : undefined;
  };

  const isEmpty = (list: Tree): boolean => {
    if (list.kind === "field") return isIt(list.of) && lookup.fields.get(entity)?.get(list.name)?.type?.kind === "list";
    if (list.kind !== "method" || (list.name !== "filter" && list.name !== "map")) return false;
    const body = list.args[1];
    return isEmpty(list.of) || (list.name === "filter" && body !== undefined && isTruth(body, false));
  };

  const methodOf = (one: Extract<Tree, { readonly kind: "method" }>, left: Left): Tree => {
    const of = simpler(one.of, left);
    const [item, body] = one.args;
    const rows = listed(one.of, left);
    const within = item?.kind === "name" && rows !== undefined ? new Map([...left, [item.name, rows] as const]) : left;
    const args = item !== undefined && body !== undefined ? [item, simpler(body, within)] : one.args;
    const all = { ...one, of, args };
    const inside = args[1];
    if (one.name === "size" || one.name === "sum")
      return isEmpty(of) ? { ...zero, start: one.start, end: one.end } : all;
    if (one.name === "all") return isEmpty(of) || isConstant(inside, true) ? truth(true, one) : all;
    if (one.name !== "exists" && one.name !== "exists_one") return all;
    return isEmpty(of) || isConstant(inside, false) ? truth(false, one) : all;
  };

  const simpler = (part: Tree, left: Left): Tree =>
    replacedIn(part, (one) => {
      if (one.kind === "method") return methodOf(one, left);
      if (one.kind === "unary" && one.operator === "not") {
        const of = simpler(one.of, left);
        return of.kind === "boolean" ? truth(!of.value, one) : negated(of, one);
      }
      if (one.kind !== "binary") return undefined;
      if (one.operator === "==" || one.operator === "!=") {
        const isOneLeft = (side: Tree) => leftAt(side, left) !== undefined;
        if ((isIt(one.left) && isOneLeft(one.right)) || (isIt(one.right) && isOneLeft(one.left)))
          return truth(one.operator === "!=", one);
      }
      const [first, second] = [simpler(one.left, left), simpler(one.right, left)];
      if (one.operator === "and" || one.operator === "or") {
        const decides = one.operator === "or";
        if (isTruth(first, decides) || isTruth(second, decides)) return truth(decides, one);
        if (first.kind === "boolean") return second;
        return second.kind === "boolean" ? first : joined(one.operator, first, second, one);
      }
      const is = compared(first, one.operator, second);
      return is === undefined ? { ...one, left: first, right: second } : truth(is, one);
    });

  return simpler(tree, new Map());
}

const isConstant = (tree: Tree | undefined, is: boolean): boolean => tree !== undefined && isTruth(tree, is);

const zero: Tree = { kind: "number", digits: 0n, scale: 0, start: 0, end: 0 };

/** Two numbers that are both known. */
function compared(left: Tree, operator: string, right: Tree): boolean | undefined {
  if (left.kind !== "number" || right.kind !== "number") return undefined;
  const [one, other] = [left.digits * 10n ** BigInt(right.scale), right.digits * 10n ** BigInt(left.scale)];
  const found: Readonly<Record<string, boolean>> = {
    "==": one === other,
    "!=": one !== other,
    "<": one < other,
    "<=": one <= other,
    ">": one > other,
    ">=": one >= other,
  };
  return found[operator];
}
