// A sum over a list brought to a value: by the values of its items, one after the other, and by more items where those do not reach.
import type { Tree } from "@writ/language/model";
import { evaluate } from "../../interpreter/evaluate.ts";
import { withName } from "../../interpreter/world/scope.ts";
import { isList, isRow, quantity, rescale, type Value } from "../../interpreter/values/value.ts";
import { kindOf } from "../../field-types/measure.ts";
import { less, shifted } from "../samples/amounts.ts";
import { searchContext, type SearchContext, type Wish } from "../situation/search-context.ts";
import { addTo } from "./lists.ts";
import type { Situation } from "../situation/situation.ts";

type Sum = Extract<Tree, { readonly kind: "method" }>;

/** More rows are not laid for it. */
const mostSteps = 12;

/** As near as it comes, where no single item reaches what is wished for. */
export function summedUp(tree: Sum, wish: Wish, first: SearchContext): readonly Situation[] {
  if (wish.kind === "not") return [];
  let context = first;
  for (let step = 0; step < mostSteps; step++) {
    const distance = distanceOf(tree, wish, context);
    if (distance === undefined) return [];
    if (distance === 0n) return context === first ? [] : [context.situation];
    const next = nearer(tree, wish, context, distance) ?? addTo(tree.of, context)[0];
    const there = next && searchContext(next, context.at, context.solvers, context.scope.names);
    if (there === undefined) break;
    context = there;
  }
  return [];
}

/** By one of its items, the last one first. */
function nearer(tree: Sum, wish: Wish, context: SearchContext, distance: bigint): Situation | undefined {
  const isNearer = (next: Situation): boolean => {
    const there = searchContext(next, context.at, context.solvers, context.scope.names);
    const left = there && distanceOf(tree, wish, there);
    return left !== undefined && left < distance;
  };
  // Mostly the first one looked at will do, and ways take long to find.
  for (const part of partsOf(tree, context)) {
    const next = aimedAt(part, tree, wish, context).find(isNearer);
    if (next !== undefined) return next;
  }
  return undefined;
}

export type Part = { readonly value: Tree; readonly inside: SearchContext };

/** What is added up, for each of the last items. */
export function partsOf(tree: Sum, context: SearchContext): readonly Part[] {
  const inner = tree.of.kind === "method" && tree.of.name === "map" ? tree.of : undefined;
  const [item, value] = inner ? inner.args : tree.args;
  const base = evaluate(inner ? inner.of : tree.of, context.scope);
  if (item?.kind !== "name" || value === undefined || !isList(base)) return [];
  return base
    .slice(-mostSteps)
    .toReversed()
    .map((row) => ({ value, inside: { ...context, scope: withName(context.scope, item.name, row) } }));
}

/** The one makes up for what the others lack. */
export function aimedAt({ value, inside }: Part, tree: Sum, wish: Wish, context: SearchContext): readonly Situation[] {
  const others = shifted(
    { kind: "is", value: evaluate(tree, context.scope) },
    evaluate(value, inside.scope),
    -1n,
  ).value;
  return context.solvers.aim(value, less(wish, others), inside);
}

/** In the smallest steps of the sum. */
function distanceOf(tree: Sum, wish: Wish, { scope }: SearchContext): bigint | undefined {
  const [total, wished] = [evaluate(tree, scope), wish.value];
  if (!isAmount(total) || !isAmount(wished)) return undefined;
  const { digits, scale } = quantity(total);
  const steps = wish.kind === "near" ? BigInt(wish.steps) * (kindOf(total) === "duration" ? 1000n : 1n) : 0n;
  const left = digits - rescale(quantity(wished).digits, quantity(wished).scale, scale) - steps;
  return left < 0n ? -left : left;
}

const isAmount = (value: Value): value is Exclude<Value, null | string | boolean> =>
  value !== null && typeof value === "object" && !isList(value) && !isRow(value);
