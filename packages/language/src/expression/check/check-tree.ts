// The checker's table of contents: every form of a tree and the room that types it.
import type { Tree } from "../tree.ts";
import type { Type } from "../type.ts";
import type { Typed } from "../typed.ts";
import { adapt, joined } from "./adapt.ts";
import { checkArithmetic, checkNegation } from "./arithmetic.ts";
import { checkEquality, checkMembership, checkOrder } from "./comparison.ts";
import { checkIndex } from "./constants.ts";
import { yesNo } from "./fold.ts";
import { checkCall, checkMethod } from "./calls.ts";
import { placeOf, report, typed, type CheckPoint } from "./check-point.ts";
import { checkChain, checkConditional, checkNot } from "./logic.ts";
import { checkField, checkName } from "./names.ts";
import { mismatch } from "./problems.ts";
import { describe } from "./words.ts";

/** Types a tree where it stands. Undefined where it is wrong: that is reported once, and nothing that follows from it. */
export function checkTree(tree: Tree, here: CheckPoint): Typed | undefined {
  switch (tree.kind) {
    case "null":
      return typed(tree, { kind: "null", empty: true }, { node: "null" });
    case "boolean":
      return yesNo(tree, tree.value);
    case "number":
      return typed(
        tree,
        { kind: "number", scale: tree.scale, empty: false },
        { node: "number", digits: tree.digits, scale: tree.scale },
      );
    case "text":
      return typed(tree, { kind: "text", empty: false }, { node: "text", value: tree.value });
    case "name":
      return checkName(tree, here);
    case "field":
      return checkField(tree, here);
    case "index":
      return checkIndex(tree, here);
    case "list":
      return checkList(tree, here);
    case "unary":
      return tree.operator === "not" ? checkNot(tree, here) : checkNegation(tree, here);
    case "binary":
      return checkBinary(tree, here);
    case "conditional":
      return checkConditional(tree, here);
    case "call":
      return checkCall(tree, here);
    case "method":
      return checkMethod(tree, here);
  }
}

function checkBinary(tree: Extract<Tree, { kind: "binary" }>, here: CheckPoint): Typed | undefined {
  const { operator } = tree;
  switch (operator) {
    case "and":
    case "or":
      return checkChain(tree, operator, here);
    case "==":
    case "!=":
      return checkEquality(tree, here);
    case "<":
    case "<=":
    case ">":
    case ">=":
      return checkOrder(tree, operator, here);
    case "in":
    case "not in":
      return checkMembership(tree, here);
    default:
      return checkArithmetic(tree, operator, here);
  }
}

/** A list written out; its items are of one kind, which the first that is no literal tells. */
function checkList(tree: Extract<Tree, { kind: "list" }>, here: CheckPoint): Typed | undefined {
  const items = tree.items.map((item) => here.whole.check(item, here));
  if (!items.every((item) => item !== undefined)) return undefined;
  const isLiteral = ({ node }: Typed) => node === "text" || node === "number" || node === "null";
  const sample = items.find((item) => !isLiteral(item)) ?? items.find(({ node }) => node !== "null") ?? items[0];
  let of: Type = sample ? { ...sample.type, empty: false } : { kind: "null", empty: true };
  const meant: Typed[] = [];
  for (const item of items) {
    const adapted = adapt(item, of, here);
    if (adapted === undefined) return undefined;
    const both = joined(of, adapted.type);
    if (both === undefined) {
      const { schema } = here.whole;
      const said = `a list holds one kind of values, and this has ${describe(of, schema)} and ${describe(item.type, schema)}`;
      return report(here, mismatch.at(placeOf(here, item), said));
    }
    of = both;
    meant.push(adapted);
  }
  return typed(tree, { kind: "list", of, empty: false }, { node: "list", items: meant });
}
