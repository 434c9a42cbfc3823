// Ways to give an expression the value that is wished for: the fields to set, however far inside of it they stand.
import type { Tree } from "@writ/language/model";
import { evaluate } from "../../interpreter/evaluate.ts";
import { dateOf, dayLength, isList, isRow, numberOf, quantity, timeOf } from "../../interpreter/values/value.ts";
import { timeZoneOf } from "../../interpreter/world/world.ts";
import { kindOf } from "../../field-types/measure.ts";
import { leaving, less, mirror, more, portion } from "../samples/amounts.ts";
import { asksForTrue, type SearchContext, type Wish } from "../situation/search-context.ts";
import type { Situation } from "../situation/situation.ts";
import { aimAtField } from "./aim-at-field.ts";
import { inverseOf, sizedAs } from "./inverses.ts";
import { addTo } from "./lists.ts";
import { aimedAt, partsOf, summedUp } from "./sums.ts";

/** Situations in which the expression has the value that is wished for. */
export function aim(tree: Tree, wish: Wish, context: SearchContext): readonly Situation[] {
  const { scope } = context;
  switch (tree.kind) {
    case "field":
      return aimAtField(tree, wish, context);
    case "name":
      return tree.name === "me" ? become(wish, context) : [];
    case "conditional": {
      const isSo = evaluate(tree.test, scope) === true;
      const taken = isSo ? tree.then : tree.otherwise;
      // Where it is nothing, the other one it has to be.
      return taken.kind === "null" ? context.solvers.hold(tree.test, !isSo, context) : aim(taken, wish, context);
    }
    case "binary": {
      if (kindOf(wish.value) === "boolean") return context.solvers.hold(tree, asksForTrue(wish), context);
      const [left, right] = [evaluate(tree.left, scope), evaluate(tree.right, scope)];
      if (tree.operator === "+" && [left, right].some((part) => kindOf(part) === "time"))
        return kindOf(left) === "date"
          ? aimAtMoment(tree.left, tree.right, wish, context)
          : aimAtMoment(tree.right, tree.left, wish, context);
      if (tree.operator === "+")
        return [...aim(tree.left, less(wish, right), context), ...aim(tree.right, less(wish, left), context)];
      if (tree.operator === "-")
        return [...aim(tree.left, more(wish, right), context), ...aim(tree.right, mirror(wish, left), context)];
      if (tree.operator === "%") return leaving(wish, left, right).flatMap((one) => aim(tree.left, one, context));
      if (tree.operator === "*")
        return [...aim(tree.left, portion(wish, right), context), ...aim(tree.right, portion(wish, left), context)];
      return [...aim(tree.left, wish, context), ...aim(tree.right, wish, context)];
    }
    case "method":
      return aimAtMethod(tree, wish, context);
    case "call":
      return aimAtCall(tree, wish, context);
    case "unary":
      return tree.operator === "-"
        ? aim(tree.of, mirror(wish, numberOf(0)), context)
        : context.solvers.hold(tree, asksForTrue(wish), context);
    default:
      return [];
  }
}

/** Another user tries it, where the wish is for a user. */
function become(wish: Wish, { situation }: SearchContext): readonly Situation[] {
  if (wish.kind !== "is" || !isRow(wish.value)) return [];
  return situation.me === null ? [] : [{ ...situation, me: wish.value.id }];
}

function aimAtCall(
  tree: Extract<Tree, { readonly kind: "call" }>,
  wish: Wish,
  context: SearchContext,
): readonly Situation[] {
  const [first] = tree.args;
  if (first === undefined) return [];
  return inverseOf(tree.name)({ tree, first, value: evaluate(first, context.scope), wish, context, aim });
}

const day = Number(dayLength);

/** A day and a time of it: another time of the same day first, or another day. */
function aimAtMoment(date: Tree, time: Tree, wish: Wish, context: SearchContext): readonly Situation[] {
  if (kindOf(wish.value) !== "datetime" || wish.value === null) return [];
  const zone = timeZoneOf(context.scope.world.program);
  const steps = wish.kind === "near" ? wish.steps * 60_000 : wish.kind === "not" ? day : 0;
  const shown = zone.shownAt(Number(quantity(wish.value).digits) + steps);
  return [
    ...aim(time, { kind: "is", value: timeOf(((shown % day) + day) % day) }, context),
    ...aim(date, { kind: "is", value: dateOf(Math.floor(shown / day)) }, context),
  ];
}

function aimAtMethod(
  tree: Extract<Tree, { readonly kind: "method" }>,
  wish: Wish,
  context: SearchContext,
): readonly Situation[] {
  if (tree.name === "size") {
    return sizedAs({ first: tree.of, value: evaluate(tree.of, context.scope), wish, context, aim });
  }
  if (kindOf(wish.value) === "boolean") return context.solvers.hold(tree, asksForTrue(wish), context);
  const list = evaluate(tree.of, context.scope);
  if (["sum", "min", "max", "average", "median"].includes(tree.name) || tree.name === "first" || tree.name === "only") {
    if (!isList(list)) return [];
    if (list.length === 0) return addTo(tree.of, context);
    const [last] = partsOf(tree, context);
    if (last === undefined) return [];
    if (tree.name !== "sum") return aim(last.value, wish, last.inside);
    // Where its own bounds keep one item from that, others help, or one more row does.
    return [...summedUp(tree, wish, context), ...aimedAt(last, tree, wish, context), ...addTo(tree.of, context)];
  }
  return aim(tree.of, wish, context);
}
