// Equality, order and membership: both sides must be of one kind, and null equals null.
import { childrenOf } from "../children.ts";
import { constantOf } from "../constant.ts";
import type { Span } from "../../problem.ts";
import { decision, isOrdered } from "../kinds.ts";
import type { Tree } from "../tree.ts";
import type { Type } from "../type.ts";
import type { Comparison, Typed } from "../typed.ts";
import { adapt, conversionHint, joined } from "./adapt.ts";
import { compare, equal, isEmpty, not, oneOf, or } from "./fold.ts";
import { deciding, full, notNull, placeOf, report, textOf, typed, type CheckPoint } from "./check-point.ts";
import { orderedTexts } from "./number-order.ts";
import { mismatch } from "./problems.ts";
import { describe } from "./words.ts";

type Binary = Extract<Tree, { kind: "binary" }>;

export function checkEquality(tree: Binary, here: CheckPoint): Typed | undefined {
  const inside = deciding(here);
  const left = here.whole.check(tree.left, inside);
  const right = here.whole.check(tree.right, inside);
  if (left === undefined || right === undefined) return undefined;
  const same = equality(tree, left, right, inside);
  return same && tree.operator === "!=" ? not(tree, same) : same;
}

function equality(at: Span, left: Typed, right: Typed, here: CheckPoint): Typed | undefined {
  const [value, other] = left.type.kind === "null" ? [right, left] : [left, right];
  if (value.type.kind === "list") {
    const text = textOf(here, value);
    const isNothing = other.type.kind === "null" || (other.node === "list" && other.items.length === 0);
    const hint = isNothing ? `write size(${text}) == 0` : "compare their items";
    return report(here, mismatch.at(placeOf(here, at), "lists are not compared;", hint));
  }
  if (other.type.kind === "null") return isEmpty(at, value);
  const pair = beside(at, left, right, here);
  if (pair === undefined) return undefined;
  if (pair.left.type.kind === "file")
    return report(here, mismatch.at(placeOf(here, at), "files are not compared, except with null"));
  return equal(at, pair.left, pair.right);
}

/** Two values as they are meant beside each other; what does not go together is reported. */
export function beside(
  at: Span,
  left: Typed,
  right: Typed,
  here: CheckPoint,
): { left: Typed; right: Typed } | undefined {
  const one = adapt(left, right.type, here);
  const other = one && adapt(right, one.type, here);
  if (one === undefined || other === undefined) return undefined;
  if (joined(one.type, other.type)) return { left: one, right: other };
  return refuse(at, one, other, here);
}

function refuse(at: Span, left: Typed, right: Typed, here: CheckPoint): undefined {
  const { schema } = here.whole;
  const said = `cannot compare ${describe(left.type, schema)} with ${describe(right.type, schema)}`;
  const hint = hintBetween(left, right, here) ?? hintBetween(right, left, here);
  report(here, mismatch.at(placeOf(here, at), hint === undefined ? said : `${said};`, hint));
}

/** How `from` could be compared with `to`. A text that is written out is what is meant to change, not what it is compared with. */
function hintBetween(from: Typed, to: Typed, here: CheckPoint): string | undefined {
  if (to.node !== "text") return conversionHint(from.type, to.type, textOf(here, from), here.whole.schema);
  return from.type.kind === "number" && /^-?\d+(?:\.\d+)?$/.test(to.value) ? `write ${to.value}` : undefined;
}

export function checkOrder(tree: Binary, operator: Comparison, here: CheckPoint): Typed | undefined {
  const inside = deciding(here);
  const left = notNull(here.whole.check(tree.left, inside), inside);
  const right = notNull(here.whole.check(tree.right, inside), inside);
  if (left === undefined || right === undefined) return undefined;
  const pair = beside(tree, left, right, inside);
  if (pair === undefined) return undefined;
  if (isOrdered(pair.left.type)) {
    const sides = [full(pair.left, inside), full(pair.right, inside)];
    const [one, other] = orderedTexts(
      sides.flatMap((side) => side ?? []),
      inside,
    );
    return one && other && compare(tree, operator, one, other);
  }
  const { kind } = pair.left.type;
  const said =
    kind === "choice"
      ? "choices and states have no order"
      : `${describe(pair.left.type, here.whole.schema)} has no order`;
  const hint = kind === "choice" ? `write ${textOf(here, tree.left)} in ['...', '...']` : undefined;
  return report(here, mismatch.at(placeOf(here, tree), hint === undefined ? said : `${said};`, hint));
}

export function checkMembership(tree: Binary, here: CheckPoint): Typed | undefined {
  const inside = deciding(here);
  const value = here.whole.check(tree.left, inside);
  const found =
    tree.right.kind === "list" ? amongItems(tree, tree.right.items, value, inside) : inList(tree, value, inside);
  return found && tree.operator === "not in" ? not(tree, found) : found;
}

/** `x in ['a', 'b', null, ticket.c]`: constants are looked up together; what is worked out is compared one by one. */
function amongItems(
  tree: Binary,
  trees: readonly Tree[],
  value: Typed | undefined,
  here: CheckPoint,
): Typed | undefined {
  const items = trees.map((item) => here.whole.check(item, here));
  if (trees.length === 0) {
    return report(here, mismatch.at(placeOf(here, tree.right), "this list is empty: nothing is in it"));
  }
  const others = items.filter((item) => item !== undefined && item.type.kind !== "null") as readonly Typed[];
  // A literal takes its kind from the items before they take theirs from it.
  const meant = others.reduce((one, item) => one && adapt(one, item.type, here), value);
  if (meant === undefined) return undefined;
  if (meant.type.kind === "list" || meant.type.kind === "file") {
    return report(here, mismatch.at(placeOf(here, meant), `${describe(meant.type, here.whole.schema)} is in no list`));
  }
  const right = others.flatMap((item) => beside(item, meant, item, here)?.right ?? []);
  if (items.includes(undefined) || right.length < others.length) return undefined;
  const constants = right.filter(constantOf);
  const parts = [
    ...(constants.length === 0 ? [] : [oneOf(tree, meant, constants)]),
    ...right.filter((item) => !constantOf(item)).map((item) => equal(item, meant, item)),
    ...items.flatMap((item) => (item?.type.kind === "null" ? [isEmpty(item, meant)] : [])),
  ];
  if (parts.length > 1 && bindsItems(meant)) return withList(tree, meant, right, items.length > others.length);
  return parts.reduce((left, next) => or(tree, left, next));
}

/** Names of items are unique: what binds one cannot stand there twice. */
const bindsItems = (one: Typed): boolean => "item" in one || childrenOf(one).some(bindsItems);

function withList(tree: Binary, meant: Typed, items: readonly Typed[], hasNull: boolean): Typed {
  const type = items.reduce<Type>((all, item) => joined(all, item.type) ?? all, { ...meant.type, empty: hasNull });
  const empty = hasNull ? [typed(tree.right, { ...type, empty: true }, { node: "null" })] : [];
  const list = typed(
    tree.right,
    { kind: "list", of: type, empty: false },
    { node: "list", items: [...items, ...empty] },
  );
  return typed(tree, decision, { node: "in list", of: meant, list });
}

function inList(tree: Binary, value: Typed | undefined, here: CheckPoint): Typed | undefined {
  const list = here.whole.check(tree.right, here);
  if (value === undefined || list === undefined) return undefined;
  const { schema } = here.whole;
  if (list.type.kind !== "list") {
    const bothText = list.type.kind === "text" && value.type.kind === "text";
    const hint = bothText ? `write ${textOf(here, list)}.contains(${textOf(here, value)})` : undefined;
    const said = `what follows "in" must be a list, and this is ${describe(list.type, schema)}`;
    return report(here, mismatch.at(placeOf(here, list), hint === undefined ? said : `${said};`, hint));
  }
  const { of } = list.type;
  const meant = adapt(value, of, here);
  if (meant === undefined) return undefined;
  if (joined(meant.type, of) && meant.type.kind !== "list" && meant.type.kind !== "file") {
    return typed(tree, decision, { node: "in list", of: meant, list });
  }
  const said = `cannot look for ${describe(value.type, schema)} in ${describe(list.type, schema)}`;
  return report(here, mismatch.at(placeOf(here, tree), said));
}
