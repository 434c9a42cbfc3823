// A call of a function as SQL: its rows, or its value, under one name.
import { quoteIdentifier as quote } from "@writ/language/sql-quote";
import type { RoutineParameter } from "../catalogue/catalogue.ts";
import type { CallPlan } from "../plan/call-plan.ts";
import { arrayText } from "./conditions.ts";
import { printSpelled } from "./spelling.ts";
import { printName, type Values } from "./statement.ts";

/** A single value stands in the column `value`. */
export function printCall(plan: CallPlan, values: Values): string {
  const { routine, isScalar } = plan;
  const { from, given } = printArguments(plan, values);
  const call = `${printName(routine)}(${given})`;
  const { returns } = routine;
  const rows = from === undefined ? "" : ` FROM ${from}`;
  // Only in this place a record says itself which columns it has.
  if (returns.name === "record" && isScalar) return `SELECT ${call} AS value${rows}`;
  const source = from === undefined ? call : `${from}, LATERAL ${call}`;
  if (isScalar) return `SELECT call AS value FROM ${source} AS call`;
  return `SELECT call.* FROM ${source} AS call`;
}

function printArguments(
  { arguments: given }: CallPlan,
  values: Values,
): { readonly from?: string; readonly given: string } {
  switch (given.kind) {
    case "none":
      return { given: "" };
    case "whole":
      return { given: `${values.add(given.value)}::${given.parameter.type}` };
    case "texts":
      return {
        given: given.given
          .map(({ parameter, values: texts }) => {
            const last = () => values.add(texts.at(-1) ?? "");
            const value = parameter.variadic
              ? `${values.add(arrayText(texts))}::${parameter.callType}`
              : parameter.spelling === undefined
                ? `${last()}::${parameter.callType}`
                : printSpelled(`${last()}::text`, parameter.spelling);
            return `${parameter.variadic ? "VARIADIC " : ""}${quote(parameter.name)} := ${value}`;
          })
          .join(", "),
      };
    case "json": {
      const columns = given.parameters
        .map(({ name, callType, spelling }) => `${quote(name)} ${spelling === undefined ? callType : "text"}`)
        .join(", ");
      const read = (parameter: RoutineParameter) => {
        const value = `given.${quote(parameter.name)}`;
        return parameter.spelling === undefined ? value : printSpelled(value, parameter.spelling);
      };
      const json = `${values.add(given.json)}::json`;
      const list = `CASE WHEN json_typeof(body.value) = 'array' THEN body.value ELSE json_build_array(body.value) END`;
      const named = (parameter: RoutineParameter) =>
        `${parameter.variadic ? "VARIADIC " : ""}${quote(parameter.name)} := ${read(parameter)}`;
      return {
        from: `(SELECT ${json} AS value) AS body, LATERAL (SELECT ${list} AS value) AS list, LATERAL (SELECT * FROM json_to_recordset(list.value) AS each(${columns}) LIMIT 1) AS given`,
        given: given.parameters.map(named).join(", "),
      };
    }
  }
}
