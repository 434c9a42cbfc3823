// How each node is printed in the strict form: the rules by which SQL gives the value that JavaScript gives.
import type { Print } from "../sql.ts";
import { quoteDate, quoteInterval, quoteMoment, quoteNumber, quoteText, quoteTime } from "./sql-quote.ts";
import { aggregateOf, selectFrom, valueOf } from "./sql-rows.ts";
import { staysInReach } from "../time-reach.ts";
import type { Type } from "../type.ts";
import type { CoreNode, Node, Typed, TypedOf } from "../typed.ts";

export type ValuePrinters = {
  readonly [Name in Node["node"]]: (typed: TypedOf<Name>, print: Print) => string;
};

export type CoreValuePrinters = Pick<ValuePrinters, CoreNode>;

export const coreValuePrinters: CoreValuePrinters = {
  null: () => "NULL",
  "yes/no": ({ value }) => String(value),
  number: ({ digits, scale }) => quoteNumber(digits, scale),
  text: ({ value }) => quoteText(value),
  date: ({ value }) => quoteDate(value),
  datetime: ({ value }) => quoteMoment(value),
  time: ({ milliseconds }) => quoteTime(milliseconds),
  duration: ({ milliseconds }) => quoteNumber(milliseconds, 0),
  constant: ({ value }, print) => print.strict(value),

  scope: (typed, print) => {
    const named = print.target.name(typed.name);
    if (named.kind === "value") return named.value;
    return typed.type.kind === "row" ? print.target.id(named.row, typed.type.entity) : named.row;
  },
  item: ({ name }, print) => valueOf(print.itemNamed(name), print),
  "the row": ({ entity }, print) => {
    const row = print.newAlias(entity);
    return `(SELECT ${print.target.id(row, entity)} FROM ${print.target.table(entity)} AS ${row} LIMIT 1)`;
  },
  field: (typed, print) => {
    const { of, entity, field, type } = typed;
    const { target } = print;
    if (type.kind === "list" && target.list(entity, field, print.rowOf(of)).kind !== "array")
      return arrayOf(typed, print);
    const own = print.rowOf(of);
    if (own !== undefined) return target.field(own, entity, field);
    const row = print.newAlias(entity);
    const from = `SELECT ${target.field(row, entity, field)} FROM ${target.table(entity)} AS ${row}`;
    return of.node === "the row"
      ? `(${from} LIMIT 1)`
      : `(${from} WHERE ${target.id(row, entity)} = ${print.strict(of)})`;
  },

  not: ({ of }, print) => {
    if (of.node === "is empty") return `(${print.strict(of.of)} IS NOT NULL)`;
    if (of.node !== "equal") return `(NOT ${print.strict(of)})`;
    const isAnyEmpty = of.left.type.empty || of.right.type.empty;
    return `(${print.strict(of.left)} ${isAnyEmpty ? "IS DISTINCT FROM" : "<>"} ${print.strict(of.right)})`;
  },
  and: (typed, print) => `(${chainOf(typed).map(print.strict).join(" AND ")})`,
  or: (typed, print) => `(${chainOf(typed).map(print.strict).join(" OR ")})`,
  // A test that is NULL leads to ELSE as one that is false does, so its comparisons may stay bare.
  conditional: (typed, print) => {
    const { test, then, otherwise, type } = typed;
    if (type.kind === "list") return arrayOf(typed, print);
    return `(CASE WHEN ${print.filter(test)} THEN ${print.strict(then)} ELSE ${print.strict(otherwise)} END)`;
  },

  "is empty": ({ of }, print) => `(${print.strict(of)} IS NULL)`,
  equal: ({ left, right }, print) => {
    const [a, b] = [print.strict(left), print.strict(right)];
    if (left.type.empty && right.type.empty) return `(${a} IS NOT DISTINCT FROM ${b})`;
    return left.type.empty || right.type.empty ? `COALESCE(${a} = ${b}, false)` : `(${a} = ${b})`;
  },
  compare: ({ operator, left, right }, print) => `(${ordered(left, print)} ${operator} ${ordered(right, print)})`,
  "one of": ({ of, items }, print) => {
    const isOneOf = `${print.strict(of)} IN (${items.map(print.strict).join(", ")})`;
    return of.type.empty ? `COALESCE(${isOneOf}, false)` : `(${isOneOf})`;
  },
  "in list": ({ of, list }, print) => {
    if (isOwnArray(list, print) && !of.type.empty) return `(${print.strict(of)} = ANY (${print.strict(list)}))`;
    const itemMayBeEmpty = list.type.kind === "list" && list.type.of.empty;
    const rows = print.rows(list);
    const item = valueOf(rows.item, print);
    if (!of.type.empty && !itemMayBeEmpty) return `(${print.strict(of)} IN (${selectFrom(rows, item)}))`;
    const same = of.type.empty && itemMayBeEmpty ? "IS NOT DISTINCT FROM" : "=";
    return `EXISTS (${selectFrom(rows, "1", `${item} ${same} ${print.strict(of)}`)})`;
  },

  negate: ({ of }, print) => `(- ${exact(of, print)})`,
  arithmetic: (typed, print) => {
    const value = `(${exact(typed.left, print)} ${typed.operator} ${exact(typed.right, print)})`;
    const isRounded = typed.operator === "*" && typed.type.kind === "money";
    return isRounded ? `round(${value}, ${print.target.moneyScale})` : value;
  },
  // The divisor is looked at here whatever guards it: SQL may work out what stands behind a guard.
  divide: ({ operator, left, right }, print) => {
    const isLiteral = right.node === "number" && right.digits !== 0n;
    const divisor = isLiteral ? exact(right, print) : `NULLIF(${exact(right, print)}, 0)`;
    return `${operator === "/" ? "div" : "mod"}(${exact(left, print)}, ${divisor})`;
  },
  "time arithmetic": (typed, print) => {
    const { operator, left, right } = typed;
    const [a, b] = [left.type.kind, right.type.kind];
    if (a === "date" && b === "date") return `((${print.strict(left)} - ${print.strict(right)})::bigint * ${day})`;
    if (a === b && (a === "datetime" || a === "time")) {
      return `(extract(epoch FROM (${print.strict(left)} - ${print.strict(right)})) * 1000)`;
    }
    if (a === "duration" && b === "date") return later(typed, right, left, "+", print);
    if (a === "duration" && b === "datetime") return later(typed, right, left, "+", print);
    if (a === "date" || a === "datetime") return later(typed, left, right, operator === "-" ? "-" : "+", print);
    return `(${exact(left, print)} ${operator} ${exact(right, print)})`;
  },
  concatenate: ({ left, right }, print) => `(${print.strict(left)} || ${print.strict(right)})`,
  lookup: ({ key, entries }, print) => {
    const cases = entries.map(([code, value]) => `WHEN ${quoteText(code)} THEN ${print.strict(value)}`);
    return `(CASE ${print.strict(key)} ${cases.join(" ")} END)`;
  },
  "has role": ({ of, role, within }, print) => {
    const isMe = of.node === "scope" && of.source === "me";
    return print.target.hasRole(isMe ? undefined : print.strict(of), role, within && print.strict(within));
  },

  // As values, lists are arrays.
  "all rows": arrayOf,
  list: arrayOf,
  filter: arrayOf,
  map: arrayOf,
  quantifier: ({ quantifier, list, item, body }, print) => {
    const rows = print.bind(print.rows(list), item);
    if (quantifier === "exists") return `EXISTS (${selectFrom(rows, "1", print.filter(body))})`;
    if (quantifier === "all") return `NOT EXISTS (${selectFrom(rows, "1", `${print.filter(body)} IS NOT TRUE`)})`;
    return `((${selectFrom(rows, "count(*)", print.filter(body))}) = 1)`;
  },
  count: ({ of }, print) => {
    const isArray = of.node === "field" && print.target.list(of.entity, of.field, print.rowOf(of.of)).kind === "array";
    return isArray ? `cardinality(${print.strict(of)})` : `(${selectFrom(print.rows(of), "count(*)")})`;
  },
  aggregate: (typed, print) => {
    const { aggregate, of, type } = typed;
    const places = type.kind === "number" ? type.scale : type.kind === "money" ? print.target.moneyScale : 0;
    return aggregateOf(of, print, (value) => {
      switch (aggregate) {
        case "sum":
          return `COALESCE(sum(${value}), 0)`;
        case "min":
        case "max":
          return `${aggregate}(${value})`;
        case "average":
          return sqlRuntimeCall("divide", print, `sum(${value})`, `count(${value})`, String(places));
        case "median": {
          // The two values in the middle, or the one in the middle twice.
          const middle = (order: string) => `percentile_disc(0.5) WITHIN GROUP (ORDER BY ${value} ${order})::numeric`;
          return sqlRuntimeCall("divide", print, `${middle("ASC")} + ${middle("DESC")}`, "2", String(places));
        }
      }
    });
  },
  first: ({ list, item, by, descending }, print) => {
    const rows = print.bind(print.rows(list), item);
    const columns = selectFrom(rows, `${valueOf(rows.item, print)} AS value, ${print.strict(by)} AS place`);
    const alias = print.newAlias("items");
    const itemType = list.type.kind === "list" ? list.type.of : list.type;
    // Columns, because ORDER BY takes a literal for the number of a column.
    const order = `${inOrder(`${alias}.place`, by.type)} ${descending ? "DESC" : "ASC"}, ${inOrder(`${alias}.value`, itemType)}`;
    return `(SELECT ${alias}.value FROM (${columns}) AS ${alias} ORDER BY ${order} LIMIT 1)`;
  },
  only: ({ list }, print) =>
    aggregateOf(list, print, (value) => `CASE WHEN count(*) = 1 THEN (array_agg(${value}))[1] END`),
};

const day = 86_400_000;

/** `a and b and c` from a tree that leans to the left. */
export function chainOf(typed: TypedOf<"and">): readonly Typed[] {
  const parts: Typed[] = [];
  let rest: Typed = typed;
  while (rest.node === typed.node && (rest.node === "and" || rest.node === "or")) {
    parts.push(rest.right);
    rest = rest.left;
  }
  return [...parts, rest].reverse();
}

/** An array column that is at hand: after ANY, one that is selected would be taken for rows. */
export function isOwnArray(list: Typed, print: Print): boolean {
  if (list.node !== "field" || print.rowOf(list.of) === undefined) return false;
  return print.target.list(list.entity, list.field, print.rowOf(list.of)).kind === "array";
}

/**
 * Whole numbers are unbounded inside an expression. Only arithmetic needs that; a cast elsewhere would cost the index.
 * One operand that is `numeric` makes the operation so: literals alone have been folded.
 */
export function exact(typed: Typed, print: Print): string {
  const value = print.strict(typed);
  const isWhole = typed.type.kind === "duration" || (typed.type.kind === "number" && typed.type.scale === 0);
  return isWhole && !isNumeric.has(typed.node) && !print.isNumeric(typed) ? `${value}::numeric` : value;
}

/** Literals, and what exact() has made numeric already. */
const isNumeric: ReadonlySet<Node["node"]> = new Set<Node["node"]>([
  "number",
  "duration",
  "constant",
  "negate",
  "arithmetic",
  "divide",
]);

/** Texts are ordered by code point, whatever the database's collation is. */
function inOrder(value: string, type: Type): string {
  return type.kind === "text" || type.kind === "choice" || type.kind === "file" ? `${value} COLLATE "C"` : value;
}

const ordered = (typed: Typed, print: Print): string => inOrder(print.strict(typed), typed.type);

/** Functions of `plan/foundation/arithmetic.sql`. */
type SqlRuntimeFunction = "divide" | "add_days" | "add_time" | "slug";

export function sqlRuntimeCall(name: SqlRuntimeFunction, print: Print, ...args: readonly string[]): string {
  return `${print.target.runtime}.${name}(${args.join(", ")})`;
}

function arrayOf(list: Typed, print: Print): string {
  const rows = print.rows(list);
  return `ARRAY(${selectFrom(rows, valueOf(rows.item, print))})`;
}

/** A date or moment and an amount of time. */
function later(whole: Typed, from: Typed, amount: Typed, operator: "+" | "-", print: Print): string {
  const start = print.strict(from);
  const literal = amount.node === "constant" ? amount.value : amount;
  if (literal.node !== "duration" || !staysInReach(whole)) {
    const signed = operator === "-" ? `- ${exact(amount, print)}` : exact(amount, print);
    return sqlRuntimeCall(from.type.kind === "date" ? "add_days" : "add_time", print, start, signed);
  }
  if (from.type.kind === "date") return `(${start} ${operator} ${quoteNumber(literal.milliseconds / BigInt(day), 0)})`;
  // By way of UTC it depends on no time zone of a connection, so that a generated column may hold it.
  return `((${start} AT TIME ZONE 'UTC' ${operator} ${quoteInterval(literal.milliseconds)}) AT TIME ZONE 'UTC')`;
}
