// Numbers, shares and amounts of money that are tried: at their bounds, a step beside them, and round ones.
import { meaningOf } from "../interpreter/field-types/meanings.ts";
import { moneyOf, numberOf, quantity, rescale, type NumberValue, type Value } from "../interpreter/values/value.ts";
import { amountOf } from "../interpreter/world/constants.ts";
import { decimalsOf } from "../interpreter/world/fields.ts";
import { moneyScaleOf, type Program } from "../interpreter/world/world.ts";
import type { Draw } from "../random/draw.ts";
import { kindOf, measure } from "./measure.ts";
import { plain } from "./text.ts";
import type { Trial, TypeOf } from "./trial.ts";

type NumberType = TypeOf<"number" | "integer" | "percent" | "money">;

/** So many of the smallest parts that the type keeps. */
export const partsOf = (program: Program, type: NumberType, parts: bigint): Value =>
  meaningOf(type).number(parts, decimalsOf(program, type) ?? 0);

/** `"1.5"`: without zeros at the end. */
function amountFrom(text: string): NumberValue {
  const [whole = "0", fraction = ""] = text.split(".");
  return numberOf(BigInt(`${whole}${fraction}`), fraction.length);
}

export const number: Trial<NumberType> = {
  ...plain,
  samples: (type, { world: { program } }) => {
    const places = decimalsOf(program, type) ?? 0;
    const from = amountOf(program, type.from);
    const least = from === undefined ? 0n : rescale(from.digits, from.scale, places);
    const one = 10n ** BigInt(places);
    return [least + one, least, least + 1n, one].map((parts) => partsOf(program, type, parts));
  },
  random: (draw, type, { program }) => randomNumber(draw, type, program, 1),
  wrong: (draw, type, { program }) => wrongNumber(draw, type, program),
  edges: (type, { program }) => {
    const places = decimalsOf(program, type) ?? 0;
    const bounds = [amountOf(program, type.from), amountOf(program, type.to)];
    const beside = ({ digits, scale }: NumberValue) =>
      [-1n, 0n, 1n].map((step) => rescale(digits, scale, places) + step);
    return [...bounds.flatMap((bound) => (bound === undefined ? [] : beside(bound))), 0n, -1n].map((parts) =>
      partsOf(program, type, parts),
    );
  },
  holds: (value) => kindOf(value) === "number",
  near: (value, type, steps, { program }) => {
    const { digits, scale } = measure(value);
    return partsOf(program, type, rescale(digits, scale, decimalsOf(program, type) ?? 0) + BigInt(steps));
  },
  text: "number",
  fromText: amountFrom,
  queried: "by size",
};

export const percent: Trial<NumberType> = {
  ...number,
  random: (draw, type, { program }) => randomNumber(draw, type, program, 3),
};

export const money: Trial<NumberType> = {
  ...number,
  wrong: (draw, type, { program }) => {
    const { digits, scale } = quantity(wrongNumber(draw, type, program));
    return moneyOf(rescale(digits, scale, moneyScaleOf(program)), moneyScaleOf(program));
  },
  holds: (value) => kindOf(value) === "money",
  fromText: (text, _type, program) => {
    const { digits, scale } = amountFrom(text);
    const places = moneyScaleOf(program);
    return moneyOf(digits * 10n ** BigInt(places - scale), places);
  },
};

/** A round one. */
function randomNumber(draw: Draw, type: NumberType, program: Program, scale: number): Value {
  const digits = BigInt(draw.pick([0, 1, 2, 3, 4, 5, 7, 8, 10, 20, 25, 50]) * 10);
  return partsOf(program, type, rescale(digits, scale, decimalsOf(program, type) ?? 0));
}

/** Beyond its bound, or below nothing. */
function wrongNumber(draw: Draw, { to }: NumberType, program: Program): NumberValue {
  const { digits, scale } = quantity(amountOf(program, to) ?? numberOf(1000));
  return draw.pick([numberOf(digits + 10n ** BigInt(scale), scale), numberOf(-1)]);
}
