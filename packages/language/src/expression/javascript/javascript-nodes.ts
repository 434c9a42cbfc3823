// How each node becomes JavaScript: the rules by which it gives the value that SQL gives.
import type { Code } from "./javascript-code.ts";
import type { Runtime } from "./runtime.ts";
import { dayNumber } from "../constant.ts";
import type { CoreNode, Node, Typed, TypedOf } from "../typed.ts";
import type { Type } from "../type.ts";

/** What the lowering of one node may ask for. */
export type Lower = { readonly moneyScale: number; readonly code: (typed: Typed) => Code };

export type JavaScriptPrinters = { readonly [Name in Node["node"]]: (typed: TypedOf<Name>, lower: Lower) => Code };
export type CorePrinters = { readonly [Name in CoreNode]: (typed: TypedOf<Name>, lower: Lower) => Code };

export const corePrinters: CorePrinters = {
  null: () => literal(null),
  "yes/no": ({ value }) => literal(value),
  number: (typed, lower) =>
    literal(typed.digits * 10n ** BigInt(Math.max(0, scaleOf(typed.type, lower) - typed.scale))),
  text: ({ value }) => literal(value),
  date: ({ value }) => literal(dayNumber(value)),
  datetime: ({ value }) => literal(value),
  time: ({ milliseconds }) => literal(milliseconds),
  duration: ({ milliseconds }) => literal(milliseconds),
  constant: ({ value }, lower) => lower.code(value),

  scope: ({ name, source }) => {
    if (source === "me" || source === "now" || source === "today") return property(context, source);
    return property(property(context, "scope"), name);
  },
  item: ({ name }) => variable(itemName(name)),
  "the row": ({ entity }) => call("theRow", context, literal(entity)),
  field: ({ of, field }, lower) => property(lower.code(of), field),

  not: ({ of }, lower) => ({ code: "unary", operator: "!", of: lower.code(of) }),
  and: ({ left, right }, lower) => binary("&&", lower.code(left), lower.code(right)),
  or: ({ left, right }, lower) => binary("||", lower.code(left), lower.code(right)),
  conditional: ({ test, then, otherwise, type }, lower) => ({
    code: "conditional",
    test: lower.code(test),
    then: fitted(then, type, lower),
    otherwise: fitted(otherwise, type, lower),
  }),

  "is empty": ({ of }, lower) => binary("===", lower.code(of), literal(null)),
  equal: ({ left, right }, lower) => binary("===", ...comparable(left, right, lower)),
  compare: ({ operator, left, right }, lower) => {
    const [a, b] = comparable(left, right, lower);
    return left.type.kind === "text" ? binary(operator, call("order", a, b), literal(0)) : binary(operator, a, b);
  },
  "one of": ({ of, items }, lower) => {
    const type = items.reduce((widest, item) => wider(widest, item.type), of.type);
    const list = { code: "array", items: items.map((item) => identity(item, type, lower)) } as const;
    return call("includes", list, identity(of, type, lower));
  },
  "in list": ({ of, list }, lower) => {
    const itemType = list.type.kind === "list" ? list.type.of : list.type;
    const type = wider(of.type, itemType);
    const item = variable("item");
    const each = sameness(item, itemType, type, lower);
    const items =
      each === item
        ? lower.code(list)
        : call("map", lower.code(list), { code: "function", parameter: "item", body: each });
    return call("includes", items, identity(of, type, lower));
  },

  negate: ({ of }, lower) => ({ code: "unary", operator: "-", of: lower.code(of) }),
  arithmetic: ({ operator, left, right, type }, lower) => {
    if (operator !== "*") return binary(operator, fitted(left, type, lower), fitted(right, type, lower));
    const product = binary("*", lower.code(left), lower.code(right));
    return rescaled(product, scaleOf(left.type, lower) + scaleOf(right.type, lower), scaleOf(type, lower), false);
  },
  divide: ({ operator, left, right }, lower) =>
    call(operator === "/" ? "quotient" : "remainder", lower.code(left), lower.code(right)),
  "time arithmetic": (typed, lower) => {
    const { operator, left, right } = typed;
    const [a, b] = [left.type.kind, right.type.kind];
    if (a === "duration" && (b === "date" || b === "datetime")) return later(right, left, "+", lower);
    if (a !== "duration" && b === "duration") return later(left, right, operator === "-" ? "-" : "+", lower);
    const result = binary(operator, lower.code(left), lower.code(right));
    if (a === "date") return binary("*", call("whole", result), literal(dayLength));
    return a === "datetime" || a === "time" ? call("whole", result) : result;
  },
  concatenate: ({ left, right }, lower) => binary("+", lower.code(left), lower.code(right)),
  lookup: ({ key, entries, type }, lower) => {
    const items = entries.map(([code, value]): Code => ({
      code: "array",
      items: [literal(code), fitted(value, type, lower)],
    }));
    return call("lookup", lower.code(key), { code: "array", items });
  },
  "has role": ({ of, role, within }, lower) =>
    call("hasRole", context, lower.code(of), literal(role), within ? lower.code(within) : literal(null)),

  "all rows": ({ entity }) => call("rows", context, literal(entity)),
  list: ({ items, type }, lower) => ({
    code: "array",
    items: items.map((item) => (type.kind === "list" ? fitted(item, type.of, lower) : lower.code(item))),
  }),
  filter: (typed, lower) => call("filter", lower.code(typed.list), bodyOf(typed, lower)),
  map: (typed, lower) => call("map", lower.code(typed.list), bodyOf(typed, lower)),
  quantifier: (typed, lower) => {
    const name = typed.quantifier === "exists_one" ? "existsOne" : typed.quantifier;
    return call(name, lower.code(typed.list), bodyOf(typed, lower));
  },
  count: ({ of }, lower) => call("count", lower.code(of)),
  aggregate: ({ aggregate, of, type }, lower) => {
    const list = lower.code(of);
    if (aggregate === "average" || aggregate === "median") {
      const away = scaleOf(type, lower) - (of.type.kind === "list" ? scaleOf(of.type.of, lower) : 0);
      return call(aggregate, list, power(Math.max(0, away)), power(Math.max(0, -away)));
    }
    return call(aggregate, list);
  },
  first: ({ list, item, by, descending }, lower) =>
    call(
      "first",
      lower.code(list),
      { code: "function", parameter: itemName(item), body: lower.code(by) },
      literal(descending),
    ),
  only: ({ list }, lower) => call("only", lower.code(list)),
};

const dayLength = 86_400_000n;

export const literal = (value: null | boolean | number | bigint | string): Code => ({ code: "literal", value });
const variable = (name: string): Code => ({ code: "variable", name });
export const context: Code = variable("context");
export const property = (of: Code, name: string): Code => ({ code: "property", of, name });
export const call = (name: keyof Runtime, ...args: readonly Code[]): Code => ({ code: "call", name, args });
const power = (exponent: number): Code => literal(10n ** BigInt(exponent));
export const times = (code: Code, exponent: number): Code =>
  exponent === 0 ? code : binary("*", code, power(exponent));

/** A name that people gave may be a word of JavaScript. */
const itemName = (name: string): string => `item_${name}`;

export function binary(operator: Extract<Code, { code: "binary" }>["operator"], left: Code, right: Code): Code {
  return { code: "binary", operator, left, right };
}

function bodyOf(typed: { readonly item: string; readonly body: Typed }, lower: Lower): Code {
  return { code: "function", parameter: itemName(typed.item), body: lower.code(typed.body) };
}

function later(from: Typed, amount: Typed, operator: "+" | "-", lower: Lower): Code {
  const duration = lower.code(amount);
  const signed: Code = operator === "-" ? { code: "unary", operator: "-", of: duration } : duration;
  return call(from.type.kind === "date" ? "addDays" : "addTime", lower.code(from), signed);
}

/** How many decimals a number has in JavaScript, where it is whole. */
export function scaleOf(type: Type, lower: Lower): number {
  return type.kind === "number" ? type.scale : type.kind === "money" ? lower.moneyScale : 0;
}

export function rescaled(code: Code, from: number, to: number, mayBeEmpty: boolean): Code {
  if (from === to || (code.code === "literal" && code.value === null)) return code;
  if (from > to) return call("round", code, power(from - to));
  if (code.code === "literal" && typeof code.value === "bigint") return literal(code.value * 10n ** BigInt(to - from));
  return mayBeEmpty ? call("scaleUp", code, power(to - from)) : times(code, to - from);
}

const isNumber = (type: Type): boolean => type.kind === "number" || type.kind === "money";

/** At the scale of a type that has at least as many decimals. */
export function fitted(typed: Typed, type: Type, lower: Lower): Code {
  if (!isNumber(typed.type) || !isNumber(type)) return lower.code(typed);
  return rescaled(lower.code(typed), scaleOf(typed.type, lower), scaleOf(type, lower), typed.type.empty);
}

const wider = (left: Type, right: Type): Type =>
  left.kind === "null" || (left.kind === "number" && right.kind === "number" && right.scale > left.scale)
    ? right
    : left;

/** What `===` compares: rows by their ids, numbers at one scale. */
function sameness(code: Code, own: Type, type: Type, lower: Lower): Code {
  if (own.kind === "row") return call("id", code);
  return isNumber(own) && isNumber(type) ? rescaled(code, scaleOf(own, lower), scaleOf(type, lower), own.empty) : code;
}

const identity = (typed: Typed, type: Type, lower: Lower): Code => sameness(lower.code(typed), typed.type, type, lower);

function comparable(left: Typed, right: Typed, lower: Lower): [Code, Code] {
  const type = wider(left.type, right.type);
  return [identity(left, type, lower), identity(right, type, lower)];
}
