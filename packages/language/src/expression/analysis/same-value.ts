// Whether two expressions that differ in what a condition compares with still give the same value. Only what is proven
// counts.
import { compareExact, type Exact } from "../exact.ts";
import { childrenOf } from "../children.ts";
import { constantOf } from "../constant.ts";
import { withParts } from "../fold-constants.ts";
import { keyOf } from "../key.ts";
import type { Typed, TypedOf } from "../typed.ts";

/** They are of the same place in two documents. */
export function giveTheSame(one: Typed, other: Typed): boolean {
  if (keyOf(one) === keyOf(other)) return true;
  if (one.node === "conditional" && other.node === "conditional") {
    const differ = differenceOf(one.test, other.test);
    return (
      giveTheSame(one.then, other.then) &&
      giveTheSame(one.otherwise, other.otherwise) &&
      (giveTheSame(one.test, other.test) || (differ !== undefined && areOneThere(one, differ)))
    );
  }
  const [parts, others] = [childrenOf(one), childrenOf(other)];
  return (
    one.node === other.node &&
    parts.length === others.length &&
    parts.length > 0 &&
    keyOf(withoutParts(one)) === keyOf(withoutParts(other)) &&
    parts.every((part, index) => {
      const beside = others[index];
      return beside !== undefined && giveTheSame(part, beside);
    })
  );
}

const nothing: Typed = { node: "null", type: { kind: "null", empty: true }, start: 0, end: 0 };

const withoutParts = (of: Typed): Typed => withParts(of, () => nothing);

/** The only case in which two conditions differ: this has this value. */
type Difference = { readonly of: Typed; readonly is: Typed };

function differenceOf(one: Typed, other: Typed): Difference | undefined {
  if (one.node === "not" && other.node === "not") return differenceOf(one.of, other.of);
  if ((one.node === "and" && other.node === "and") || (one.node === "or" && other.node === "or")) {
    const [left, right] = [keyOf(one.left) === keyOf(other.left), keyOf(one.right) === keyOf(other.right)];
    // Where one side differs, both as a whole can differ only there.
    return left ? differenceOf(one.right, other.right) : right ? differenceOf(one.left, other.left) : undefined;
  }
  return one.node === "compare" && other.node === "compare" ? differenceOfOrder(one, other) : undefined;
}

/** What is one side of both, compared with something else or by another sign. */
function differenceOfOrder(one: TypedOf<"compare">, other: TypedOf<"compare">): Difference | undefined {
  if (keyOf(one.left) === keyOf(other.left))
    return one.operator === other.operator
      ? between(one.left, one.right, other.right, takesTheGreater.has(one.operator))
      : whereEqual(one, other);
  if (keyOf(one.right) !== keyOf(other.right) || one.operator !== other.operator) return undefined;
  return between(one.right, one.left, other.left, !takesTheGreater.has(one.operator));
}

/** Of whole numbers, `x > 2` and `x > 3` differ at 3, and `x >= 2` and `x >= 3` at 2. */
const takesTheGreater: ReadonlySet<string> = new Set([">", "<="]);

function between(of: Typed, one: Typed, other: Typed, isGreater: boolean): Difference | undefined {
  const [low, high] = [one, other].toSorted((a, b) => compareExact(exactOf(a), exactOf(b)));
  if (low === undefined || high === undefined || of.type.kind !== "number" || of.type.scale !== 0) return undefined;
  if (low.node !== "number" || high.node !== "number" || low.scale !== 0 || high.scale !== 0) return undefined;
  return high.digits - low.digits === 1n ? { of, is: isGreater ? high : low } : undefined;
}

const exactOf = (of: Typed): Exact => {
  const value = constantOf(of);
  return value?.kind === "point" ? value : { digits: 0n, scale: 0 };
};

/** `x > y` and `x >= y` differ where they are equal. */
function whereEqual(one: TypedOf<"compare">, other: TypedOf<"compare">): Difference | undefined {
  const isNext = new Set([one.operator.charAt(0), other.operator.charAt(0)]).size === 1;
  return isNext && keyOf(one.right) === keyOf(other.right) ? { of: one.left, is: one.right } : undefined;
}

/** Whether both branches give the same there. */
function areOneThere({ then, otherwise }: TypedOf<"conditional">, { of, is }: Difference): boolean {
  const key = keyOf(of);
  const there = (part: Typed): Typed => (keyOf(part) === key ? is : withParts(part, there));
  const [one, other] = [sumOf(there(then)), sumOf(there(otherwise))];
  return keyOfSum(one) === keyOfSum(other);
}

/** A sum as how often each of its parts is in it; what is not added up is one part. */
type Sum = ReadonlyMap<string, Exact>;

const single = "";

const counted: ReadonlySet<string> = new Set(["number", "money", "duration"]);

function sumOf(of: Typed): Sum {
  const value = constantOf(of);
  if (value?.kind === "point" && counted.has(of.type.kind)) return new Map([[single, value]]);
  switch (of.node) {
    case "negate":
      return timesAll(sumOf(of.of), -1n);
    case "arithmetic":
      if (of.operator === "*") {
        // Nothing, however often: whatever the other one is.
        if ([of.left, of.right].some((side) => keyOfSum(sumOf(side)) === "")) return new Map();
        break;
      }
      return together(sumOf(of.left), sumOf(of.right), of.operator);
    case "time arithmetic":
      // Days and moments are counted differently.
      if (of.operator === "*" || of.type.kind === "date") break;
      if (keyOf(of.left) === keyOf(of.right) && of.operator === "-") return new Map();
      if (of.left.type.kind === "date" || of.right.type.kind === "date") break;
      return together(sumOf(of.left), sumOf(of.right), of.operator);
    case "days between":
      if (keyOf(of.left) === keyOf(of.right)) return new Map();
      break;
    // Whole units are not rounded.
    case "money of":
      if (of.of.type.kind === "number" && of.of.type.scale === 0) return sumOf(of.of);
      break;
    default:
  }
  return new Map([[keyOf(of), { digits: 1n, scale: 0 }]]);
}

const timesAll = (sum: Sum, by: bigint): Sum =>
  new Map([...sum].map(([key, { digits, scale }]) => [key, { digits: digits * by, scale }]));

function together(left: Sum, right: Sum, operator: "+" | "-"): Sum {
  const sum = new Map(left);
  for (const [key, value] of timesAll(right, operator === "+" ? 1n : -1n)) sum.set(key, plus(sum.get(key), value));
  return sum;
}

function plus(one: Exact = { digits: 0n, scale: 0 }, other: Exact): Exact {
  const scale = Math.max(one.scale, other.scale);
  const digits = ({ digits: own, scale: from }: Exact) => own * 10n ** BigInt(scale - from);
  return { digits: digits(one) + digits(other), scale };
}

function keyOfSum(sum: Sum): string {
  const shortest = ({ digits, scale }: Exact): string =>
    scale > 0 && digits % 10n === 0n ? shortest({ digits: digits / 10n, scale: scale - 1 }) : `${digits}e-${scale}`;
  return [...sum]
    .filter(([, { digits }]) => digits !== 0n)
    .map(([key, value]) => `${key} ${shortest(value)}`)
    .toSorted()
    .join("\n");
}
