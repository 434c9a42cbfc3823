// Functions of lists: each gives its items a name and looks at them one by one, or all together.
import type { Tree } from "../tree.ts";
import type { Type } from "../type.ts";
import type { Typed } from "../typed.ts";
import { decision, isScalar, isSum } from "../kinds.ts";
import { itemKey } from "../key.ts";
import type { Call, FunctionRule } from "./call.ts";
import { bothFacts, factsWhen, isKnown, itemFacts, present, type Facts } from "./facts.ts";
import { complain, condition, full, known, placeOf, report, textOf, typed, type CheckPoint } from "./check-point.ts";
import { orderedTexts } from "./number-order.ts";
import { mismatch, nameTaken, wrongForm } from "./problems.ts";
import { describe } from "./words.ts";

type List = Typed & { readonly type: Extract<Type, { kind: "list" }> };

function listOf(call: Call, here: CheckPoint): List | undefined {
  const list = call.of && here.whole.check(call.of, here);
  if (list === undefined) return undefined;
  const { type } = list;
  if (type.kind === "list") return { ...list, type };
  return report(
    here,
    mismatch.at(placeOf(here, list), `${call.name} needs a list, and this is ${describe(type, here.whole.schema)}`),
  );
}

type Bound = { readonly list: List; readonly item: string; readonly body: Typed };

/** `list.f(x, body)`: the body knows x, and what the list was filtered with. */
function bind(
  call: Call,
  here: CheckPoint,
  check: (body: Tree, inside: CheckPoint) => Typed | undefined,
): Bound | undefined {
  const list = listOf(call, here);
  const [name, body] = call.args;
  if (name === undefined || body === undefined) return undefined;
  if (name.kind !== "name") {
    return report(here, wrongForm.at(placeOf(here, name), "the item gets a name first:", `write ${call.name}(x, ...)`));
  }
  const { scope, schema } = here.whole;
  if (here.items.has(name.name) || scope.names.has(name.name) || schema.constants.has(name.name)) {
    report(here, nameTaken.at(placeOf(here, name), name.name));
  }
  const item = freshName(name.name, here);
  const bound = list && typed(name, list.type.of, { node: "item", name: item });
  const facts: Facts = list ? bothFacts(here.facts, itemFacts(list, itemKey(item))) : "everything";
  const result = check(body, { ...here, items: new Map([...here.items, [name.name, bound]]), facts });
  return list && result && { list, item, body: result };
}

/** Unique within the expression, so that printers may use it as it is. */
function freshName(name: string, { whole: { itemNames } }: CheckPoint): string {
  // What is written may itself look like a name that was made here.
  let fresh = name;
  for (let count = itemNames.size + 1; itemNames.has(fresh); count++) fresh = `${name}_${count}`;
  itemNames.set(fresh, name);
  return fresh;
}

/** The body of a function that asks for a condition. */
const asCondition = (call: Call) => (body: Tree, inside: CheckPoint) => {
  const deciding = { ...inside, decides: true };
  return condition(deciding.whole.check(body, deciding), `the condition of ${call.name}`, deciding);
};

function quantifier(name: "exists" | "all" | "exists_one"): FunctionRule {
  return {
    form: `list.${name}(x, condition)`,
    counts: [2],
    check: (call, here) => {
      const bound = bind(call, here, asCondition(call));
      return bound && typed(call, decision, { node: "quantifier", quantifier: name, ...bound });
    },
  };
}

const filter: FunctionRule = {
  form: "list.filter(x, condition)",
  counts: [2],
  check: (call, here) => {
    const bound = bind(call, here, asCondition(call));
    if (bound === undefined) return undefined;
    const { of } = bound.list.type;
    const isFull = isKnown(factsWhen(bound.body, true), present(itemKey(bound.item)));
    return typed(
      call,
      { kind: "list", of: isFull ? { ...of, empty: false } : of, empty: false },
      { node: "filter", ...bound },
    );
  },
};

const map: FunctionRule = {
  form: "list.map(x, value)",
  counts: [2],
  check: (call, here) => {
    const bound = bind(call, here, (body, inside) => inside.whole.check(body, { ...inside, decides: false }));
    if (bound === undefined) return undefined;
    const { type } = bound.body;
    if (type.kind === "list" || type.kind === "file" || type.kind === "null") {
      const said = `map gives one value for each item, and this is ${describe(type, here.whole.schema)}`;
      return report(here, mismatch.at(placeOf(here, bound.body), said));
    }
    return typed(call, { kind: "list", of: type, empty: false }, { node: "map", ...bound });
  },
};

const first: FunctionRule = {
  form: "list.first(x, order)",
  counts: [2],
  check: (call, here) => {
    let descending = false;
    const bound = bind(call, { ...here, decides: false }, (body, inside) => {
      // A minus turns the order round, also of what cannot be negated.
      descending = body.kind === "unary" && body.operator === "-";
      const by = full(inside.whole.check(body.kind === "unary" && descending ? body.of : body, inside), inside);
      if (by === undefined || isScalar(by.type)) return by;
      if (by.type.kind === "text") return orderedTexts([by], inside)[0];
      const said = `${describe(by.type, here.whole.schema)} has no order`;
      return report(inside, mismatch.at(placeOf(inside, by), said));
    });
    if (bound === undefined) return undefined;
    const { list, item, body } = bound;
    return known(call, { ...list.type.of, empty: true }, { node: "first", list, item, by: body, descending }, here);
  },
};

const only: FunctionRule = {
  form: "list.only()",
  counts: [0],
  check: (call, here) => {
    const list = listOf(call, here);
    return list && known(call, { ...list.type.of, empty: true }, { node: "only", list }, here);
  },
};

function aggregate(name: "sum" | "min" | "max" | "average" | "median"): FunctionRule {
  const isPicked = name === "min" || name === "max";
  return {
    form: `list.${name}()`,
    counts: [0],
    hint: `list.map(x, ...).${name}()`,
    check: (call, here) => {
      const of = listOf(call, here);
      if (of === undefined) return undefined;
      const item = of.type.of;
      if (isPicked ? !isScalar(item) : !isSum(item)) {
        const wanted = isPicked
          ? "numbers, amounts of money, dates, moments, times or durations"
          : "numbers, amounts of money or durations";
        const said = `${name} needs a list of ${wanted}, and this is ${describe(of.type, here.whole.schema)}`;
        const hint = item.kind === "row" ? `write ${textOf(here, of)}.map(x, ...).${name}()` : undefined;
        return report(here, mismatch.at(placeOf(here, of), hint === undefined ? said : `${said};`, hint));
      }
      // An empty item would silently not count: the document has to say so.
      if (item.empty) complain(emptyItem(of), { ...here, decides: false });
      return known(
        call,
        { ...resultOf(name, item), empty: name !== "sum" },
        { node: "aggregate", aggregate: name, of },
        here,
      );
    },
  };
}

/** An average keeps six places, as numbers do; a median lies at most half way between two values. */
function resultOf(name: string, item: Type): Type {
  if (name !== "average" && name !== "median") return item;
  if (item.kind === "duration") return { ...item, days: false };
  if (item.kind !== "number") return item;
  return { ...item, scale: name === "average" ? Math.max(item.scale, 6) : item.scale + 1 };
}

/** What makes the items of a list possibly empty: the body of its map, or one of the items written out. */
function emptyItem(list: Typed): Typed {
  if (list.node === "map") return list.body;
  if (list.node === "filter") return emptyItem(list.list);
  if (list.node === "list") return list.items.find((item) => item.type.empty) ?? list;
  return list;
}

export const listMethods = {
  exists: quantifier("exists"),
  all: quantifier("all"),
  exists_one: quantifier("exists_one"),
  filter,
  map,
  first,
  only,
  sum: aggregate("sum"),
  min: aggregate("min"),
  max: aggregate("max"),
  average: aggregate("average"),
  median: aggregate("median"),
} satisfies Record<string, FunctionRule>;
