// What is looked for as SQL: words in any text of a row, filters of fields, and the order.
import { quoteIdentifier } from "@writ/language/sql-quote";
import type { Column, Table } from "./tables.ts";

export type Filter = { readonly field: string; readonly is: string; readonly value: string };
export type Search = {
  readonly text: string;
  readonly filters: readonly Filter[];
  /** A field, with `-` before it where the largest come first. */
  readonly sort: string;
};

export type Conditions = { readonly where: string; readonly order: string; readonly values: readonly string[] };

const mostFilters = 20;
const texts: ReadonlySet<string> = new Set(["text", "long text", "Markdown text", "email", "url", "phone", "code"]);

export function readSearch(query: URLSearchParams): Search {
  const filters = query.getAll("filter").slice(0, mostFilters);
  return {
    text: query.get("text")?.trim() ?? "",
    sort: query.get("sort") ?? "",
    filters: filters.flatMap((one): readonly Filter[] => {
      const [, field, is, value] = /^([a-z][a-z0-9_]*)\.([a-z]+)\.(.*)$/s.exec(one) ?? [];
      // A filter whose value is still to come is none yet.
      const isWhole = value !== "" || is === "empty" || is === "filled";
      return field === undefined || is === undefined || !isWhole ? [] : [{ field, is, value: value ?? "" }];
    }),
  };
}

/** Undefined where a filter is none of the table's: a list that leaves it out would show what was not asked for. */
export function conditionsOf(table: Table, { text, filters, sort }: Search): Conditions | undefined {
  const values: string[] = [];
  const given = (value: string) => `$${values.push(value)}`;
  const columns = table.columns.filter(({ isColumn }) => isColumn);
  const all: string[] = [];
  if (text !== "") {
    const words = given(text);
    const found = columns
      .filter(({ type, column }) => texts.has(type.kind) && column === "text")
      .map((column) => `strpos(lower(${nameOf(column)}), lower(${words})) > 0`);
    all.push(`(${[...found, `t."id"::text = ${words}`].join(" OR ")})`);
  }
  for (const { field, is, value } of filters) {
    const column = columns.find(({ id }) => id === field);
    const condition = column && conditionOf(column, is, () => given(value));
    if (condition === undefined) return undefined;
    all.push(condition);
  }
  const [, descending = "", by = ""] = /^(-?)(.*)$/.exec(sort) ?? [];
  const sorted = columns.find(({ id }) => id === by) ?? columns.find(({ id }) => id === "created_at");
  const direction = descending === "-" || sorted?.id !== by ? " DESC NULLS LAST" : "";
  return {
    where: all.length === 0 ? "true" : all.join(" AND "),
    order: [...(sorted === undefined ? [] : [`${nameOf(sorted)}${direction}`]), 't."id"'].join(", "),
    values,
  };
}

const nameOf = ({ id }: Column): string => `t.${quoteIdentifier(id)}`;

function conditionOf(column: Column, is: string, given: () => string): string | undefined {
  const name = nameOf(column);
  const type = column.column ?? "text";
  switch (is) {
    case "contains":
      return `strpos(lower(${name}::text), lower(${given()})) > 0`;
    case "is":
      return type.endsWith("[]") ? `${given()} = ANY (${name}::text[])` : `${name} = ${given()}::${type}`;
    case "from":
      return `${name} >= ${given()}::${type}`;
    case "to":
      return `${name} <= ${given()}::${type}`;
    case "empty":
      return `${name} IS NULL`;
    case "filled":
      return `${name} IS NOT NULL`;
    default:
      return undefined;
  }
}
