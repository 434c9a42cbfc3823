// The expressions directly inside a typed expression, for code that walks it.
import { isLiteral } from "./typed-literal.ts";
import type { Typed } from "./typed.ts";

export function childrenOf(typed: Typed): readonly Typed[] {
  if (isLiteral(typed)) return [];
  switch (typed.node) {
    case "scope":
    case "item":
    case "all rows":
    case "the row":
      return [];
    case "constant":
      return [typed.value];
    case "field":
    case "not":
    case "is empty":
    case "negate":
    case "count":
    case "aggregate":
      return [typed.of];
    case "and":
    case "or":
    case "equal":
    case "compare":
    case "arithmetic":
    case "divide":
    case "concatenate":
    case "time arithmetic":
      return [typed.left, typed.right];
    case "conditional":
      return [typed.test, typed.then, typed.otherwise];
    case "one of":
      return [typed.of, ...typed.items];
    case "in list":
      return [typed.of, typed.list];
    case "lookup":
      return [typed.key, ...typed.entries.map(([, value]) => value)];
    case "has role":
      return typed.within ? [typed.of, typed.within] : [typed.of];
    case "list":
      return typed.items;
    case "filter":
    case "map":
    case "quantifier":
      return [typed.list, typed.body];
    case "first":
      return [typed.list, typed.by];
    case "only":
      return [typed.list];
    // What functions make.
    default:
      if ("left" in typed) return [typed.left, typed.right];
      return "part" in typed ? [typed.of, typed.part] : [typed.of];
  }
}
