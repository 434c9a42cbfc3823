// Conditions generated from parts that an author has written; their words are those of what they are about.
import type { Span } from "../problem.ts";
import type { Tree } from "./tree.ts";

export const negated = (of: Tree, { start, end }: Span = of): Tree => ({
  kind: "unary",
  operator: "not",
  of,
  start,
  end,
});

export const joined = (operator: "and" | "or", left: Tree, right: Tree, { start, end }: Span): Tree => ({
  kind: "binary",
  operator,
  left,
  right,
  start,
  end,
});

export const truth = (value: boolean, { start, end }: Span): Tree => ({ kind: "boolean", value, start, end });

export const isTruth = (tree: Tree, value: boolean): boolean => tree.kind === "boolean" && tree.value === value;
