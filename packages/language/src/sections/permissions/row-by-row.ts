// Whether a condition splits into arms that the database works out once per request: the person's own facts, a column
// of the row, or the rows that one reference leads to. What does not split is asked again for every row.
import type { Schema } from "../../expression/schema.ts";
import type { Typed } from "../../expression/typed.ts";
import { childrenOf } from "../../expression/children.ts";

/** Undefined where the condition splits; else, for people, what keeps it from splitting. */
export function decidedRowByRow(condition: Typed, entity: string, schema: Schema): string | undefined {
  for (const arm of armsOf(condition)) {
    const keys = new Set<string>();
    const own = new Set<string>();
    collect(arm, keys, own);
    const label = (field: string) => schema.entities.get(entity)?.fields.get(field)?.label ?? field;
    const plain = [...own].filter((field) => !keys.has(field));
    const [first, second] = [...keys];
    if (first !== undefined && second !== undefined)
      return `it compares what ${label(first)} and ${label(second)} lead to`;
    if (first !== undefined && plain[0] !== undefined)
      return `it compares ${label(plain[0])} with what ${label(first)} leads to`;
  }
  return undefined;
}

/** `and`, `or` and `not` join arms; each is decided on its own. */
function armsOf(condition: Typed): readonly Typed[] {
  switch (condition.node) {
    case "and":
    case "or":
      return [...armsOf(condition.left), ...armsOf(condition.right)];
    case "not":
      return armsOf(condition.of);
    default:
      return [condition];
  }
}

/** `keys`: fields of the row that the arm steps through, or lists of it. `own`: fields of the row that it reads as they are. */
function collect(typed: Typed, keys: Set<string>, own: Set<string>): void {
  if (typed.node === "field") {
    const root = rootField(typed);
    if (root) {
      const stepped = root !== typed || typed.type.kind === "list";
      (stepped ? keys : own).add(root.field);
      return;
    }
  }
  for (const child of childrenOf(typed)) collect(child, keys, own);
}

type FieldNode = Extract<Typed, { node: "field" }>;

/** The first step of a path that begins at the clause's own row. */
function rootField(typed: FieldNode): FieldNode | undefined {
  if (typed.of.node === "scope" && typed.of.source === "row" && !typed.of.name.startsWith("my_")) return typed;
  return typed.of.node === "field" ? rootField(typed.of) : undefined;
}
