// Ways to make a condition hold, or not: which parts of it to change, the nearest to the edge first.
import type { Tree } from "@writ/language/model";
import { evaluate } from "../../interpreter/evaluate.ts";
import { withName } from "../../interpreter/world/scope.ts";
import { equal, isList, isRow, type Value } from "../../interpreter/values/value.ts";
import { aim } from "./aim.ts";
import { giveRole } from "./give-role.ts";
import { searchContext, type SearchContext, type Ways, type Wish } from "../situation/search-context.ts";
import { addTo, removing, settled } from "./lists.ts";
import type { Situation } from "../situation/situation.ts";

/** Situations in which the condition rather holds, or does not; the nearest to the edge first. */
export function waysToHold(tree: Tree, is: boolean, here: SearchContext): readonly Situation[] {
  switch (tree.kind) {
    case "unary":
      return tree.operator === "not" ? waysToHold(tree.of, !is, here) : [];
    case "conditional": {
      const taken = evaluate(tree.test, here.scope) === true;
      return [...waysToHold(taken ? tree.then : tree.otherwise, is, here), ...waysToHold(tree.test, !taken, here)];
    }
    case "binary": {
      if (tree.operator === "and" || tree.operator === "or") {
        const parts = [tree.left, tree.right].filter((part) => (evaluate(part, here.scope) === true) !== is);
        return parts.flatMap((part) => waysToHold(part, is, here));
      }
      return waysToCompare(tree, is, here);
    }
    case "method":
      return waysOfMethod(tree, is, here);
    case "call":
      return tree.name === "matches" ? aim(tree.args[0] as Tree, { kind: "not", value: null }, here) : [];
    default:
      return aim(tree, { kind: "is", value: is }, here);
  }
}

type Comparison = Extract<Tree, { readonly kind: "binary" }>;

const opposites: Readonly<Record<string, string>> = {
  "==": "!=",
  "!=": "==",
  "<": ">=",
  "<=": ">",
  ">": "<=",
  ">=": "<",
  in: "not in",
  "not in": "in",
};

/** Of one comparison by size: its sides as near to each other as they may be. */
export function waysToItsLast(tree: Tree, is: boolean, here: SearchContext): readonly Situation[] {
  if (tree.kind === "unary" && tree.operator === "not") return waysToItsLast(tree.of, !is, here);
  if (tree.kind !== "binary" || !orders.has(tree.operator)) return [];
  const relation = is ? tree.operator : (opposites[tree.operator] ?? "");
  const [left, right] = [evaluate(tree.left, here.scope), evaluate(tree.right, here.scope)];
  // What is nothing has no size.
  if (left === null || right === null) return [];
  const last = (side: Tree, sign: string, other: Value, own: Value) =>
    wishesFor(sign, other, own)
      .slice(0, 1)
      .flatMap((wish) => aim(side, wish, here));
  return [...last(tree.left, relation, right, left), ...last(tree.right, mirrored[relation] ?? relation, left, right)];
}

function waysToCompare(tree: Comparison, is: boolean, here: SearchContext): readonly Situation[] {
  const relation = is ? tree.operator : (opposites[tree.operator] ?? "");
  const [left, right] = [evaluate(tree.left, here.scope), evaluate(tree.right, here.scope)];
  if (relation === "in" || relation === "not in") return waysToBeAmong(tree, relation === "in", here);
  return [
    ...wishesFor(relation, right, left).flatMap((wish) => aim(tree.left, wish, here)),
    ...wishesFor(mirrored[relation] ?? relation, left, right).flatMap((wish) => aim(tree.right, wish, here)),
  ];
}

const mirrored: Readonly<Record<string, string>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };

/** Just inside first: what is off by one is found out there. */
function wishesFor(relation: string, other: Value, own: Value): readonly Wish[] {
  if (relation === "==") return [{ kind: "is", value: other }];
  if (relation === "!=") return [{ kind: "not", value: other }];
  if (other === null) return own === null ? [{ kind: "not", value: null }] : [];
  const steps: Readonly<Record<string, readonly number[]>> = {
    "<": [-1, -1000],
    "<=": [0, -1],
    ">": [1, 1000],
    ">=": [0, 1],
  };
  return (steps[relation] ?? []).map((count) => ({ kind: "near", value: other, steps: count }));
}

function waysToBeAmong({ left, right }: Comparison, is: boolean, here: SearchContext): readonly Situation[] {
  const list = evaluate(right, here.scope);
  const items = isList(list) ? list : [];
  if (is) {
    const item = evaluate(left, here.scope);
    return [
      ...items.flatMap((value) => aim(left, { kind: "is", value }, here)),
      ...(isRow(item) ? addTo(right, here, item) : []),
      ...aim(right, { kind: "is", value: [item] }, here),
      ...(items.length === 0 ? [] : aim(right, { kind: "is", value: [...items, item] }, here)),
    ];
  }
  const item = evaluate(left, here.scope);
  const others = items.filter((one) => !equal(one, item));
  return [
    ...items.flatMap((value) => aim(left, { kind: "not", value }, here)),
    ...aim(right, { kind: "is", value: others }, here),
    ...(others.length === 0 ? [] : aim(right, { kind: "is", value: [] }, here)),
  ];
}

function waysOfMethod(
  tree: Extract<Tree, { readonly kind: "method" }>,
  is: boolean,
  here: SearchContext,
): readonly Situation[] {
  const [first, body] = tree.args;
  switch (tree.name) {
    case "exists":
    case "all":
    case "exists_one": {
      if (first?.kind !== "name" || body === undefined) return [];
      const wanted = tree.name === "all" ? !is : is;
      const bodyIs = tree.name !== "all";
      const list = evaluate(tree.of, here.scope);
      const items = isList(list) ? list : [];
      const inside = (item: Value): SearchContext => ({ ...here, scope: withName(here.scope, first.name, item) });
      const holding = items.filter((item) => (evaluate(body, inside(item).scope) === true) === bodyIs);
      const added = () =>
        addTo(tree.of, here).flatMap((next) => settled(next, tree.of, first.name, body, bodyIs, here));
      if (!wanted)
        return [
          // Two of them are not one.
          ...(tree.name === "exists_one" ? added() : []),
          ...holding
            .slice(0, 1)
            .flatMap((item) => [
              ...waysToHold(body, !bodyIs, inside(item)),
              ...removing(item, here),
              ...tryingWith(item, here),
            ]),
        ];
      if (holding.length > 0) return holding.slice(1).flatMap((item) => removing(item, here));
      return [...items.slice(0, 2).flatMap((item) => waysToHold(body, bodyIs, inside(item))), ...added()];
    }
    case "has_role": {
      const person = evaluate(tree.of, here.scope);
      const role = first && evaluate(first, here.scope);
      const within = body === undefined ? null : evaluate(body, here.scope);
      if (!isRow(person) || typeof role !== "string") return [];
      return giveRole(here.situation, person.id, role, within, is, here.ways);
    }
    case "startsWith":
    case "contains":
    case "endsWith": {
      const part = first && evaluate(first, here.scope);
      if (typeof part !== "string") return [];
      const plain = aim(tree.of, { kind: is ? "is" : "not", value: part }, here);
      // The part alone may be no value of its field: `@example.org` is no address.
      return plain.length > 0 || !is
        ? plain
        : textsWith(tree.name, part).flatMap((value) => aim(tree.of, { kind: "is", value }, here));
    }
    default:
      return aim(tree.of, { kind: "not", value: evaluate(tree.of, here.scope) }, here);
  }
}

/** Texts that begin with a part, end with it or contain it, for fields whose values have a form. */
function textsWith(name: "startsWith" | "contains" | "endsWith", part: string): readonly string[] {
  if (name === "endsWith") return [`a${part}`, `b${part}`, `a@${part}`, `https://example.test/${part}`];
  if (name === "startsWith") return [`${part}a`, `${part}@example.test`, `${part}example.test`];
  return [`a${part}`, `${part}@example.test`, `a@${part}.test`, `a${part}a.test`, `https://example.test/${part}`];
}

/** Ways to the last value by which a comparison by size is so: of the row itself, or of one of a list. */
export function waysToItsEdge(tree: Tree, is: boolean, here: SearchContext): readonly Situation[] {
  if (tree.kind === "unary" && tree.operator === "not") return waysToItsEdge(tree.of, !is, here);
  if (tree.kind === "binary" && (tree.operator === "and" || tree.operator === "or"))
    return [tree.left, tree.right].flatMap((part) => waysToItsEdge(part, evaluate(part, here.scope) === true, here));
  if (tree.kind === "binary") return orders.has(tree.operator) ? waysToHold(tree, is, here) : [];
  if (tree.kind !== "method" || (tree.name !== "exists" && tree.name !== "all")) return [];
  const [first, body] = tree.args;
  // Of one it has to be so, or of not all.
  const bodyIs = tree.name === "exists";
  if (first?.kind !== "name" || body === undefined || bodyIs !== is) return [];
  const list = evaluate(tree.of, here.scope);
  return (isList(list) ? list : []).flatMap((item) => {
    const inside = { ...here, scope: withName(here.scope, first.name, item) };
    return (evaluate(body, inside.scope) === true) === bodyIs ? waysToItsEdge(body, bodyIs, inside) : [];
  });
}

const orders: ReadonlySet<string> = new Set(["<", "<=", ">", ">="]);

/** What is tried with another row is tried with this one. */
function tryingWith(item: Value, { situation, at }: SearchContext): readonly Situation[] {
  const { attempt: tried } = situation;
  const isChanging = tried.kind === "update" || tried.kind === "delete";
  if (at !== "after" || !isChanging || !isRow(item) || item.entity !== tried.entity || item.id === tried.id) return [];
  return [{ ...situation, attempt: { ...tried, id: item.id } }];
}

export const ways: Ways = { hold: waysToHold, aim };

export const hereIn = (situation: Situation, at: SearchContext["at"]): SearchContext | undefined =>
  searchContext(situation, at, ways);
