// Ways to make a condition hold, or not: which parts of it to change, the nearest to the edge first.
import type { Tree } from "@writ/language/model";
import { evaluate } from "../../interpreter/evaluate.ts";
import { withName } from "../../interpreter/world/scope.ts";
import { equal, isList, isRow, type Value } from "../../interpreter/values/value.ts";
import { aim } from "./aim.ts";
import { giveRole } from "./give-role.ts";
import { searchContext, type SearchContext, type Solvers, type Wish } from "../situation/search-context.ts";
import { addTo, removing, settled } from "./lists.ts";
import type { Situation } from "../situation/situation.ts";

/** Situations in which the condition rather holds, or does not; the nearest to the edge first. */
export function satisfyCondition(tree: Tree, is: boolean, context: SearchContext): readonly Situation[] {
  switch (tree.kind) {
    case "unary":
      return tree.operator === "not" ? satisfyCondition(tree.of, !is, context) : [];
    case "conditional": {
      const taken = evaluate(tree.test, context.scope) === true;
      return [
        ...satisfyCondition(taken ? tree.then : tree.otherwise, is, context),
        ...satisfyCondition(tree.test, !taken, context),
      ];
    }
    case "binary": {
      if (tree.operator === "and" || tree.operator === "or") {
        const parts = [tree.left, tree.right].filter((part) => (evaluate(part, context.scope) === true) !== is);
        return parts.flatMap((part) => satisfyCondition(part, is, context));
      }
      return satisfyComparison(tree, is, context);
    }
    case "method":
      return satisfyMethod(tree, is, context);
    case "call":
      return tree.name === "matches" ? aim(tree.args[0] as Tree, { kind: "not", value: null }, context) : [];
    default:
      return aim(tree, { kind: "is", value: is }, context);
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
export function lastValues(tree: Tree, is: boolean, context: SearchContext): readonly Situation[] {
  if (tree.kind === "unary" && tree.operator === "not") return lastValues(tree.of, !is, context);
  if (tree.kind !== "binary" || !orders.has(tree.operator)) return [];
  const relation = is ? tree.operator : (opposites[tree.operator] ?? "");
  const [left, right] = [evaluate(tree.left, context.scope), evaluate(tree.right, context.scope)];
  // What is nothing has no size.
  if (left === null || right === null) return [];
  const last = (side: Tree, sign: string, other: Value, own: Value) =>
    wishesFor(sign, other, own)
      .slice(0, 1)
      .flatMap((wish) => aim(side, wish, context));
  return [...last(tree.left, relation, right, left), ...last(tree.right, mirrored[relation] ?? relation, left, right)];
}

function satisfyComparison(tree: Comparison, is: boolean, context: SearchContext): readonly Situation[] {
  const relation = is ? tree.operator : (opposites[tree.operator] ?? "");
  const [left, right] = [evaluate(tree.left, context.scope), evaluate(tree.right, context.scope)];
  if (relation === "in" || relation === "not in") return satisfyMembership(tree, relation === "in", context);
  return [
    ...wishesFor(relation, right, left).flatMap((wish) => aim(tree.left, wish, context)),
    ...wishesFor(mirrored[relation] ?? relation, left, right).flatMap((wish) => aim(tree.right, wish, context)),
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

function satisfyMembership({ left, right }: Comparison, is: boolean, context: SearchContext): readonly Situation[] {
  const list = evaluate(right, context.scope);
  const items = isList(list) ? list : [];
  if (is) {
    const item = evaluate(left, context.scope);
    return [
      ...items.flatMap((value) => aim(left, { kind: "is", value }, context)),
      ...(isRow(item) ? addTo(right, context, item) : []),
      ...aim(right, { kind: "is", value: [item] }, context),
      ...(items.length === 0 ? [] : aim(right, { kind: "is", value: [...items, item] }, context)),
    ];
  }
  const item = evaluate(left, context.scope);
  const others = items.filter((one) => !equal(one, item));
  return [
    ...items.flatMap((value) => aim(left, { kind: "not", value }, context)),
    ...aim(right, { kind: "is", value: others }, context),
    ...(others.length === 0 ? [] : aim(right, { kind: "is", value: [] }, context)),
  ];
}

function satisfyMethod(
  tree: Extract<Tree, { readonly kind: "method" }>,
  is: boolean,
  context: SearchContext,
): readonly Situation[] {
  const [first, body] = tree.args;
  switch (tree.name) {
    case "exists":
    case "all":
    case "exists_one": {
      if (first?.kind !== "name" || body === undefined) return [];
      const target = tree.name === "all" ? !is : is;
      const bodyIs = tree.name !== "all";
      const list = evaluate(tree.of, context.scope);
      const items = isList(list) ? list : [];
      const inside = (item: Value): SearchContext => ({ ...context, scope: withName(context.scope, first.name, item) });
      const holding = items.filter((item) => (evaluate(body, inside(item).scope) === true) === bodyIs);
      const added = () =>
        addTo(tree.of, context).flatMap((next) => settled(next, tree.of, first.name, body, bodyIs, context));
      if (!target)
        return [
          // Two of them are not one.
          ...(tree.name === "exists_one" ? added() : []),
          ...holding
            .slice(0, 1)
            .flatMap((item) => [
              ...satisfyCondition(body, !bodyIs, inside(item)),
              ...removing(item, context),
              ...tryingWith(item, context),
            ]),
        ];
      if (holding.length > 0) return holding.slice(1).flatMap((item) => removing(item, context));
      return [...items.slice(0, 2).flatMap((item) => satisfyCondition(body, bodyIs, inside(item))), ...added()];
    }
    case "has_role": {
      const person = evaluate(tree.of, context.scope);
      const role = first && evaluate(first, context.scope);
      const within = body === undefined ? null : evaluate(body, context.scope);
      if (!isRow(person) || typeof role !== "string") return [];
      return giveRole(context.situation, person.id, role, within, is, context.solvers);
    }
    case "startsWith":
    case "contains":
    case "endsWith": {
      const part = first && evaluate(first, context.scope);
      if (typeof part !== "string") return [];
      const plain = aim(tree.of, { kind: is ? "is" : "not", value: part }, context);
      // The part alone may be no value of its field: `@example.org` is no address.
      return plain.length > 0 || !is
        ? plain
        : textsWith(tree.name, part).flatMap((value) => aim(tree.of, { kind: "is", value }, context));
    }
    default:
      return aim(tree.of, { kind: "not", value: evaluate(tree.of, context.scope) }, context);
  }
}

/** Texts that begin with a part, end with it or contain it, for fields whose values have a form. */
function textsWith(name: "startsWith" | "contains" | "endsWith", part: string): readonly string[] {
  if (name === "endsWith") return [`a${part}`, `b${part}`, `a@${part}`, `https://example.test/${part}`];
  if (name === "startsWith") return [`${part}a`, `${part}@example.test`, `${part}example.test`];
  return [`a${part}`, `${part}@example.test`, `a@${part}.test`, `a${part}a.test`, `https://example.test/${part}`];
}

/** Ways to the last value by which a comparison by size is so: of the row itself, or of one of a list. */
export function conditionEdges(tree: Tree, is: boolean, context: SearchContext): readonly Situation[] {
  if (tree.kind === "unary" && tree.operator === "not") return conditionEdges(tree.of, !is, context);
  if (tree.kind === "binary" && (tree.operator === "and" || tree.operator === "or"))
    return [tree.left, tree.right].flatMap((part) =>
      conditionEdges(part, evaluate(part, context.scope) === true, context),
    );
  if (tree.kind === "binary") return orders.has(tree.operator) ? satisfyCondition(tree, is, context) : [];
  if (tree.kind !== "method" || (tree.name !== "exists" && tree.name !== "all")) return [];
  const [first, body] = tree.args;
  // Of one it has to be so, or of not all.
  const bodyIs = tree.name === "exists";
  if (first?.kind !== "name" || body === undefined || bodyIs !== is) return [];
  const list = evaluate(tree.of, context.scope);
  return (isList(list) ? list : []).flatMap((item) => {
    const inside = { ...context, scope: withName(context.scope, first.name, item) };
    return (evaluate(body, inside.scope) === true) === bodyIs ? conditionEdges(body, bodyIs, inside) : [];
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

export const solvers: Solvers = { hold: satisfyCondition, aim };

export const contextIn = (situation: Situation, at: SearchContext["at"]): SearchContext | undefined =>
  searchContext(situation, at, solvers);
