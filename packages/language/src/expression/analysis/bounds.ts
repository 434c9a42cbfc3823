// Which values of one thing a condition allows, exactly: so rules can be said to contradict each other, or to always hold.
import { constantOf } from "../constant.ts";
import { keyOf } from "../key.ts";
import { dayLength } from "../time-of-day.ts";
import type { Schema } from "../schema.ts";
import type { Comparison, Typed } from "../typed.ts";
import { compared, intersect, only, pointsAt, unite, uniteAll, without, type Values } from "./value-set.ts";

export type Bounds = {
  /** The same for the same thing wherever it stands. */
  readonly subject: string;
  /** The field of the clause's own row that the value, its length or its number of items is of; else undefined. */
  readonly field: string | undefined;
  readonly measure: "value" | "size";
  /** The values for which the condition holds. */
  readonly allowed: Values;
  /** All the values that its type has, the empty one included where it may be empty. */
  readonly possible: Values;
};

/**
 * Undefined where a condition speaks of several things, or of one in a way that is not decided by constants alone: what
 * is answered is certain.
 */
export function boundsOf(typed: Typed, schema: Schema): Bounds | undefined {
  switch (typed.node) {
    case "not": {
      const of = boundsOf(typed.of, schema);
      return of && { ...of, allowed: without(of.possible, of.allowed) };
    }
    case "and":
    case "or": {
      const left = boundsOf(typed.left, schema);
      const right = left && boundsOf(typed.right, schema);
      return left && right && both(left, right, typed.node === "and" ? intersect : unite);
    }
    case "is empty":
      return about(typed.of, schema, (possible) => ({ ...without(possible, possible), empty: true }));
    case "equal": {
      const [of, other] = constantOf(typed.left) ? [typed.right, typed.left] : [typed.left, typed.right];
      return about(of, schema, (possible) => allowedBy(of, possible, "==", other));
    }
    case "compare": {
      const isTurned = constantOf(typed.left) !== undefined;
      const [of, other] = isTurned ? [typed.right, typed.left] : [typed.left, typed.right];
      const operator = isTurned ? turned[typed.operator] : typed.operator;
      return about(of, schema, (possible) => allowedBy(of, possible, operator, other));
    }
    case "one of":
      return about(typed.of, schema, (possible) => {
        const sets = typed.items.map((item) => allowedBy(typed.of, possible, "==", item));
        return sets.every((set) => set !== undefined) ? uniteAll(possible, sets) : undefined;
      });
    default:
      return typed.type.kind === "yes/no" ? about(typed, schema, () => only(["yes"])) : undefined;
  }
}

/** What certainly follows from a condition: of parts joined by `and`, those that speak of one thing each. */
export function impliedBounds(typed: Typed, schema: Schema): readonly Bounds[] {
  const bySubject = new Map<string, Bounds>();
  const parts = [typed];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    if (part.node === "and") {
      parts.push(part.left, part.right);
      continue;
    }
    const found = boundsOf(part, schema);
    const before = found && bySubject.get(found.subject);
    const joined = before ? both(before, found, intersect) : found;
    if (joined) bySubject.set(joined.subject, joined);
  }
  return [...bySubject.values()];
}

const turned = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" } as const;

/** Two conditions about the same thing as one; emptiness counts as possible where either thought so. */
function both(left: Bounds, right: Bounds, join: typeof unite): Bounds | undefined {
  if (left.subject !== right.subject) return undefined;
  const possible = unite(left.possible, right.possible);
  const allowed = possible && join(left.allowed, right.allowed);
  return possible && allowed && { ...left, allowed, possible };
}

function about(of: Typed, schema: Schema, allow: (possible: Values) => Values | undefined): Bounds | undefined {
  if (constantOf(of)) return undefined;
  const possible = possibleOf(of, schema);
  const allowed = allow(possible);
  if (allowed === undefined) return undefined;
  const isSize = of.node === "length" || of.node === "count";
  const field = ownField(isSize ? of.of : of);
  return { subject: keyOf(of), field, measure: isSize ? "size" : "value", allowed, possible };
}

function ownField(typed: Typed): string | undefined {
  if (typed.node !== "field" || typed.of.node !== "scope") return undefined;
  return typed.of.source === "row" && typed.of.name === typed.entity ? typed.field : undefined;
}

/** Everything that a value of this type may be. Of what has no constants, only whether it is there matters. */
function possibleOf({ node, type }: Typed, schema: Schema): Values {
  switch (type.kind) {
    case "choice":
      return only(type.codes, type.empty);
    case "yes/no":
      return only(["yes", "no"], type.empty);
    case "number": {
      const isSize = node === "length" || node === "count";
      return pointsAt(type.scale, [{ from: isSize ? 0n : undefined, to: undefined }], type.empty);
    }
    case "money":
      return pointsAt(schema.moneyScale, [{ from: undefined, to: undefined }], type.empty);
    case "time":
      return pointsAt(0, [{ from: 0n, to: BigInt(dayLength - 1) }], type.empty);
    case "date":
    case "datetime":
    case "duration":
      return pointsAt(0, [{ from: undefined, to: undefined }], type.empty);
    default:
      return only(["there"], type.empty);
  }
}

function allowedBy(of: Typed, possible: Values, operator: Comparison | "==", constant: Typed): Values | undefined {
  const value = constantOf(constant);
  if (value?.kind === "point" && possible.kind === "points") return compared(possible.scale, operator, value);
  if (operator !== "==") return undefined;
  if (value?.kind === "yes/no" && of.type.kind === "yes/no") return only([value.value ? "yes" : "no"]);
  return value?.kind === "text" && of.type.kind === "choice" ? only([value.value]) : undefined;
}
