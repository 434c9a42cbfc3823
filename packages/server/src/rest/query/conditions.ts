// Values, filters and orders of a plan as SQL.
import { quoteIdentifier as quote } from "@writ/language/sql-quote";
import { operators, searches, type Test } from "../request/filter.ts";
import type { PlannedLogic, PlannedOrder, PlannedValue, ReadPlan } from "../plan/read-plan.ts";
import { joinCondition } from "./join.ts";
import { printName, type Values } from "./statement.ts";

/** A column, or what lies in the JSON that it holds. */
export function printValue({ field, isJson }: PlannedValue, alias: string, values: Values): string {
  const column = field.name === "*" ? `${quote(alias)}.*` : `${quote(alias)}.${quote(field.name)}`;
  if (field.path.length === 0) return column;
  const steps = field.path.map(({ text, key }) => {
    const arrow = text ? "->>" : "->";
    return key.kind === "index" ? `${arrow}${values.add(key.index)}::int` : `${arrow}${values.add(key.name)}::text`;
  });
  return `${isJson ? column : `to_jsonb(${column})`}${steps.join("")}`;
}

export function printWhere(plan: ReadPlan, values: Values): readonly string[] {
  return plan.where.map((logic) => printLogic(logic, plan.alias, values));
}

export function printLogic(logic: PlannedLogic, alias: string, values: Values): string {
  switch (logic.kind) {
    case "filter": {
      const test = printTest(printValue(logic.value, alias, values), logic.value, logic.test, values);
      return logic.negated ? `NOT (${test})` : `(${test})`;
    }
    case "embedded":
      return `${quote(logic.alias)} IS ${logic.isThere ? "DISTINCT" : "NOT DISTINCT"} FROM NULL`;
    default: {
      const parts = logic.parts.map((part) => printLogic(part, alias, values));
      return `${logic.negated ? "NOT " : ""}(${parts.join(` ${logic.kind.toUpperCase()} `)})`;
    }
  }
}

function printTest(value: string, of: PlannedValue, test: Test, values: Values): string {
  switch (test.kind) {
    case "compare":
      return `${value} ${operators[test.operator]} ${values.add(patternOf(test.operator, test.value))}`;
    case "quantified":
      return `${value} ${operators[test.operator]} ${test.of.toUpperCase()} (${values.add(patternOf(test.operator, test.value))})`;
    case "in":
      // Nothing between the parentheses is no value, not an empty one.
      return `${value} = ANY (${values.add(test.values.length === 1 && test.values[0]?.trim() === "" ? "{}" : arrayText(test.values))})`;
    case "is":
      return `${value} IS ${test.what === "not_null" ? "NOT NULL" : test.what.toUpperCase()}`;
    case "distinct":
      return `${value} IS DISTINCT FROM ${values.add(test.value)}`;
    case "search": {
      const language = test.language === undefined ? "" : `${values.add(test.language)}::regconfig, `;
      // Words are looked for in a vector; anything else becomes one.
      const isVector = of.type === "tsvector" || of.type === undefined;
      const vector = isVector ? value : `to_tsvector(${language}${value})`;
      return `${vector} @@ ${searches[test.operator]}(${language}${values.add(test.value)})`;
    }
  }
}

/** In an address an asterisk needs no encoding, and stands for any letters. */
const patternOf = (operator: string, value: string): string =>
  operator === "like" || operator === "ilike" ? value.replaceAll("*", "%") : value;

/** An array as PostgreSQL writes it; its type is that of what it is compared with. */
export const arrayText = (items: readonly string[]): string =>
  `{${items.map((item) => `"${item.replace(/["\\]/g, "\\$&")}"`).join(",")}}`;

export function printOrder(plan: ReadPlan, values: Values): string {
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
  const { from, where } = joinCondition(embed, plan.alias, other);
  return `(SELECT ${printValue(value, other, values)} FROM ${from ?? `${printName(embed.way.to)} AS ${quote(other)}`} WHERE ${where.join(" AND ") || "true"} LIMIT 1)`;
}
