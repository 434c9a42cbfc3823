// The rules by which JavaScript and SQL agree, each with a switch for what one would do without it; long because a table.
import { javascriptPrinters } from "../../expression/javascript.ts";
import type { JavaScriptPrinters } from "../../expression/javascript/javascript-nodes.ts";
import { childrenOf } from "../../expression/children.ts";
import { foldConstants } from "../../expression/fold-constants.ts";
import { runtime, type Runtime } from "../../expression/javascript/runtime.ts";
import type { Schema } from "../../expression/schema.ts";
import { quoteText } from "../../expression/sql/sql-quote.ts";
import { aggregateOf, selectFrom, valueOf } from "../../expression/sql/sql-rows.ts";
import { sqlPrinters, type Print, type SqlPrinters } from "../../expression/sql.ts";
import type { Typed } from "../../expression/typed.ts";
import { allRules, type Rules, type Requirement } from "./agreement.ts";
import type { Sort } from "./random-expression.ts";

export type Switch = {
  /** What holds while the switch is on. */
  readonly rule: string;
  readonly off: Rules;
  /** Where the rule matters: in any value, in a policy, or in a generated column. */
  readonly home: "values" | "policies" | "in row";
  /** Expressions in which it matters. */
  readonly wanted: Requirement;
};

type Node = Typed["node"];

const contains = (typed: Typed, is: (typed: Typed) => boolean): boolean =>
  is(typed) || childrenOf(typed).some((child) => contains(child, is));

function rule(
  words: string,
  off: Partial<Rules>,
  sort: Sort,
  wanted: readonly Node[] | ((typed: Typed) => boolean),
  home: Switch["home"] = "values",
): Switch {
  const is = typeof wanted === "function" ? wanted : ({ node }: Typed) => wanted.includes(node);
  return { rule: words, off: { ...allRules, ...off }, home, wanted: { sort, is: (typed) => contains(typed, is) } };
}

const sql = (values: Partial<SqlPrinters["values"]>): Partial<Rules> => ({
  sql: { ...sqlPrinters, values: { ...sqlPrinters.values, ...values } },
});
const filters = (printers: Partial<SqlPrinters["filters"]>): Partial<Rules> => ({
  sql: { ...sqlPrinters, filters: { ...sqlPrinters.filters, ...printers } },
});
const javascript = (printers: Partial<JavaScriptPrinters>): Partial<Rules> => ({
  javascript: { ...javascriptPrinters, ...printers },
});
const run = (functions: Partial<Runtime>): Partial<Rules> => ({ runtime: { ...runtime, ...functions } });

const { values } = sqlPrinters;
const mayBeEmpty = (typed: Typed): boolean =>
  typed.node === "equal" && (typed.left.type.empty || typed.right.type.empty);
const isMoment = (typed: Typed): boolean => typed.node === "time arithmetic" && typed.type.kind === "datetime";
const addsDays = (typed: Typed): boolean =>
  isMoment(typed) &&
  typed.node === "time arithmetic" &&
  (typed.right.node === "constant" || typed.right.node === "duration") &&
  typed.right.type.kind === "duration" &&
  typed.right.type.days;
const comparesTexts = (typed: Typed): boolean => typed.node === "compare" && typed.left.type.kind === "text";
const overlooked = (schema: Schema): Schema => ({
  ...schema,
  entities: new Map(
    [...schema.entities].map(([id, entity]) => {
      const full = [...entity.fields].map(
        ([name, field]) => [name, { ...field, type: { ...field.type, empty: false } }] as const,
      );
      return [id, { ...entity, fields: new Map(full) }];
    }),
  ),
});

export const switches: readonly Switch[] = [
  rule("a value that may be empty is refused until it is guarded", { schema: overlooked }, "yes/no", [
    "compare",
    "arithmetic",
  ]),
  rule(
    "null equals null",
    sql({ equal: ({ left, right }, { strict }) => `(${strict(left)} = ${strict(right)})` }),
    "yes/no",
    mayBeEmpty,
  ),
  rule(
    "what is there differs from what is empty",
    sql({
      not: ({ of }, { strict }) =>
        of.node === "equal" ? `(${strict(of.left)} <> ${strict(of.right)})` : `(NOT ${strict(of)})`,
    }),
    "yes/no",
    (typed) => typed.node === "not" && mayBeEmpty(typed.of),
  ),
  rule(
    "null equals null in a filter",
    filters({ equal: ({ left, right }, { strict }) => `(${strict(left)} = ${strict(right)})` }),
    "yes/no",
    (typed) => typed.node === "equal" && typed.left.type.empty && typed.right.type.empty,
  ),
  rule(
    "an empty value is none of the choices",
    sql({ "one of": ({ of, items }, { strict }) => `(${strict(of)} IN (${items.map(strict).join(", ")}))` }),
    "yes/no",
    (typed) => typed.node === "one of" && typed.of.type.empty,
  ),
  rule(
    "an empty value is in a list that holds one",
    sql({ "in list": ({ of, list }, print) => `(${print.strict(of)} IN (${itemsOf(list, print)}))` }),
    "yes/no",
    (typed) =>
      typed.node === "in list" &&
      (typed.of.type.empty || (typed.list.type.kind === "list" && typed.list.type.of.empty)),
  ),
  rule(
    "inside not, nothing is unknown",
    sql({ not: ({ of }, { filter }) => `(NOT ${filter(of)})` }),
    "yes/no",
    (typed) => {
      const of = typed.node === "not" ? typed.of : undefined;
      return (
        of !== undefined &&
        of.node !== "equal" &&
        contains(of, (one) => mayBeEmpty(one) || (one.node === "one of" && one.of.type.empty))
      );
    },
  ),

  rule(
    "dividing by zero gives an empty value",
    sql({
      divide: ({ operator, left, right }, { strict }) =>
        `${operator === "/" ? "div" : "mod"}(${strict(left)}, ${strict(right)})`,
    }),
    "whole",
    (typed) => typed.node === "divide" && typed.right.node !== "number",
  ),
  rule(
    "a division cuts off towards zero",
    sql({
      divide: (typed, print) =>
        typed.operator === "%"
          ? values.divide(typed, print)
          : `floor((${print.strict(typed.left)})::numeric / NULLIF(${print.strict(typed.right)}, 0))`,
    }),
    "whole",
    (typed) => typed.node === "divide" && typed.operator === "/",
  ),
  rule(
    "whole numbers have no bounds in SQL",
    sql({ arithmetic: ({ operator, left, right }, { strict }) => `(${strict(left)} ${operator} ${strict(right)})` }),
    "whole",
    (typed) => typed.node === "arithmetic" && typed.type.kind === "number" && typed.type.scale === 0,
  ),
  rule(
    "whole numbers have no bounds in JavaScript",
    run({ sum: (list) => BigInt(list.reduce<number>((sum, one) => sum + Number(one), 0)) }),
    "whole",
    (typed) => typed.node === "aggregate" && typed.aggregate === "sum",
  ),
  rule(
    "decimals are exact",
    sql({
      arithmetic: ({ operator, left, right }, { strict }) =>
        `((${strict(left)})::float8 ${operator} (${strict(right)})::float8)::numeric`,
    }),
    "number",
    (typed) => typed.node === "arithmetic" && typed.type.kind === "number" && typed.type.scale > 0,
  ),
  rule(
    "numbers are compared at one scale",
    javascript({
      compare: (typed, lower) => ({
        code: "binary",
        operator: typed.operator,
        left: lower.code(typed.left),
        right: lower.code(typed.right),
      }),
    }),
    "yes/no",
    (typed) => typed.node === "compare" && typed.left.type.kind === "number",
  ),
  rule(
    "halves are rounded away from zero, not up",
    run({
      round: (value, factor) =>
        value && runtime.quotient(value + factor / 2n + (value < 0n ? 1n - factor : 0n), factor),
    }),
    "number",
    ["round"],
  ),
  rule("halves are rounded away from zero, not to even", run({ round: roundToEven }), "number", ["round"]),
  rule(
    "a product of money is rounded",
    sql({
      arithmetic: (typed, print) =>
        values.arithmetic({ ...typed, type: { kind: "number", scale: 6, empty: false } }, print),
    }),
    "money",
    (typed) => typed.node === "arithmetic" && typed.operator === "*" && typed.type.kind === "money",
  ),
  rule(
    "an exact division is rounded once",
    sql({
      "divide exactly": ({ left, right, places }, { strict }) =>
        `round((${strict(left)})::numeric / NULLIF(${strict(right)}, 0), ${places})`,
    }),
    "number",
    ["divide exactly"],
  ),
  rule(
    "the middle of an even number of values is exact",
    sql({
      aggregate: (typed, print) =>
        typed.aggregate === "median"
          ? aggregateOf(typed.of, print, (value) => `percentile_disc(0.5) WITHIN GROUP (ORDER BY ${value})`)
          : values.aggregate(typed, print),
    }),
    "number",
    (typed) => typed.node === "aggregate" && typed.aggregate === "median",
  ),
  rule(
    "the sum of nothing is zero",
    sql({
      aggregate: (typed, print) =>
        typed.aggregate === "sum"
          ? aggregateOf(typed.of, print, (value) => `sum(${value})`)
          : values.aggregate(typed, print),
    }),
    "number",
    (typed) => typed.node === "aggregate" && typed.aggregate === "sum",
  ),
  rule(
    "a sum is that of the items, whatever rows stand around",
    sql({
      aggregate: (typed, print) =>
        typed.aggregate === "sum" ? sumInPlace(typed.of, print) : values.aggregate(typed, print),
    }),
    "number",
    (typed) =>
      typed.node === "aggregate" &&
      typed.aggregate === "sum" &&
      typed.of.node === "map" &&
      !contains(typed.of.body, ({ node }) => node === "item"),
  ),

  rule(
    "texts are ordered by code point in SQL",
    sql({ compare: ({ operator, left, right }, { strict }) => `(${strict(left)} ${operator} ${strict(right)})` }),
    "yes/no",
    comparesTexts,
  ),
  rule(
    "texts are ordered by code point in JavaScript",
    run({ order: (a, b) => (a < b ? -1 : a > b ? 1 : 0) }),
    "yes/no",
    comparesTexts,
  ),
  rule(
    "the size of a text counts code points in SQL",
    sql({ length: ({ of }, { strict }) => `octet_length(${strict(of)})` }),
    "whole",
    ["length"],
  ),
  rule("the size of a text counts code points in JavaScript", run({ length: (text) => BigInt(text.length) }), "whole", [
    "length",
  ]),
  rule(
    "only letters of ASCII become lower case in SQL",
    sql({ lower: ({ of }, { strict }) => `lower(${strict(of)})` }),
    "text",
    ["lower"],
  ),
  rule("only letters of ASCII become lower case in JavaScript", run({ lower: (text) => text.toLowerCase() }), "text", [
    "lower",
  ]),
  rule(
    "a part of a text has no wildcards",
    sql({ "text test": ({ of, part }, { strict }) => `(${strict(of)} LIKE ${strict(part)} || '%')` }),
    "yes/no",
    (typed) => typed.node === "text test" && typed.test === "startsWith",
  ),
  rule(
    "patterns are of one dialect in SQL",
    sql({ matches: ({ of, pattern }, { strict }) => `(${strict(of)} ~ ${quoteText(pattern.source)})` }),
    "yes/no",
    ["matches"],
  ),
  rule(
    "patterns are of one dialect in JavaScript",
    javascript({
      matches: (typed, lower) =>
        javascriptPrinters.matches({ ...typed, pattern: { ...typed.pattern, regex: typed.pattern.source } }, lower),
    }),
    "yes/no",
    ["matches"],
  ),
  rule(
    "a slug has no accents",
    sql({
      slug: ({ of }, { strict }) =>
        `(btrim(regexp_replace(lower(${strict(of)} COLLATE "C"), '[^a-z0-9]+', '-', 'g'), '-') COLLATE "default")`,
    }),
    "text",
    ["slug"],
  ),

  rule(
    "adding time never fails",
    sql({ "time arithmetic": (typed, print) => unbounded(typed, print) }),
    "date",
    (typed) => typed.node === "time arithmetic" && typed.type.kind === "date",
  ),
  rule(
    "adding time stops at the first and the last day",
    run({ addTime: (moment, duration) => moment + Number(duration) }),
    "datetime",
    isMoment,
  ),
  rule(
    "today is a day in the document's time zone",
    sql({
      scope: (typed, print) => (typed.source === "today" ? "(SELECT writ.now()::date)" : values.scope(typed, print)),
    }),
    "date",
    ({ node, ...rest }) => node === "scope" && "source" in rest && rest.source === "today",
  ),
  rule(
    "now is one moment",
    sql({ scope: (typed, print) => (typed.source === "now" ? "clock_timestamp()" : values.scope(typed, print)) }),
    "datetime",
    ({ node, ...rest }) => node === "scope" && "source" in rest && rest.source === "now",
  ),
  rule(
    "moments are kept to the millisecond",
    sql({
      scope: (typed, print) =>
        typed.source === "now" ? "(SELECT writ.now() + interval '300 microseconds')" : values.scope(typed, print),
    }),
    "datetime",
    ({ node, ...rest }) => node === "scope" && "source" in rest && rest.source === "now",
  ),
  rule(
    "a day is 24 hours when clocks change",
    sql({ "time arithmetic": (typed, print) => withDays(typed, print) }),
    "datetime",
    addsDays,
  ),
  rule(
    "adding time depends on nobody's time zone",
    sql({
      "time arithmetic": (typed, print) =>
        values["time arithmetic"](typed, print).replaceAll(" AT TIME ZONE 'UTC'", ""),
    }),
    "datetime",
    isMoment,
    "in row",
  ),
  rule(
    "the date of a moment is that in the document's time zone, in SQL",
    sql({ "date of": ({ of }, { strict }) => `(${strict(of)})::date` }),
    "date",
    ["date of"],
  ),
  rule(
    "the date of a moment is that in the document's time zone, in JavaScript",
    run({ dateOf: (moment) => Math.floor(moment / 86_400_000) }),
    "date",
    ["date of"],
  ),
  rule(
    "the time of a moment is that in the document's time zone, in SQL",
    sql({ "time of": ({ of }, { strict }) => `(${strict(of)})::time(3)` }),
    "time",
    ["time of"],
  ),
  rule(
    "the time of a moment is that in the document's time zone, in JavaScript",
    run({ timeOf: (moment) => ((moment % 86_400_000) + 86_400_000) % 86_400_000 }),
    "time",
    ["time of"],
  ),
  rule(
    "a day and a time are a moment in the document's time zone, in SQL",
    sql({ "moment of": ({ left, right }, { strict }) => `((${strict(left)} + ${strict(right)}) AT TIME ZONE 'UTC')` }),
    "datetime",
    ["moment of"],
  ),
  rule(
    "a time that clocks show twice is the second one, and one that they never show is later",
    run({ momentOf: (date, time, timeZone) => earliestMoment(date, time, timeZone) }),
    "datetime",
    ["moment of"],
  ),
  rule(
    "Monday is the first day of the week",
    sql({ weekday: ({ of }, { strict }) => `extract(dow FROM ${strict(of)})::integer` }),
    "whole",
    ["weekday"],
  ),

  rule(
    "rows are compared by their ids",
    run({ id: (row) => row as unknown as string }),
    "yes/no",
    (typed) => typed.node === "equal" && typed.left.type.kind === "row",
  ),
  rule(
    "what is unknown of one row is not true of all",
    sql({
      quantifier: (typed, print) =>
        typed.quantifier === "all" ? allKnown(typed, print) : values.quantifier(typed, print),
    }),
    "yes/no",
    (typed) => typed.node === "quantifier" && typed.quantifier === "all" && contains(typed.body, mayBeEmpty),
  ),
  rule(
    "exists_one asks for one row and no more",
    sql({
      quantifier: (typed, print) =>
        values.quantifier(typed.quantifier === "exists_one" ? { ...typed, quantifier: "exists" } : typed, print),
    }),
    "yes/no",
    (typed) => typed.node === "quantifier" && typed.quantifier === "exists_one",
  ),
  rule(
    "only() of several is empty",
    sql({ only: ({ list }, print) => aggregateOf(list, print, (value) => `(array_agg(${value}))[1]`) }),
    "number",
    ["only"],
  ),
  rule(
    "rows that come first together stand in the order of their ids",
    sql({
      first: (typed, print) =>
        values.first(typed, print).replace(/, _\d+_items\.value(?: COLLATE "C")? LIMIT 1\)$/, " LIMIT 1)"),
    }),
    "yes/no",
    (typed) => typed.node === "first" && typed.list.type.kind === "list" && typed.list.type.of.kind === "row",
  ),
  rule(
    "nobody passes a right that mentions me",
    { signedIn: () => "" },
    "yes/no",
    (typed) =>
      typed.node === "equal" &&
      typed.left.type.kind === "row" &&
      contains(typed, (one) => one.node === "scope" && one.source === "me"),
    "policies",
  ),
  rule(
    "constants are folded before they are printed",
    { sql: { ...sqlPrinters, fold: (typed) => typed } },
    "yes/no",
    isFoldable,
    "in row",
  ),
];

function itemsOf(list: Typed, print: Print): string {
  const rows = print.rows(list);
  return selectFrom(rows, valueOf(rows.item, print));
}

function roundToEven(value: bigint | null, factor: bigint): bigint | null {
  if (value === null) return null;
  const [whole, rest] = [value / factor, value % factor];
  const twice = rest < 0n ? -rest * 2n : rest * 2n;
  const isAway = twice > factor || (twice === factor && whole % 2n !== 0n);
  return isAway ? whole + (value < 0n ? -1n : 1n) : whole;
}

function sumInPlace(list: Typed, print: Print): string {
  const rows = print.rows(list);
  return `(${selectFrom(rows, `COALESCE(sum(${valueOf(rows.item, print)}), 0)`)})`;
}

function allKnown(typed: Extract<Typed, { node: "quantifier" }>, print: Print): string {
  const rows = print.bind(print.rows(typed.list), typed.item);
  return `NOT EXISTS (${selectFrom(rows, "1", `NOT ${print.filter(typed.body)}`)})`;
}

type TimeArithmetic = Extract<Typed, { node: "time arithmetic" }>;

function unbounded(typed: TimeArithmetic, print: Print): string {
  const { operator, left, right } = typed;
  if (left.type.kind !== "date" || right.type.kind !== "duration") return values["time arithmetic"](typed, print);
  return `(${print.strict(left)} ${operator} (${print.strict(right)} / 86400000)::integer)`;
}

function withDays(typed: TimeArithmetic, print: Print): string {
  const { operator, left, right } = typed;
  const amount = right.node === "constant" ? right.value : right;
  if (left.type.kind !== "datetime" || amount.node !== "duration") return values["time arithmetic"](typed, print);
  return `(${print.strict(left)} ${operator} make_interval(days => ${amount.milliseconds / 86_400_000n}, secs => ${amount.milliseconds % 86_400_000n} / 1000.0))`;
}

/** A comparison of texts that PostgreSQL would fold. */
function isFoldable(typed: Typed): boolean {
  const isOfTexts = (typed.node === "compare" || typed.node === "equal") && typed.left.type.kind === "text";
  return isOfTexts && foldConstants(typed, { moneyScale: 2, timeZone: "UTC" }).node === "yes/no";
}

/** With the greater of the two offsets around it, where `runtime` takes the smaller one. */
function earliestMoment(date: number, time: number, timeZone: string): number {
  const day = 86_400_000;
  const clock = date * day + time;
  const offsetAt = (moment: number) =>
    runtime.dateOf(moment, timeZone) * day + runtime.timeOf(moment, timeZone) - moment;
  return clock - Math.max(offsetAt(clock - day), offsetAt(clock + day));
}
