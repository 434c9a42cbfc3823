// Nodes that are written out, and so known when the document is read.
import type { Node, Typed, TypedOf } from "./typed.ts";

export type LiteralNode = "null" | "yes/no" | "number" | "text" | "date" | "datetime" | "time" | "duration";

const literals: ReadonlySet<Node["node"]> = new Set<LiteralNode>([
  "null",
  "yes/no",
  "number",
  "text",
  "date",
  "datetime",
  "time",
  "duration",
]);

export const isLiteral = (typed: Typed): typed is TypedOf<LiteralNode> => literals.has(typed.node);
