// That a part of an expression makes a difference: what is worked out would be something else, were the part otherwise.
import { negated } from "../expression/build-tree.ts";
import { replacedIn } from "../expression/replaced.ts";
import { dayLength, timeText } from "../expression/time-of-day.ts";
import type { Expression, Tree } from "../expression/tree.ts";
import type { Lookup } from "../names/lookup.ts";
import type { Value } from "../clause/value.ts";
import type { Span } from "../problem.ts";
import type { Fact, Holding } from "./scenario.ts";

/** With the other one in the place of a part of the expression. */
export function mattering(expression: Expression, of: Holding, { part, other, words = part }: Otherwise): Fact {
  const { tree } = expression;
  const { start, end } = words;
  return {
    kind: "matters",
    expression,
    of,
    words: { start, end },
    otherwise: tree === undefined ? other : replacedIn(tree, (one) => (one === part ? other : undefined)),
  };
}

export type Otherwise = {
  readonly part: Tree;
  readonly other: Tree;
  /** What it is called by, where that is not the part itself. */
  readonly words?: Span;
};

/** A number that is written and a constant, one more and one less; undefined where it is neither. */
export function movedByOne(tree: Tree, lookup: Lookup): readonly Tree[] | undefined {
  if (tree.kind === "number") return [1n, -1n].map((by) => ({ ...tree, digits: tree.digits + by }));
  const value = constantIn(tree, lookup);
  return value === undefined ? undefined : movedConstant(tree, value);
}

function constantIn(tree: Tree, lookup: Lookup): Value | undefined {
  const value = tree.kind === "name" ? lookup.constants.get(tree.name)?.value : undefined;
  return value?.kind === "table" || value?.kind === "size" ? undefined : value;
}

/** `tree`: the constant, or an entry of a table. */
export function movedConstant(tree: Tree, value: Value): readonly Tree[] {
  const { start, end } = tree;
  if (value.kind === "yes/no") return [negated(tree)];
  if (value.kind === "time") return timesBeside(value.milliseconds).map((time) => timeLiteral(time, { start, end }));
  const right = stepOf(value, { start, end });
  return right === undefined
    ? []
    : (["+", "-"] as const).map((operator) => ({ kind: "binary", operator, left: tree, right, start, end }));
}

/** A minute later and a minute earlier, on the same day. */
export const timesBeside = (time: number): readonly number[] =>
  [time + 60_000, time - 60_000].filter((one) => one >= 0 && one < dayLength);

const timeLiteral = (time: number, span: Span): Tree => ({
  kind: "call",
  name: "time",
  nameSpan: span,
  args: [{ kind: "text", value: timeText(time), ...span }],
  ...span,
});

/** Of the last digit that is written. */
function stepOf(value: Value, span: Span): Tree | undefined {
  const number = (scale: number): Tree => ({ kind: "number", digits: 1n, scale, ...span });
  const call = (name: string, scale = 0): Tree => ({
    kind: "call",
    name,
    nameSpan: span,
    args: [number(scale)],
    ...span,
  });
  switch (value.kind) {
    case "number":
    case "percent":
      return number(value.scale);
    case "money":
      return call("money", value.scale);
    case "duration":
      return call(value.days ? "days" : value.milliseconds % 3_600_000n === 0n ? "hours" : "minutes");
    default:
      return undefined;
  }
}
