// What every function of the language is made of: its form, its number of values, and the check of one call of it.
import type { Span } from "../../problem.ts";
import type { Tree } from "../tree.ts";
import type { Type } from "../type.ts";
import type { Typed } from "../typed.ts";
import { conversionHint } from "./adapt.ts";
import { full, placeOf, report, textOf, type CheckPoint } from "./check-point.ts";
import { mismatch, wrongForm } from "./problems.ts";
import { describe } from "./words.ts";

export type FunctionRule = {
  /** As it is written: `round(x, places)`, `list.exists(x, condition)`. */
  readonly form: string;
  /** How many values it may take. */
  readonly counts: readonly number[];
  /** What to write instead of a wrong number of values, where that is not the form. */
  readonly hint?: string;
  readonly check: (call: Call, here: CheckPoint) => Typed | undefined;
};

export type Call = Span & {
  readonly name: string;
  readonly nameSpan: Span;
  readonly args: readonly Tree[];
  /** What stands before the dot. */
  readonly of: Tree | undefined;
};

export type ParameterKind = {
  readonly words: string;
  readonly fits: (type: Type) => boolean;
  readonly like?: Type;
  /** What to do with what does not fit, where it is not written otherwise. */
  readonly instead?: (type: Type) => string | undefined;
};

export const wholeNumber: ParameterKind = {
  words: "a whole number",
  fits: (type) => type.kind === "number" && type.scale === 0,
  like: { kind: "number", scale: 0, empty: false },
};
export const number: ParameterKind = { words: "a number", fits: (type) => type.kind === "number" };
export const text: ParameterKind = {
  words: "text",
  fits: (type) => type.kind === "text",
  like: { kind: "text", empty: false },
};
export const date: ParameterKind = {
  words: "a date",
  fits: (type) => type.kind === "date",
  like: { kind: "date", empty: false },
};

const mostPlaces = 10;

/** Decimal places are written out: how exact a result is must be known before anything is worked out. */
export function placesOf(tree: Tree | undefined, here: CheckPoint): number | undefined {
  if (tree?.kind === "number" && tree.scale === 0 && tree.digits <= mostPlaces) return Number(tree.digits);
  const said = `places are written out, as a whole number from 0 to ${mostPlaces}`;
  return tree && report(here, wrongForm.at(placeOf(here, tree), said));
}

/** Of a function whose value is written out: what is no literal does not fit. */
export function refuseValue(call: Call, wanted: ParameterKind, here: CheckPoint): Typed | undefined {
  const [first] = call.args;
  const value = first && here.whole.check(first, here);
  return value && fitting(value, wanted, call, here);
}

/** A value of the wanted kind that is not empty; what is wrong with it is reported. */
export function take(tree: Tree | undefined, wanted: ParameterKind, call: Call, here: CheckPoint): Typed | undefined {
  const value = tree && here.whole.check(tree, here);
  return value && fitting(value, wanted, call, here);
}

export function fitting(value: Typed, wanted: ParameterKind, call: Call, here: CheckPoint): Typed | undefined {
  const { type } = value;
  if (wanted.fits(type)) return full(value, here);
  const { schema } = here.whole;
  const hint =
    wanted.instead?.(type) ?? (wanted.like && conversionHint(type, wanted.like, textOf(here, value), schema));
  const said = `${call.name} needs ${wanted.words}, and this is ${describe(type, schema)}`;
  return report(here, mismatch.at(placeOf(here, value), hint === undefined ? said : `${said};`, hint));
}
