// Functions of numbers and money: rounding, exact division, the lesser and the greater of two.
import type { Tree } from "../tree.ts";
import type { Type } from "../type.ts";
import type { Typed } from "../typed.ts";
import { amountOfMoney } from "./adapt.ts";
import { calculated } from "./arithmetic.ts";
import { number, take, type Call, type FunctionRule, type Wanted } from "./call.ts";
import { beside } from "./comparison.ts";
import { isNeverZero } from "./facts.ts";
import { known, placeOf, report, textOf, typed, type CheckPoint } from "./check-point.ts";
import { wrongForm } from "./problems.ts";

const mostPlaces = 10;

/** Decimal places are written out: how exact a result is must be known before anything is worked out. */
function placesOf(tree: Tree | undefined, here: CheckPoint): number | undefined {
  if (tree?.kind === "number" && tree.scale === 0 && tree.digits <= mostPlaces) return Number(tree.digits);
  const said = `places are written out, as a whole number from 0 to ${mostPlaces}`;
  return tree && report(here, wrongForm.at(placeOf(here, tree), said));
}

export const scalars = new Set<Type["kind"]>(["number", "money", "date", "datetime", "duration"]);
const scalar: Wanted = {
  words: "numbers, amounts of money, dates, moments or durations",
  fits: (type) => scalars.has(type.kind),
};
const quantity: Wanted = {
  words: "a number or an amount of money",
  fits: (type) => type.kind === "number" || type.kind === "money",
};

function lesserOrGreater(node: "lesser" | "greater", method: string): FunctionRule {
  return {
    form: `${method}(a, b)`,
    counts: [2],
    hint: `${method}(a, b), or list.${method}() for a list`,
    check: (call, here) => {
      const left = take(call.args[0], scalar, call, here);
      const right = take(call.args[1], scalar, call, here);
      const pair = left && right && beside(call, left, right, here);
      if (pair === undefined) return undefined;
      const [a, b] = [pair.left.type, pair.right.type];
      if (a.kind === "number" && b.kind === "number") {
        return calculated(call, { kind: "number", scale: Math.max(a.scale, b.scale) }, { node, ...pair });
      }
      const days = a.kind === "duration" && b.kind === "duration" ? { ...a, days: a.days && b.days } : a;
      return calculated(call, days, { node, ...pair });
    },
  };
}

const roundable: Wanted = {
  ...number,
  instead: ({ kind }) => (kind === "money" ? "money is rounded by itself: leave round out" : undefined),
};

export const numberFunctions = {
  round: {
    form: "round(x, places)",
    counts: [2],
    check: (call, here) => {
      const of = take(call.args[0], roundable, call, here);
      const places = placesOf(call.args[1], here);
      if (of === undefined || places === undefined) return undefined;
      return typed(call, { kind: "number", scale: places, empty: false }, { node: "round", of, places });
    },
  },
  div: {
    form: "div(a, b, places)",
    counts: [2, 3],
    check: (call, here) => {
      const left = take(call.args[0], quantity, call, here);
      const right = take(call.args[1], number, call, here);
      const places = call.args[2] && placesOf(call.args[2], here);
      if (left === undefined || right === undefined) return undefined;
      return call.args[2] && places === undefined ? undefined : divideExactly(call, left, right, places, here);
    },
  },
  min: lesserOrGreater("lesser", "min"),
  max: lesserOrGreater("greater", "max"),
  money: {
    form: "money(n)",
    counts: [1],
    check: (call, here) => {
      const of = take(call.args[0], number, call, here);
      const money = { kind: "money", empty: false } as const;
      if (of?.node === "number") return amountOfMoney({ ...of, start: call.start, end: call.end }, here);
      return of && typed(call, money, { node: "money of", of });
    },
  },
} satisfies Record<string, FunctionRule>;

/** Money keeps its minor units, so that only numbers need to be told their places. */
function divideExactly(
  call: Call,
  left: Typed,
  right: Typed,
  places: number | undefined,
  here: CheckPoint,
): Typed | undefined {
  const isMoney = left.type.kind === "money";
  if (isMoney !== (places === undefined)) {
    const [a, b] = [textOf(here, left), textOf(here, right)];
    const said = isMoney ? "money keeps its minor units:" : "div needs to know how many decimal places to keep:";
    const form = isMoney ? `write div(${a}, ${b})` : `write div(${a}, ${b}, places)`;
    return report(here, wrongForm.at(placeOf(here, call.nameSpan), said, form));
  }
  const empty = !isNeverZero(right, here.facts);
  const type: Type = isMoney ? { kind: "money", empty } : { kind: "number", scale: places ?? 0, empty };
  return known(
    call,
    type,
    { node: "divide exactly", left, right, places: places ?? here.whole.schema.moneyScale },
    here,
  );
}
