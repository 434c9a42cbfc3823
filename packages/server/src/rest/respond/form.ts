// In which form an answer goes out: chosen by what the client accepts, made by PostgreSQL.
import { quoteIdentifier as quote } from "@writ/language/sql-quote";
import { wrongMediaType } from "../failure.ts";
import type { CallPlan } from "../plan/call-plan.ts";
import type { DataRequest } from "../request/request.ts";

export type Form = {
  readonly contentType: string;
  /** Exactly one row, and not in a list. */
  readonly isSingle: boolean;
  /** The whole body as an aggregate over the rows of an alias. */
  readonly body: (row: string) => string;
};

const json = "application/json; charset=utf-8";

/** `call`: of a function whose answer may be a single value. */
export function chooseForm(request: DataRequest, call?: CallPlan): Form {
  for (const { type, parameters } of request.accept) {
    const strips = parameters["nulls"] === "stripped";
    const form = formOf(type, strips, call);
    if (form !== undefined) return form;
  }
  throw wrongMediaType(
    request.accept.map(({ type, parameters }) =>
      [
        type,
        ...Object.entries(parameters)
          .filter(([name]) => name !== "q")
          .map(([name, value]) => `${name}=${value}`),
      ].join("; "),
    ),
  );
}

function formOf(type: string, strips: boolean, call: CallPlan | undefined): Form | undefined {
  const row = (alias: string) => (strips ? `json_strip_nulls(to_json(${alias}))` : alias);
  const isOne = call !== undefined && !call.routine.returns.isSet;
  const value = (alias: string) => (call?.isScalar === true ? `${alias}.value` : row(alias));
  const list = (alias: string) => `coalesce(json_agg(${value(alias)}), '[]')::text`;
  const single = (alias: string) => `coalesce((json_agg(${value(alias)}) -> 0)::text, 'null')`;
  switch (type) {
    case "*/*":
    case "application/*":
    case "application/json":
      return { contentType: json, isSingle: false, body: isOne ? single : list };
    case "application/vnd.pgrst.array+json":
    case "application/vnd.pgrst.array":
      return {
        contentType: `application/vnd.pgrst.array+json${strips ? ";nulls=stripped" : ""}; charset=utf-8`,
        isSingle: false,
        body: isOne ? single : list,
      };
    case "application/vnd.pgrst.object+json":
    case "application/vnd.pgrst.object":
      return {
        contentType: `application/vnd.pgrst.object+json${strips ? ";nulls=stripped" : ""}; charset=utf-8`,
        isSingle: true,
        body: (alias) =>
          call?.isScalar === true ? single(alias) : `coalesce((json_agg(${row(alias)}) -> 0)::text, '')`,
      };
    case "text/csv":
      return { contentType: "text/csv; charset=utf-8", isSingle: false, body: csv };
    case "text/plain":
      return call?.isScalar === true
        ? {
            contentType: "text/plain; charset=utf-8",
            isSingle: false,
            body: (alias) => `string_agg(${alias}.value::text, '')`,
          }
        : undefined;
    default:
      return undefined;
  }
}

/** The names of the columns, and every row as PostgreSQL writes it, without its parentheses. */
const csv = (row: string): string =>
  `(SELECT coalesce(string_agg(csv.name, ','), '') FROM (SELECT json_object_keys(r) AS name FROM (SELECT row_to_json(one) AS r FROM answer AS one LIMIT 1) AS first) AS csv) || E'\\n' || coalesce(string_agg(substring(${quote(row)}::text, 2, length(${quote(row)}::text) - 2), E'\\n'), '')`;
