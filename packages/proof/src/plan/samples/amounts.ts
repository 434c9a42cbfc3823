// Sums and differences of whatever has a size, as values of the field that is to hold them.
import type { FieldType } from "@writ/language/model";
import { kindOf, measure } from "../../field-types/measure.ts";
import { nearMoment } from "../../field-types/time.ts";
import { trialOf } from "../../field-types/trials.ts";
import { fieldOf } from "../../interpreter/document/names.ts";
import { durationOf, isList, isRow, numberOf, type RowValue, type Value } from "../../interpreter/values/value.ts";
import type { World } from "../../interpreter/world/world.ts";
import type { Wish } from "../situation/search-context.ts";

/** The wish for one part of a sum, or of a difference, where the other part stays. */
export const less = (wish: Wish, other: Value): Wish => shifted(wish, other, -1n);

export const more = (wish: Wish, other: Value): Wish => shifted(wish, other, 1n);

export function shifted(wish: Wish, by: Value, sign: bigint): Wish {
  if (wish.value === null || by === null || isList(wish.value) || isList(by) || isRow(by) || isRow(wish.value))
    return wish;
  if (typeof wish.value !== "object" || typeof by !== "object") return wish;
  return { ...wish, value: sum(wish.value, by, sign) };
}

/** `other - x` is what is wished for. */
export function mirror(wish: Wish, other: Value): Wish {
  const { value } = wish;
  if (value === null || other === null || typeof value !== "object" || typeof other !== "object") return wish;
  if (isList(value) || isList(other) || isRow(value) || isRow(other)) return wish;
  const turned = { ...wish, value: sum(other, value, -1n) };
  return turned.kind === "near" ? { ...turned, steps: -turned.steps } : turned;
}

/** The wish for one factor, where the other one stays: as near as whole parts of it come. */
export function portion(wish: Wish, other: Value): Wish {
  if (wish.kind === "not" || !isSized(wish.value) || !isSized(other)) return wish;
  const [whole, by] = [measure(wish.value), measure(other)];
  if (by.digits === 0n) return wish;
  const scale = Math.max(whole.scale, 2);
  const digits = (whole.digits * 10n ** BigInt(scale - whole.scale + by.scale)) / by.digits;
  const isLong = kindOf(wish.value) === "duration" && kindOf(other) !== "duration";
  return { ...wish, value: isLong ? durationOf(digits / 10n ** BigInt(scale)) : numberOf(digits, scale) };
}

/** Of what is divided, the nearest values that leave what is wished for: above, below, and one turn further. */
export function leaving(wish: Wish, value: Value, by: Value): readonly Wish[] {
  if (![wish.value, value, by].every(isSized) || measure(by).digits === 0n) return [];
  const scale = Math.max(...[wish.value, value, by].map((one) => measure(one).scale));
  const [wished, now, turn] = [wish.value, value, by].map((one) => {
    const { digits, scale: own } = measure(one);
    return digits * 10n ** BigInt(scale - own);
  });
  if (wished === undefined || now === undefined || turn === undefined) return [];
  const up = now + ((((wished - now) % turn) + turn) % turn);
  return [up, up - turn, up + turn].map((digits) => ({ ...wish, value: numberOf(digits, scale) }));
}

const isSized = (value: Value): boolean =>
  value !== null && typeof value === "object" && !isList(value) && !isRow(value);

/** By size alone; the field that is aimed at says what kind it is of. Days count as milliseconds beside moments and durations. */
function sum(one: Value, other: Value, sign: bigint): Value {
  const [a, b] = [measure(one), measure(other)];
  const scale = Math.max(a.scale, b.scale);
  const isTime = [one, other].some((value) => ["datetime", "duration", "date", "time"].includes(kindOf(value)));
  const digits = a.digits * 10n ** BigInt(scale - a.scale) + sign * b.digits * 10n ** BigInt(scale - b.scale);
  return isTime ? durationOf(digits) : numberOf(digits, scale);
}

/** The value as the field holds it, so many of its smallest steps away. */
export function converted(value: Value, of: RowValue, name: string, steps: number, world: World): Value {
  const isMoment = name === "created_at" || name === "updated_at";
  return ofType(value, isMoment ? "moment" : fieldOf(world.program, of.entity, name)?.type, steps, world);
}

/** `moment`: what the system keeps of a row by itself. */
export function ofType(value: Value, type: FieldType | "moment" | undefined, steps: number, world: World): Value {
  if (value === null || typeof value !== "object" || isList(value) || isRow(value) || type === undefined) return value;
  return type === "moment" ? nearMoment(value, steps, world) : trialOf(type).near(value, type, steps, world);
}

/** Whether a field of the type can hold what is of that kind. */
export const isOfKind = (value: Value, type: FieldType | undefined): boolean =>
  type === undefined ? !isList(value) : trialOf(type).holds(value);
