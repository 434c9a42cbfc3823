// The numbers and texts that a document compares a field with: at them something is decided.
import type { Tree } from "@writ/language/model";
import { constantValue } from "../interpreter/world/constants.ts";
import { isList, numberOf, quantity, type NumberValue, type Value } from "../interpreter/values/value.ts";
import type { Program } from "../interpreter/world/world.ts";

/** By the identifiers of fields, whatever their entities. */
export type Literals = ReadonlyMap<string, { readonly numbers: NumberValue[]; readonly texts: string[] }>;

/** A cache: many steps are drawn of one program. */
const known = new WeakMap<Program, Literals>();

export function literalsOf(program: Program): Literals {
  const result = known.get(program) ?? literalsIn(program);
  known.set(program, result);
  return result;
}

function literalsIn(program: Program): Literals {
  const literals = new Map<string, { readonly numbers: NumberValue[]; readonly texts: string[] }>();
  const passed = new Set<object>();
  const compare = (one: Tree, other: Tree): void => {
    if (one.kind !== "field") return;
    const own = literals.get(one.name) ?? { numbers: [], texts: [] };
    literals.set(one.name, own);
    const value = literalValue(program, other);
    if (typeof value === "string") own.texts.push(value);
    else if (value !== null && typeof value === "object" && !isList(value) && value.kind !== "row")
      own.numbers.push(quantity(value));
  };
  const look = (value: unknown): void => {
    if (typeof value !== "object" || value === null || passed.has(value)) return;
    passed.add(value);
    if (isBinary(value)) {
      compare(value.left, value.right);
      compare(value.right, value.left);
    }
    for (const part of value instanceof Map ? value.values() : Object.values(value)) look(part);
  };
  look(program.model);
  return literals;
}

const isBinary = (value: object): value is Extract<Tree, { readonly kind: "binary" }> =>
  "kind" in value && value.kind === "binary" && "left" in value && "right" in value;

function literalValue(program: Program, tree: Tree): Value {
  switch (tree.kind) {
    case "number":
      return numberOf(tree.digits, tree.scale);
    case "text":
      return tree.value;
    case "name":
      return constantValue(program, tree.name) ?? null;
    // `money(10)`, `days(3)`.
    case "call":
      return tree.args[0] === undefined ? null : literalValue(program, tree.args[0]);
    default:
      return null;
  }
}
