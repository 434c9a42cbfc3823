// Literals take the kind of what they stand beside: a text becomes a choice, null anything. A number stays one beside money.
import type { Schema } from "../schema.ts";
import type { Kind, Type } from "../type.ts";
import type { Typed } from "../typed.ts";
import { placeOf, report, typed, type CheckPoint } from "./check-point.ts";
import { mismatch, unknownChoice } from "./problems.ts";
import { choiceOwner } from "./words.ts";

/**
 * The value as it is meant beside something of type `to`, through the branches of a conditional and the items of a list.
 * A value that is no literal is returned as it is, whether it fits or not. Undefined: a literal is wrong, and reported.
 */
export function adapt(value: Typed, to: Type, here: CheckPoint): Typed | undefined {
  const { schema } = here.whole;
  if (value.node === "null") return to.kind === "null" ? value : typed(value, { ...to, empty: true }, { node: "null" });
  if (value.node === "text" && value.type.kind === "text" && to.kind === "choice") {
    if (to.codes.includes(value.value)) return { ...value, type: { ...to, empty: false } };
    const { owner, list } = choiceOwner(to.of, schema);
    return report(here, unknownChoice.at(placeOf(here, value), owner, list, value.value, to.codes));
  }
  if (value.node === "number" && value.type.kind === "number") return adaptNumber(value, to);
  if (value.node === "list" && to.kind === "list") {
    const items = value.items.map((item) => adapt(item, to.of, here));
    if (!items.every((item) => item !== undefined)) return undefined;
    const types = items.map((item) => item.type);
    const of = types.reduce<Type | undefined>(
      (all, type) => all && joined(all, type),
      types[0] ?? { ...to.of, empty: false },
    );
    return of ? { ...value, type: { kind: "list", of, empty: false }, items } : value;
  }
  if (value.node === "conditional") {
    const [then, otherwise] = [adapt(value.then, to, here), adapt(value.otherwise, to, here)];
    if (then === undefined || otherwise === undefined) return undefined;
    const type = joined(then.type, otherwise.type);
    return type ? { ...value, type, then, otherwise } : value;
  }
  return value;
}

/** `5.00` beside whole numbers is 5. Beside money a number is no amount: `money(5)` is. */
function adaptNumber(value: Extract<Typed, { node: "number" }>, to: Type): Typed {
  if (to.kind !== "number") return value;
  const { digits, scale } = shortened(value, to.scale);
  return { ...value, digits, scale, type: { kind: "number", scale, empty: false } };
}

/** Without zeros at its end, down to so many decimal places. */
function shortened({ digits, scale }: { digits: bigint; scale: number }, places: number) {
  while (scale > places && digits % 10n === 0n) {
    digits /= 10n;
    scale--;
  }
  return { digits, scale };
}

/** `money(12.50)`: an amount in the document's one currency. */
export function amountOfMoney(value: Extract<Typed, { node: "number" }>, here: CheckPoint): Typed | undefined {
  const { moneyScale } = here.whole.schema;
  const { digits, scale } = shortened(value, moneyScale);
  if (scale <= moneyScale) {
    const minor = digits * 10n ** BigInt(moneyScale - scale);
    return { ...value, digits: minor, scale: moneyScale, type: { kind: "money", empty: false } };
  }
  const said = `an amount of money has ${moneyScale} decimal places, and this has ${scale}`;
  return report(here, mismatch.at(placeOf(here, value), said));
}

/** The type that holds values of both; undefined where they are of different kinds. */
export function joined(left: Type, right: Type): Type | undefined {
  const kind = joinedKind(left, right);
  return kind && { ...kind, empty: left.empty || right.empty };
}

function joinedKind(left: Type, right: Type): Kind | undefined {
  switch (left.kind) {
    case "number":
      return right.kind === "number" ? { kind: "number", scale: Math.max(left.scale, right.scale) } : undefined;
    case "duration":
      return right.kind === "duration" ? { kind: "duration", days: left.days && right.days } : undefined;
    case "choice":
      return right.kind === "choice" && sameCodes(left.codes, right.codes) ? left : undefined;
    case "row":
      return right.kind === "row" && right.entity === left.entity ? left : undefined;
    case "list": {
      const of = right.kind === "list" ? joined(left.of, right.of) : undefined;
      return of && { kind: "list", of };
    }
    case "table":
      return undefined;
    default:
      return right.kind === left.kind ? left : undefined;
  }
}

function sameCodes(left: readonly string[], right: readonly string[]): boolean {
  if (left === right) return true;
  const codes = new Set(left);
  return codes.size === new Set(right).size && right.every((code) => codes.has(code));
}

/** What to write where a value of one kind stands and another is needed. */
export function conversionHint(from: Type, to: Type, text: string, schema: Schema): string | undefined {
  const pair = `${from.kind} to ${to.kind}`;
  switch (pair) {
    case "datetime to date":
      return `write date(${text})`;
    case "number to money":
      return `write money(${text})`;
    case "choice to text":
      return `write string(${text})`;
    case "number to text":
      if (/^-?\d+(?:\.\d+)?$/.test(text)) return `write '${text}'`;
      return from.kind === "number" && from.scale === 0 ? `write string(${text})` : undefined;
    case "number to duration":
      return durationHint(text);
    case "number to number":
      return `write round(${text}, 0)`;
    case "text to date":
      return /^(['"])\d{4}-\d\d-\d\d\1$/.test(text) ? `write date(${text})` : undefined;
    case "datetime to time":
      return `write time(${text})`;
    case "text to time":
      return /^(['"])\d\d:\d\d(?::\d\d)?\1$/.test(text) ? `write time(${text})` : undefined;
    case "text to datetime":
      return /^(['"])\d{4}-\d\d-\d\dT.*\1$/.test(text) ? `write datetime(${text})` : undefined;
    case "text to row":
      return to.kind === "row" && schema.entities.has(to.entity) ? "compare its fields, or the row itself" : undefined;
    case "duration to duration":
      return "days(n) or a constant in days or weeks is whole days";
    default:
      return undefined;
  }
}

export function durationHint(text: string): string {
  return /^\d+$/.test(text)
    ? `a duration is written ${text} days, as a constant`
    : `a duration is written days(${text})`;
}
