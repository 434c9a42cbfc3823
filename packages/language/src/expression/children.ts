// The expressions directly inside a typed expression, for whoever walks it.
import type { Typed } from "./typed.ts";

export function childrenOf(typed: Typed): readonly Typed[] {
  switch (typed.node) {
    case "null":
    case "yes/no":
    case "number":
    case "text":
    case "date":
    case "datetime":
    case "duration":
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
    case "round":
    case "duration of":
    case "weekday":
    case "date of":
    case "money of":
    case "text of":
    case "length":
    case "matches":
    case "lower":
    case "slug":
    case "in number order":
    case "count":
    case "aggregate":
      return [typed.of];
    case "and":
    case "or":
    case "equal":
    case "compare":
    case "arithmetic":
    case "divide":
    case "divide exactly":
    case "lesser":
    case "greater":
    case "concatenate":
    case "time arithmetic":
    case "days between":
      return [typed.left, typed.right];
    case "conditional":
      return [typed.test, typed.then, typed.otherwise];
    case "one of":
      return [typed.of, ...typed.items];
    case "in list":
      return [typed.of, typed.list];
    case "text test":
      return [typed.of, typed.part];
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
  }
}
