// Constants of section 9 in an expression, and tables of them, looked up by a choice.
import type { Span } from "../../problem.ts";
import type { ConstantSchema, ConstantValue } from "../schema.ts";
import type { Tree } from "../tree.ts";
import type { Type } from "../type.ts";
import type { Typed } from "../typed.ts";
import { full, mention, placeOf, report, textOf, typed, type CheckPoint } from "./check-point.ts";
import { incompleteTable, mismatch, notCheckable, unknownChoice } from "./problems.ts";
import { describe } from "./words.ts";

export function checkConstant(constant: ConstantSchema, at: Span, here: CheckPoint): Typed | undefined {
  const { id, type } = constant;
  here.whole.reads.constants.add(id);
  mention(here, "constant", id, at);
  if (type.kind === "table") {
    const keys = type.keys.slice(0, 3).join(", ");
    const said = `${id} has a value for each of ${keys}${type.keys.length > 3 ? ", …" : ""};`;
    return report(here, mismatch.at(placeOf(here, at), said, `say which: ${id}[...]`));
  }
  const value = literalOf(constant.value, type, at, here);
  return value && typed(at, type, { node: "constant", id, value });
}

/** A constant's value as the literal that would give it. */
function literalOf(value: ConstantValue, type: Type, at: Span, { whole: { schema } }: CheckPoint): Typed | undefined {
  switch (value.kind) {
    case "yes/no":
      return typed(at, type, { node: "yes/no", value: value.value });
    case "number":
      return typed(at, type, { node: "number", digits: value.digits, scale: value.scale });
    case "money":
      return typed(at, type, { node: "number", digits: value.minor, scale: schema.moneyScale });
    case "time":
      return typed(at, type, { node: "time", milliseconds: value.milliseconds });
    case "duration":
      return typed(at, type, { node: "duration", milliseconds: value.milliseconds });
    case "table":
      return undefined;
  }
}

/** `response_time[ticket.priority]`; nothing else has an index. */
export function checkIndex(tree: Extract<Tree, { kind: "index" }>, here: CheckPoint): Typed | undefined {
  const { of } = tree;
  const constant =
    of.kind === "name" && !here.items.has(of.name) ? here.whole.schema.constants.get(of.name) : undefined;
  if (constant?.type.kind === "table" && constant.value.kind === "table") {
    here.whole.reads.constants.add(constant.id);
    mention(here, "constant", constant.id, of);
    return lookUp(tree, constant, constant.type, constant.value.entries, here);
  }
  const list = here.whole.check(of, here);
  here.whole.check(tree.index, here);
  if (list === undefined) return undefined;
  const hint = list.type.kind === "list" ? `write ${textOf(here, of)}.first(x, ...) or .only()` : undefined;
  return report(here, notCheckable.at(placeOf(here, tree), hint));
}

function lookUp(
  tree: Extract<Tree, { kind: "index" }>,
  { id, label }: ConstantSchema,
  { keys, of }: Extract<Type, { kind: "table" }>,
  values: ReadonlyMap<string, ConstantValue>,
  here: CheckPoint,
): Typed | undefined {
  const key = full(here.whole.check(tree.index, here), here);
  if (key === undefined) return undefined;
  const entries = [...values].flatMap(([code, value]) => {
    const literal = literalOf(value, of, tree, here);
    return literal ? [[code, literal] as const] : [];
  });
  if (key.node === "text" && key.type.kind === "text") {
    const found = entries.find(([code]) => code === key.value);
    if (found) return typed(tree, of, { node: "constant", id, value: found[1] });
    return report(here, unknownChoice.at(placeOf(here, key), label, "value for", key.value, keys));
  }
  if (key.type.kind !== "choice") {
    const said = `${id} is looked up by a choice or state, and this is ${describe(key.type, here.whole.schema)}`;
    return report(here, mismatch.at(placeOf(here, key), said));
  }
  const { codes } = key.type;
  const missing = codes.filter((code) => !values.has(code));
  if (missing.length > 0) {
    const unused = keys.filter((code) => !codes.includes(code));
    return report(here, incompleteTable.at(placeOf(here, tree.index), label, missing, unused));
  }
  return typed(tree, of, { node: "lookup", id, key, entries });
}
