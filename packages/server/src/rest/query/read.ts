// A read plan as SQL: one query, in which everything that is embedded is joined sideways and comes back as JSON.
import { quoteIdentifier as quote } from "@writ/language/sql-quote";
import type { Embed, PlannedField, ReadPlan } from "../plan/read-plan.ts";
import { printOrder, printValue, printWhere } from "./conditions.ts";
import { written } from "../plan/sources.ts";
import { joinCondition } from "./join.ts";
import { printName, type Values } from "./statement.ts";

/** The rows of a plan, one column for each field of the answer. `outer`: the alias of the rows that these hang on. */
export function printRows(
  plan: ReadPlan,
  values: Values,
  joined?: { readonly embed: Embed; readonly outer: string },
): string {
  const join = joined && joinCondition(joined.embed, joined.outer, plan.alias);
  const from = join?.from ?? printFrom(plan);
  const where = [...(join?.where ?? []), ...printWhere(plan, values)];
  const laterals = plan.embeds.map((embed) => printEmbed(embed, plan.alias, values));
  return [
    `SELECT ${columnsOf(plan, values).join(", ") || "NULL"}`,
    ` FROM ${[from, ...laterals].join(" ")}`,
    where.length === 0 ? "" : ` WHERE ${where.join(" AND ")}`,
    groupsOf(plan, values),
    printOrder(plan, values),
    printRange(plan, values),
  ].join("");
}

/** A row of nothing is no row to be counted; what is joined for its sake alone is kept. */
export function printCount(plan: ReadPlan, values: Values): string {
  const laterals = plan.embeds
    .filter((embed) => embed.inner || plan.where.some((logic) => mentions(logic, embed.alias)))
    .map((embed) => printEmbed(embed, plan.alias, values));
  const where = printWhere(plan, values);
  return `SELECT 1 FROM ${[printFrom(plan), ...laterals].join(" ")}${where.length === 0 ? "" : ` WHERE ${where.join(" AND ")}`}`;
}

function mentions(logic: ReadPlan["where"][number], alias: string): boolean {
  if (logic.kind === "embedded") return logic.alias === alias;
  return logic.kind !== "filter" && logic.parts.some((part) => mentions(part, alias));
}

const printFrom = ({ from, alias }: ReadPlan): string =>
  from.kind === "source" ? quote(from.name) : `${printName(from.name)} AS ${quote(alias)}`;

function printRange({ range }: ReadPlan, values: Values): string {
  const limit = range.limit === undefined ? "" : ` LIMIT ${values.add(range.limit)}::bigint`;
  return `${limit}${range.offset === 0 ? "" : ` OFFSET ${values.add(range.offset)}::bigint`}`;
}

function columnsOf(plan: ReadPlan, values: Values): readonly string[] {
  return [
    ...plan.fields.map((field) => printField(field, plan, values)),
    ...plan.embeds.flatMap((embed) => embedColumns(embed)),
  ];
}

function printField(field: PlannedField, plan: ReadPlan, values: Values): string {
  const { alias } = plan;
  const { value, cast, aggregate, aggregateCast, name } = field;
  if (value === undefined && aggregate === undefined) return allColumns(plan);
  const plain = value === undefined ? `${quote(alias)}.*` : printValue(value, alias, values);
  const typed = cast === undefined ? plain : `CAST(${plain} AS ${cast})`;
  const counted = value === undefined && aggregate === "count" ? "*" : typed;
  const whole = aggregate === undefined ? typed : `${aggregate}(${counted})`;
  const result = aggregateCast === undefined ? whole : `CAST(${whole} AS ${aggregateCast})`;
  return `${result} AS ${quote(name)}`;
}

/** What was written may come with more than the table's own columns. */
function allColumns({ from, alias, table }: ReadPlan): string {
  if (from.kind === "table" || table === undefined || from.name !== written) return `${quote(alias)}.*`;
  return table.columns.map(({ name }) => `${quote(alias)}.${quote(name)}`).join(", ");
}

/** With an aggregate, everything else that is selected says what it is worked out for. */
function groupsOf(plan: ReadPlan, values: Values): string {
  if (plan.fields.every(({ aggregate }) => aggregate === undefined)) return "";
  const groups = [
    ...plan.fields.flatMap(({ value, cast, aggregate }) => {
      if (aggregate !== undefined || value === undefined) return [];
      const plain = printValue(value, plan.alias, values);
      return [cast === undefined ? plain : `CAST(${plain} AS ${cast})`];
    }),
    ...plan.embeds.filter(({ isHidden }) => !isHidden).map(({ alias }) => `${quote(alias)}.${quote("value")}`),
  ];
  return groups.length === 0 ? "" : ` GROUP BY ${groups.join(", ")}`;
}

/** What an embedding adds to the row around it. */
function embedColumns(embed: Embed): readonly string[] {
  if (embed.isHidden) return [];
  const { alias, spread, way, plan } = embed;
  if (!spread) {
    const value = `${quote(alias)}.${quote("value")}`;
    return [`${way.toOne ? value : `COALESCE(${value}, '[]')`} AS ${quote(embed.name)}`];
  }
  if (way.toOne)
    return spreadNames(plan).map((name) => (name === "*" ? `${quote(alias)}.*` : `${quote(alias)}.${quote(name)}`));
  return spreadNames(plan).map((name) => `COALESCE(${quote(alias)}.${quote(name)}, '[]') AS ${quote(name)}`);
}

/** The columns of a spread row, those of what it spreads itself included. */
function spreadNames(plan: ReadPlan): readonly string[] {
  return [
    ...plan.fields.flatMap(({ name, value, aggregate }) =>
      value === undefined && aggregate === undefined
        ? (plan.table?.columns.map((column) => column.name) ?? ["*"])
        : [name],
    ),
    ...plan.embeds.flatMap((embed) => (embed.isHidden ? [] : embed.spread ? spreadNames(embed.plan) : [embed.name])),
  ];
}

function printEmbed(embed: Embed, outer: string, values: Values): string {
  const { alias, inner, spread, way, plan } = embed;
  const rows = printRows(plan, values, { embed, outer });
  const join = inner ? "INNER JOIN LATERAL" : "LEFT JOIN LATERAL";
  const item = quote(`${alias}_row`);
  if (embed.isHidden) {
    const found = way.toOne ? `${rows}` : `SELECT true AS value FROM (${rows}) AS ${item} LIMIT 1`;
    return `${join} (${found}) AS ${quote(alias)} ON true`;
  }
  if (spread && way.toOne) return `${join} (${rows}) AS ${quote(alias)} ON true`;
  if (way.toOne)
    return `${join} (SELECT row_to_json(${item}.*)::jsonb AS value FROM (${rows}) AS ${item} LIMIT 1) AS ${quote(alias)} ON true`;
  const aggregated = spread
    ? spreadNames(plan)
        .map((name) => `json_agg(${item}.${quote(name)})::jsonb AS ${quote(name)}`)
        .join(", ")
    : `json_agg(${item})::jsonb AS value`;
  const first = spread ? (spreadNames(plan)[0] ?? "value") : "value";
  const there = inner ? `${quote(alias)}.${quote(first)} IS NOT NULL` : "true";
  return `${join} (SELECT ${aggregated} FROM (${rows}) AS ${item}) AS ${quote(alias)} ON ${there}`;
}
