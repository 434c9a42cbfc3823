// Values, filters and orders of a plan as SQL.
import { quoteIdentifier as quote } from "@writ/language/sql-quote";
import { operators, searches, type Operator, type Test } from "../request/filter.ts";
import type { Embed, PlannedLogic, PlannedOrder, PlannedValue, ReadPlan } from "../plan/read-plan.ts";
import { writtenIds } from "../plan/sources.ts";
import { joinCondition } from "./join.ts";
import { isPlainMoment, printSpelled } from "./spelling.ts";
import { spreadNames } from "./spread-names.ts";
import { printName, type Values } from "./statement.ts";
import { printTypedRow } from "./typed-row.ts";

/** A column, or what lies in the JSON that it holds. */
export function printValue({ field, isJson, ofRow }: PlannedValue, alias: string, values: Values): string {
  const row = ofRow === undefined ? quote(alias) : `(${printTypedRow(ofRow, alias)})`;
  const column = field.name === "*" ? `${quote(alias)}.*` : `${row}.${quote(field.name)}`;
  if (field.path.length === 0) return column;
  const steps = field.path.map(({ text, key }) => {
    const arrow = text ? "->>" : "->";
    return key.kind === "index" ? `${arrow}${values.add(key.index)}::int` : `${arrow}${values.add(key.name)}`;
  });
  return `${isJson ? column : `to_jsonb(${column})`}${steps.join("")}`;
}

export function printWhere(plan: ReadPlan, values: Values): readonly string[] {
  const own = plan.where.map((logic) => printLogic(logic, plan.alias, values));
  return plan.isOfWritten === true ? [`${quote(plan.alias)}."id" = ANY (${idsWritten}::uuid[])`, ...own] : own;
}

const idsWritten = `string_to_array(nullif(current_setting('${writtenIds}', true), ''), ',')`;

export function printLogic(logic: PlannedLogic, alias: string, values: Values): string {
  switch (logic.kind) {
    case "filter": {
      const test = printTest(printValue(logic.value, alias, values), logic.value, logic.test, values);
      return logic.negated ? `NOT (${test})` : `(${test})`;
    }
    case "embedded":
      return `${presenceOf(logic.embed)} IS ${logic.isThere ? "DISTINCT" : "NOT DISTINCT"} FROM NULL`;
    default: {
      const parts = logic.parts.map((part) => printLogic(part, alias, values));
      return `${logic.negated ? "NOT " : ""}(${parts.join(` ${logic.kind.toUpperCase()} `)})`;
    }
  }
}

/** What is null where nothing is embedded. */
export function presenceOf({ alias, spread, isHidden, way }: Embed): string {
  if (spread && !isHidden) return `${quote(alias)}.${way.toOne ? "*" : quote(howMany)}`;
  return `${quote(alias)}.${quote("value")}`;
}

/** No column has such a name. */
export const howMany = "how many";

function printTest(value: string, of: PlannedValue, test: Test, values: Values): string {
  switch (test.kind) {
    case "compare":
      return `${value} ${operators[test.operator]} ${printGiven(patternOf(test.operator, test.value), of, test.operator, values)}`;
    case "quantified": {
      const items = values.add(patternOf(test.operator, test.value));
      return `${value} ${operators[test.operator]} ${test.of.toUpperCase()} (${readItems(items, of, test.operator)})`;
    }
    case "in":
      return `${value} = ANY (${readItems(values.add(arrayText(test.values)), of, "eq")})`;
    case "is":
      return `${value} IS ${test.what === "not_null" ? "NOT NULL" : test.what.toUpperCase()}`;
    case "distinct":
      return `${value} IS DISTINCT FROM ${printGiven(test.value, of, "eq", values)}`;
    case "search": {
      const language = test.language === undefined ? "" : `${values.add(test.language)}::regconfig, `;
      // Words are looked for in a vector; anything else becomes one.
      const isVector = of.type === "tsvector" || of.type === undefined;
      const vector = isVector ? value : `to_tsvector(${language}${value})`;
      return `${vector} @@ ${searches[test.operator]}(${language}${values.add(test.value)})`;
    }
  }
}

/** What a value is compared with: read by the function that the column's domain has for it. */
function printGiven(given: string, { casts, spelling }: PlannedValue, operator: Operator, values: Values): string {
  const value = values.add(given);
  if (spelling !== undefined && compares.has(operator) && !isPlainMoment(given, spelling))
    return printSpelled(`${value}::text`, spelling);
  return casts.fromText && compares.has(operator) ? `${printName(casts.fromText)}(${value}::text)` : value;
}

/** The same for an array. */
function readItems(items: string, { casts, spelling }: PlannedValue, operator: Operator): string {
  if (!compares.has(operator)) return items;
  const rows = `unnest(${items}::text[]) AS item`;
  if (spelling !== undefined) return `SELECT ${printSpelled("item", spelling)} FROM ${rows}`;
  return casts.fromText ? `SELECT ${printName(casts.fromText)}(item) FROM ${rows}` : items;
}

/** Patterns are not values of a domain. */
const compares: ReadonlySet<Operator> = new Set(["eq", "neq", "gt", "gte", "lt", "lte"]);

/** In an address an asterisk needs no encoding, and stands for any letters. */
const patternOf = (operator: string, value: string): string =>
  operator === "like" || operator === "ilike" ? value.replaceAll("*", "%") : value;

/** An array as PostgreSQL writes it; its type is that of what it is compared with. */
export const arrayText = (items: readonly string[]): string =>
  `{${items.map((item) => `"${item.replace(/["\\]/g, "\\$&")}"`).join(",")}}`;

export function printOrder(plan: ReadPlan, values: Values): string {
  const isGrouped = plan.fields.some(({ aggregate }) => aggregate !== undefined);
  if (plan.order.length === 0 && plan.isOfWritten === true && !isGrouped)
    return ` ORDER BY array_position(${idsWritten}, ${quote(plan.alias)}."id"::text)`;
  if (plan.order.length === 0) return "";
  return ` ORDER BY ${plan.order.map((term) => printTerm(term, plan, values)).join(", ")}`;
}

function printTerm({ value, embed, direction, nulls }: PlannedOrder, plan: ReadPlan, values: Values): string {
  const by = embed === undefined ? printValue(value, plan.alias, values) : relatedValue(value, embed, plan, values);
  return `${by}${direction === undefined ? "" : ` ${direction.toUpperCase()}`}${nulls === undefined ? "" : ` NULLS ${nulls.toUpperCase()}`}`;
}

/** The value of the one row that is referred to, whether or not it is part of the answer. */
function relatedValue(
  value: PlannedValue,
  embed: NonNullable<PlannedOrder["embed"]>,
  plan: ReadPlan,
  values: Values,
): string {
  const other = `${embed.alias}_order`;
  // Of what is spread, its columns are there by the names that they have in the answer.
  if (embed.spread && value.field.path.length === 0 && spreadNames(embed.plan).includes(value.field.name)) {
    return `${quote(embed.alias)}.${quote(value.field.name)}`;
  }
  const { from, where } = joinCondition(embed, plan.alias, other);
  return `(SELECT ${printValue(value, other, values)} FROM ${from ?? `${printName(embed.way.to)} AS ${quote(other)}`} WHERE ${where.join(" AND ") || "true"} LIMIT 1)`;
}
