// What a function has to be given so that it gives what is wished for. A function without an entry does not compile.
import type { FunctionName, Tree } from "@writ/language/model";
import { kindOf } from "../../field-types/measure.ts";
import { evaluate } from "../../interpreter/evaluate.ts";
import {
  dayLength,
  durationOf,
  isList,
  momentOf,
  numberOf,
  quantity,
  type Value,
} from "../../interpreter/values/value.ts";
import { timeZoneOf } from "../../interpreter/world/world.ts";
import { portion, shifted } from "../samples/amounts.ts";
import type { SearchContext, Wish } from "../situation/search-context.ts";
import type { Situation } from "../situation/situation.ts";
import { sized } from "./lists.ts";

type Sought = {
  readonly tree: Extract<Tree, { readonly kind: "call" }>;
  readonly first: Tree;
  /** What the first is now. */
  readonly value: Value;
  readonly wish: Wish;
  readonly context: SearchContext;
  /** The way back, for what the function is given. */
  readonly aim: (tree: Tree, wish: Wish, context: SearchContext) => readonly Situation[];
};

type Inverse = (sought: Sought) => readonly Situation[];

/** What is wished of it is wished of what it is given: it changes little, or nothing that is searched for. */
const asGiven: Inverse = ({ tree, wish, context, aim }) => tree.args.flatMap((arg) => aim(arg, wish, context));

const inUnit =
  (length: bigint): Inverse =>
  ({ first, wish, context, aim }) =>
    aim(first, portion(wish, durationOf(length)), context);

const daysBetween: Inverse = (sought) => {
  const { first, value, wish, context, aim } = sought;
  const second = sought.tree.args[1];
  if (second === undefined) return asGiven(sought);
  const away = (from: Value, sign: 1n | -1n): Value =>
    from === null || wish.value === null || typeof wish.value !== "object"
      ? null
      : shifted({ kind: "is", value: from }, durationOf(quantity(wish.value).digits * dayLength), sign).value;
  const steps = wish.kind === "near" ? wish.steps : 0;
  const end = away(value, 1n);
  if (end === null) return aim(first, { kind: "not", value: null }, context);
  const start = away(evaluate(second, context.scope), -1n);
  return [
    ...aim(second, { kind: "near", value: end, steps }, context),
    ...(start === null ? [] : aim(first, { kind: "near", value: start, steps: -steps }, context)),
  ];
};

const weekday: Inverse = ({ tree, first, value, wish, context, aim }) => {
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
};

/** So many of the wished value's steps away; another one where any other will do. */
const stepsOf = (wish: Wish): number => (wish.kind === "near" ? wish.steps : wish.kind === "not" ? 1 : 0);

const date: Inverse = (sought) => {
  const { first, wish, context, aim } = sought;
  if (kindOf(wish.value) !== "date") return asGiven(sought);
  const day = Number(quantity(wish.value).digits) + stepsOf(wish);
  return aim(first, { kind: "is", value: momentOf(timeZoneOf(context.scope.world.program).startOfDay(day)) }, context);
};

const dayMilliseconds = Number(dayLength);

/** Another time of the same day. */
const time: Inverse = (sought) => {
  const { first, value, wish, context, aim } = sought;
  if (kindOf(wish.value) !== "time" || value === null) return asGiven(sought);
  const zone = timeZoneOf(context.scope.world.program);
  const wished = Number(quantity(wish.value).digits) + stepsOf(wish) * 60_000;
  const shown = zone.dayAt(Number(quantity(value).digits)) * dayMilliseconds;
  const moment = zone.momentAt(shown + Math.min(dayMilliseconds - 1, Math.max(0, wished)));
  return aim(first, { kind: "is", value: momentOf(moment) }, context);
};

/** Of what is written as a text: the whole number that is written so, where one is. */
const string: Inverse = ({ first, value, wish, context, aim }) => {
  if (typeof wish.value !== "string" || typeof value === "string") return aim(first, wish, context);
  if (wish.kind !== "near" && /^(?:0|-?[1-9]\d{0,17})$/.test(wish.value))
    return aim(first, { kind: wish.kind, value: numberOf(BigInt(wish.value)) }, context);
  return value === null ? aim(first, { kind: "not", value: null }, context) : [];
};

/** Of what is not there yet both are tried: a list takes rows, and a text characters. */
export const sizedAs = ({ first, value, wish, context, aim }: Omit<Sought, "tree">): readonly Situation[] => [
  ...(isList(value) || value === null ? sized(first, wish, context) : []),
  ...(isList(value) ? [] : lengths(wish).flatMap((one) => aim(first, { kind: "is", value: one }, context))),
];

/** A text so long, if any can be. */
function lengths(wish: Wish): readonly string[] {
  if (wish.value === null || typeof wish.value !== "object") return [];
  const length =
    Number(quantity(wish.value).digits) + (wish.kind === "near" ? Math.max(-1, Math.min(1, wish.steps)) : 0);
  return length < 0 ? [] : ["a".repeat(length)];
}

const inverses: { readonly [Name in FunctionName]: Inverse } = {
  round: asGiven,
  div: asGiven,
  min: asGiven,
  max: asGiven,
  money: asGiven,
  days: inUnit(dayLength),
  hours: inUnit(3_600_000n),
  minutes: inUnit(60_000n),
  duration: asGiven,
  weekday,
  days_between: daysBetween,
  date,
  time,
  datetime: asGiven,
  timestamp: asGiven,
  size: sizedAs,
  slug: asGiven,
  string,
};

export const inverseOf = (name: string): Inverse => inverses[name as FunctionName];
