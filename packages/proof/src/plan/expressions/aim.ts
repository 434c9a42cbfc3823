// Ways to give an expression the value that is wished for: the fields to set, however far inside of it they stand.
import type { Tree } from "@writ/language/model";
import { evaluate } from "../../interpreter/evaluate.ts";
import {
  dateOf,
  dayLength,
  durationOf,
  isList,
  isRow,
  momentOf,
  numberOf,
  quantity,
  timeOf,
  type Value,
} from "../../interpreter/values/value.ts";
import { timeZoneOf } from "../../interpreter/world/world.ts";
import { kindOf } from "../../field-types/measure.ts";
import { leaving, less, mirror, more, portion, shifted } from "../samples/amounts.ts";
import { isWished, type SearchContext, type Wish } from "../situation/search-context.ts";
import type { Situation } from "../situation/situation.ts";
import { aimAtField } from "./aim-at-field.ts";
import { addTo, sized } from "./lists.ts";
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
      if (kindOf(wish.value) === "boolean") return context.solvers.hold(tree, isWished(wish), context);
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
        : context.solvers.hold(tree, isWished(wish), context);
    default:
      return [];
  }
}

/** Who tries it is another user, where the wish is for a user. */
function become(wish: Wish, { situation }: SearchContext): readonly Situation[] {
  if (wish.kind !== "is" || !isRow(wish.value)) return [];
  return situation.me === null ? [] : [{ ...situation, me: wish.value.id }];
}

function aimAtCall(
  tree: Extract<Tree, { readonly kind: "call" }>,
  wish: Wish,
  context: SearchContext,
): readonly Situation[] {
  const { name, args } = tree;
  const [first, second] = args;
  if (first === undefined) return [];
  const value = evaluate(first, context.scope);
  if (name === "size") return sizedAs(first, value, wish, context);
  if (name === "days_between" && second !== undefined) {
    const days = (from: Value) =>
      from === null || wish.value === null || typeof wish.value !== "object"
        ? null
        : shifted({ kind: "is", value: from }, durationOf(quantity(wish.value).digits * dayLength), 1n).value;
    const steps = wish.kind === "near" ? wish.steps : 0;
    const end = days(value);
    if (end === null) return aim(first, { kind: "not", value: null }, context);
    const last = evaluate(second, context.scope);
    const start =
      last === null || typeof wish.value !== "object" || wish.value === null
        ? null
        : shifted({ kind: "is", value: last }, durationOf(quantity(wish.value).digits * dayLength), -1n).value;
    return [
      ...aim(second, { kind: "near", value: end, steps }, context),
      ...(start === null ? [] : aim(first, { kind: "near", value: start, steps: -steps }, context)),
    ];
  }
  if (name === "weekday") {
    const now = evaluate(tree, context.scope);
    if (value === null || now === null || wish.value === null) return aim(first, { kind: "not", value: null }, context);
    // There are seven of them, and none is beyond the last.
    const steps = wish.kind === "near" ? BigInt(Math.sign(wish.steps)) : 0n;
    const days = wish.kind === "not" ? 1n : quantity(wish.value).digits + steps - quantity(now).digits;
    // The same day of the week before, or of the one after: the nearer one may be kept from it by something else.
    const others = days === 0n ? [] : [days < 0n ? days + 7n : days - 7n];
    return [days, ...others].flatMap((by) =>
      aim(first, shifted({ kind: "is", value }, durationOf(by * dayLength), 1n), context),
    );
  }
  if (name === "date" && kindOf(wish.value) === "date") {
    const { program } = context.scope.world;
    const steps = wish.kind === "near" ? wish.steps : wish.kind === "not" ? 1 : 0;
    const day = Number(quantity(wish.value).digits) + steps;
    return aim(first, { kind: "is", value: momentOf(timeZoneOf(program).startOfDay(day)) }, context);
  }
  if (name === "time" && kindOf(wish.value) === "time" && value !== null) {
    const zone = timeZoneOf(context.scope.world.program);
    const steps = wish.kind === "near" ? wish.steps : wish.kind === "not" ? 1 : 0;
    const time = Math.min(day - 1, Math.max(0, Number(quantity(wish.value).digits) + steps * 60_000));
    const moment = zone.momentAt(zone.dayAt(Number(quantity(value).digits)) * day + time);
    return aim(first, { kind: "is", value: momentOf(moment) }, context);
  }
  if (name === "string") return written(wish, value).flatMap((one) => aim(first, one, context));
  const unit = units[name];
  if (unit !== undefined) return aim(first, portion(wish, durationOf(unit)), context);
  return args.flatMap((arg) => aim(arg, wish, context));
}

const day = Number(dayLength);

/** A day and a time of it: another day first, or another time of the same one. */
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

const units: Readonly<Record<string, bigint>> = { days: dayLength, hours: 3_600_000n, minutes: 60_000n };

/** Of what is written as a text: the whole number that is written so, where one is. */
function written(wish: Wish, value: Value): readonly Wish[] {
  if (typeof wish.value !== "string" || typeof value === "string") return [wish];
  if (wish.kind !== "near" && /^(?:0|-?[1-9]\d{0,17})$/.test(wish.value))
    return [{ kind: wish.kind, value: numberOf(BigInt(wish.value)) }];
  return value === null ? [{ kind: "not", value: null }] : [];
}

function aimAtMethod(
  tree: Extract<Tree, { readonly kind: "method" }>,
  wish: Wish,
  context: SearchContext,
): readonly Situation[] {
  if (tree.name === "size") {
    return sizedAs(tree.of, evaluate(tree.of, context.scope), wish, context);
  }
  if (kindOf(wish.value) === "boolean") return context.solvers.hold(tree, isWished(wish), context);
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

/** Of what is not there yet both are tried: a list takes rows, and a text characters. */
const sizedAs = (tree: Tree, value: Value, wish: Wish, context: SearchContext): readonly Situation[] => [
  ...(isList(value) || value === null ? sized(tree, wish, context) : []),
  ...(isList(value) ? [] : lengthened(tree, wish, context)),
];

function lengthened(text: Tree, wish: Wish, context: SearchContext): readonly Situation[] {
  if (wish.value === null || typeof wish.value !== "object") return [];
  const length =
    Number(quantity(wish.value).digits) + (wish.kind === "near" ? Math.max(-1, Math.min(1, wish.steps)) : 0);
  return length < 0 ? [] : aim(text, { kind: "is", value: "a".repeat(length) }, context);
}
