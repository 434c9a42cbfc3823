// Arithmetic on numbers, money, texts, dates and durations: exact, with decimal places known beforehand.
import { constantOf } from "../constant.ts";
import type { Span } from "../../problem.ts";
import type { Tree } from "../tree.ts";
import type { Kind, Type } from "../type.ts";
import type { Node, Typed } from "../typed.ts";
import { durationHint } from "./adapt.ts";
import { isNeverZero } from "./facts.ts";
import { full, known, notNull, placeOf, report, textOf, typed, type CheckPoint } from "./check-point.ts";
import { mismatch, tooManyPlaces, truncated } from "./problems.ts";
import { typeName } from "./words.ts";

type Binary = Extract<Tree, { kind: "binary" }>;
type Operator = "+" | "-" | "*" | "/" | "%";

const mostPlaces = 20;

export function checkArithmetic(tree: Binary, operator: Operator, here: CheckPoint): Typed | undefined {
  const left = notNull(here.whole.check(tree.left, here), here);
  const right = notNull(here.whole.check(tree.right, here), here);
  if (left === undefined || right === undefined) return undefined;
  if (operator === "/" || operator === "%") return divide(tree, operator, left, right, here);
  return combine(tree, operator, left, right, here);
}

function combine(at: Span, operator: "+" | "-" | "*", left: Typed, right: Typed, here: CheckPoint): Typed | undefined {
  const kind = resultOf(operator, left.type, right.type);
  if (kind === undefined) return refuse(at, operator, left, right, here);
  const [one, other] = [full(left, here), full(right, here)];
  if (one === undefined || other === undefined) return undefined;
  if (kind.kind === "number" && kind.scale > mostPlaces) {
    return report(here, tooManyPlaces.at(placeOf(here, at), kind.scale, mostPlaces));
  }
  if (kind.kind === "text") return concatenated(at, one, other);
  if (kind.kind === "number" || kind.kind === "money") {
    return calculated(at, kind, { node: "arithmetic", operator, left: one, right: other });
  }
  if (one.type.kind === "time" || other.type.kind === "time") return withTime(at, kind, one, other);
  // The date or moment comes first in a sum, the duration in a product.
  const isTurned = one.type.kind === "number" || (one.type.kind === "duration" && kind.kind !== "duration");
  const [first, second] = isTurned ? [other, one] : [one, other];
  return calculated(at, kind, { node: "time arithmetic", operator, left: first, right: second });
}

/** A day and a time of it make a moment; between two times lies a duration. */
function withTime(at: Span, kind: Kind, one: Typed, other: Typed): Typed {
  if (kind.kind === "duration")
    return calculated(at, kind, { node: "time arithmetic", operator: "-", left: one, right: other });
  const [left, right] = one.type.kind === "date" ? [one, other] : [other, one];
  return typed(at, { ...kind, empty: false }, { node: "moment of", left, right });
}

/** The kind of a sum, difference or product; undefined where it is not defined. */
function resultOf(operator: "+" | "-" | "*", a: Type, b: Type): Kind | undefined {
  if (a.kind === "number" && b.kind === "number") {
    return { kind: "number", scale: operator === "*" ? a.scale + b.scale : Math.max(a.scale, b.scale) };
  }
  if (a.kind === "text" && b.kind === "text") return operator === "+" ? { kind: "text" } : undefined;
  if (a.kind === "money" || b.kind === "money") {
    const other = a.kind === "money" ? b.kind : a.kind;
    return other === (operator === "*" ? "number" : "money") ? { kind: "money" } : undefined;
  }
  return timeResult(operator, a, b);
}

function timeResult(operator: "+" | "-" | "*", a: Type, b: Type): Kind | undefined {
  if (operator === "*") {
    const [time, times] = a.kind === "duration" ? [a, b] : [b, a];
    return time.kind === "duration" && times.kind === "number" && times.scale === 0
      ? { kind: "duration", days: time.days }
      : undefined;
  }
  if (a.kind === "duration" && b.kind === "duration") return { kind: "duration", days: a.days && b.days };
  if (a.kind === "date" && b.kind === "duration" && b.days) return { kind: "date" };
  if (a.kind === "datetime" && b.kind === "duration") return { kind: "datetime" };
  if (operator === "+" && a.kind === "duration") return timeResult("+", b, a);
  const has = (kind: Kind["kind"]) => a.kind === kind || b.kind === kind;
  if (operator === "+" && has("date") && has("time")) {
    return { kind: "datetime" };
  }
  if (operator === "-" && a.kind === b.kind && (a.kind === "date" || a.kind === "datetime" || a.kind === "time")) {
    return { kind: "duration", days: a.kind === "date" };
  }
  return undefined;
}

/** Literals are worked out here; what has a constant's name keeps it, for people who read the expression later. */
export function calculated(at: Span, kind: Kind, node: Node): Typed {
  const built = typed(at, { ...kind, empty: false }, node);
  const operands = "left" in node && "right" in node ? [node.left, node.right] : [];
  const isLiteral = operands.every(
    (one) => one.node === "number" || one.node === "duration" || one.node === "datetime" || one.node === "time",
  );
  return isLiteral ? (asLiteral(built) ?? built) : built;
}

/** A literal of the same value, where the value is known. */
function asLiteral(built: Typed): Typed | undefined {
  const value = constantOf(built);
  if (value?.kind !== "point") return undefined;
  const { kind } = built.type;
  if (kind === "number" || kind === "money") {
    return typed(built, built.type, { node: "number", digits: value.digits, scale: value.scale });
  }
  if (kind !== "duration" || value.scale !== 0) return undefined;
  return typed(built, built.type, { node: "duration", milliseconds: value.digits });
}

function concatenated(at: Span, left: Typed, right: Typed): Typed {
  const type = { kind: "text", empty: false } as const;
  if (left.node === "text" && right.node === "text")
    return typed(at, type, { node: "text", value: left.value + right.value });
  return typed(at, type, { node: "concatenate", left, right });
}

function divide(at: Span, operator: "/" | "%", left: Typed, right: Typed, here: CheckPoint): Typed | undefined {
  const [a, b] = [left.type, right.type];
  if (a.kind !== "number" || b.kind !== "number") return refuse(at, operator, left, right, here);
  if (a.scale !== 0 || b.scale !== 0) {
    const said = `${operator} is for whole numbers, and ${a.scale === 0 ? "the right" : "the left"} side has decimals;`;
    const hint =
      operator === "/" ? `write div(${textOf(here, left)}, ${textOf(here, right)}, places)` : "round it first";
    return report(here, mismatch.at(placeOf(here, at), said, hint));
  }
  const [dividend, divisor] = [full(left, here), full(right, here)];
  if (dividend === undefined || divisor === undefined) return undefined;
  const [one, other] = [constantOf(dividend), constantOf(divisor)];
  if (one?.kind === "point" && other?.kind === "point" && other.digits !== 0n) {
    const [result, rest] = [one.digits / other.digits, one.digits % other.digits];
    if (operator === "/" && rest !== 0n)
      report(here, truncated.at(placeOf(here, at), textOf(here, at), String(result)));
    return typed(
      at,
      { kind: "number", scale: 0, empty: false },
      { node: "number", digits: operator === "/" ? result : rest, scale: 0 },
    );
  }
  const empty = !isNeverZero(divisor, here.facts);
  const node: Node = { node: "divide", operator, left: dividend, right: divisor };
  return known(at, { kind: "number", scale: 0, empty }, node, here);
}

export function checkNegation(tree: Extract<Tree, { kind: "unary" }>, here: CheckPoint): Typed | undefined {
  const found = notNull(here.whole.check(tree.of, here), here);
  if (found === undefined) return undefined;
  const { kind } = found.type;
  const of = kind === "number" || kind === "money" || kind === "duration" ? full(found, here) : found;
  if (of === undefined) return undefined;
  switch (kind) {
    case "number":
    case "money": {
      if (of.node === "number") return typed(tree, of.type, { node: "number", digits: -of.digits, scale: of.scale });
      return typed(tree, of.type, { node: "negate", of });
    }
    case "duration": {
      const less = typed(tree, { kind: "number", scale: 0, empty: false }, { node: "number", digits: -1n, scale: 0 });
      return combine(tree, "*", of, less, here);
    }
    default: {
      const said = `- ${typeName(of.type, here.whole.schema)} is not defined`;
      return report(here, mismatch.at(placeOf(here, tree), said));
    }
  }
}

function refuse(at: Span, operator: Operator, left: Typed, right: Typed, here: CheckPoint): undefined {
  const { schema } = here.whole;
  const said = `${typeName(left.type, schema)} ${operator} ${typeName(right.type, schema)} is not defined`;
  const hint = hintFor(operator, left, right, here);
  report(here, mismatch.at(placeOf(here, at), hint === undefined ? said : `${said};`, hint));
}

function hintFor(operator: Operator, left: Typed, right: Typed, here: CheckPoint): string | undefined {
  const [a, b] = [left.type, right.type];
  const text = (one: Typed) => textOf(here, one);
  const has = (kind: Kind["kind"]) => a.kind === kind || b.kind === kind;
  if (operator === "/" || operator === "%") {
    return a.kind === "money" && b.kind === "number" && operator === "/"
      ? `write div(${text(left)}, ${text(right)})`
      : undefined;
  }
  if (operator === "*") {
    if (has("duration") && has("number")) return "a duration is multiplied by a whole number";
    return has("money") ? "an amount of money is multiplied by a number" : undefined;
  }
  const takesDurations = (type: Type) => type.kind === "date" || type.kind === "datetime" || type.kind === "duration";
  if (takesDurations(a) && b.kind === "number") return durationHint(text(right));
  if (takesDurations(b) && a.kind === "number") return durationHint(text(left));
  if (a.kind === "date" && has("duration")) return "a date needs whole days: a constant in days or weeks, or days(n)";
  if (has("time") && has("duration")) return "a time of day is on no day: add it to a date first";
  if (has("time") && has("datetime")) return `write date(${text(a.kind === "datetime" ? left : right)})`;
  if (has("date") && has("datetime") && operator === "-")
    return `write date(${text(a.kind === "datetime" ? left : right)})`;
  if (has("text") && operator === "+") {
    const [other, type] = a.kind === "text" ? [right, b] : [left, a];
    const isPlain = type.kind === "choice" || (type.kind === "number" && type.scale === 0);
    return isPlain ? `write string(${text(other)})` : undefined;
  }
  if (has("money") && has("number")) return `write money(${text(a.kind === "number" ? left : right)})`;
  return undefined;
}
