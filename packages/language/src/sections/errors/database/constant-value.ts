// The value of an expression that reads nothing but constants.
import type { Context, Value } from "../../../expression/data.ts";
import { evaluator } from "../../../expression/javascript.ts";
import { Undecided } from "../../../expression/runtime.ts";
import type { Typed } from "../../../expression/typed.ts";

/** Undefined where it depends on the moment, or on rows. */
export function constantValue(typed: Typed, moneyScale: number): Value | undefined {
  try {
    return evaluator(typed, { moneyScale })(nothing);
  } catch (error) {
    if (error instanceof Undecided) return undefined;
    throw error;
  }
}

const nothing: Context = {
  scope: {},
  get me() {
    return unknown();
  },
  get now() {
    return unknown();
  },
  get today() {
    return unknown();
  },
  get timeZone() {
    return unknown();
  },
  rows: unknown,
  hasRole: unknown,
};

function unknown(): never {
  throw new Undecided("only the database knows");
}
