// A read plan as SQL: one query, in which everything that is embedded is joined sideways and comes back as JSON.
import { quoteIdentifier as quote } from "@writ/language/sql-quote";
import type { Embed, PlannedField, ReadPlan } from "../plan/read-plan.ts";
import { howMany, presenceOf, printOrder, printValue, printWhere } from "./conditions.ts";
import { written } from "../plan/sources.ts";
import { joinCondition } from "./join.ts";
import { spreadNames } from "./spread-names.ts";
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
  const laterals = plan.embeds
    .filter((embed) => !isAfterwards(embed, plan))
    .map((embed) => printEmbed(embed, plan.alias, values));
  const columns = columnsOf(plan, values);
  return [
    `SELECT ${columns.map(({ text }) => text).join(", ") || "NULL"}`,
    ` FROM ${[from, ...laterals].join(" ")}`,
    where.length === 0 ? "" : ` WHERE ${where.join(" AND ")}`,
    groupsOf(plan, columns),
    printOrder(plan, values),
    printRange(plan, values),
  ].join("");
}

/**
 * What decides neither which rows there are nor their order is looked up for the rows of the answer alone: PostgreSQL works
 * out such a value after it has sorted and cut, but what is joined before.
 */
function isAfterwards(embed: Embed, { embeds, fields, handsUp, order, where }: ReadPlan): boolean {
  if (embed.inner || embed.spread || embed.isHidden || handsUp) return false;
  const isGrouped =
    fields.some(({ aggregate }) => aggregate !== undefined) || embeds.some(({ handed }) => handed.length > 0);
  return (
    !isGrouped && !where.some((logic) => mentions(logic, embed.alias)) && !order.some((term) => term.embed === embed)
  );
}

function printAfterwards(embed: Embed, outer: string, values: Values): Printed {
  const { alias, name, way, plan } = embed;
  const rows = printRows(plan, values, { embed, outer });
  const item = quote(`${alias}_row`);
  const value = way.toOne
    ? `(SELECT pg_catalog.row_to_json(${item}.*)::jsonb FROM (${rows}) AS ${item} LIMIT 1)`
    : `COALESCE((SELECT pg_catalog.json_agg(${item}.*)::jsonb FROM (${rows}) AS ${item}), '[]')`;
  return { text: `${value} AS ${quote(name)}`, groups: undefined };
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
  if (logic.kind === "embedded") return logic.embed.alias === alias;
  return logic.kind !== "filter" && logic.parts.some((part) => mentions(part, alias));
}

const printFrom = ({ from, alias }: ReadPlan): string =>
  from.kind === "source" ? quote(from.name) : `${printName(from.name)} AS ${quote(alias)}`;

function printRange({ range }: ReadPlan, values: Values): string {
  const limit = range.limit === undefined ? "" : ` LIMIT ${values.add(range.limit)}::bigint`;
  return `${limit}${range.offset === 0 ? "" : ` OFFSET ${values.add(range.offset)}::bigint`}`;
}

/** A column of the answer; `groups`: by what rows are put together where there is an aggregate beside it. */
type Printed = { readonly text: string; readonly groups: string | undefined };

/** Everything is printed once: the same text twice would have other places for its values. */
function columnsOf(plan: ReadPlan, values: Values): readonly Printed[] {
  return [
    ...plan.fields.map((field) => printField(field, plan, values)),
    ...plan.embeds.flatMap((embed) =>
      isAfterwards(embed, plan) ? [printAfterwards(embed, plan.alias, values)] : embedColumns(embed, plan),
    ),
  ];
}

function printField(field: PlannedField, plan: ReadPlan, values: Values): Printed {
  const { alias } = plan;
  const { value, cast, aggregate, aggregateCast, name, handedAs } = field;
  if (value === undefined && aggregate === undefined) return { text: allColumns(plan), groups: undefined };
  const stored = value === undefined ? "1" : printValue(value, alias, values);
  const shown = aggregate === undefined ? value?.casts.toJson : undefined;
  const plain = shown === undefined ? stored : `${printName(shown)}(${stored})`;
  const typed = cast === undefined ? plain : `CAST(${plain} AS ${cast})`;
  if (aggregate === undefined) {
    return { text: `${typed} AS ${quote(name)}`, groups: shown === undefined ? typed : stored };
  }
  if (plan.handsUp && handedAs !== undefined) return { text: `${typed} AS ${quote(handedAs)}`, groups: undefined };
  return { text: printAggregate(aggregate, typed, aggregateCast, name), groups: undefined };
}

function printAggregate(aggregate: string, of: string, cast: string | undefined, name: string): string {
  const whole = `${aggregate}(${of})`;
  return `${cast === undefined ? whole : `CAST(${whole} AS ${cast})`} AS ${quote(name)}`;
}

/** What was written may come with more than the table's own columns. */
function allColumns({ from, alias, table }: ReadPlan): string {
  if (from.kind === "table" || table === undefined || from.name !== written) return `${quote(alias)}.*`;
  return table.columns.map(({ name }) => `${quote(alias)}.${quote(name)}`).join(", ");
}

/** With an aggregate, everything else that is selected says what it is worked out for. */
function groupsOf(plan: ReadPlan, columns: readonly Printed[]): string {
  const own = plan.fields.some(({ aggregate }) => aggregate !== undefined);
  if (plan.handsUp || !(own || plan.embeds.some(({ handed }) => handed.length > 0))) return "";
  const groups = columns.flatMap(({ groups: group }) => group ?? []);
  return groups.length === 0 ? "" : ` GROUP BY ${groups.join(", ")}`;
}

/** What an embedding adds to the row around it. */
function embedColumns(embed: Embed, outer: ReadPlan): readonly Printed[] {
  if (embed.isHidden) return [];
  const { alias, spread, way, plan, handed } = embed;
  const column = (name: string) => `${quote(alias)}.${quote(name)}`;
  if (!spread) {
    const value = column("value");
    return [{ text: `${way.toOne ? value : `COALESCE(${value}, '[]')`} AS ${quote(embed.name)}`, groups: value }];
  }
  if (!way.toOne) {
    return spreadNames(plan).map((name) => ({
      text: `COALESCE(${column(name)}, '[]') AS ${quote(name)}`,
      groups: column(name),
    }));
  }
  return [
    ...spreadNames(plan).map((name) =>
      name === "*" ? { text: `${quote(alias)}.*`, groups: undefined } : { text: column(name), groups: column(name) },
    ),
    ...handed.map((one) => ({
      text: outer.handsUp
        ? `${column(one.column)} AS ${quote(one.column)}`
        : printAggregate(one.aggregate, column(one.column), one.aggregateCast, one.name),
      groups: undefined,
    })),
  ];
}

function printEmbed(embed: Embed, outer: string, values: Values): string {
  const { alias, inner, spread, way, plan } = embed;
  const rows = printRows(plan, values, { embed, outer });
  const join = inner ? "INNER JOIN LATERAL" : "LEFT JOIN LATERAL";
  const item = quote(`${alias}_row`);
  if (embed.isHidden) {
    return `${join} (SELECT true AS value FROM (${rows}) AS ${item} LIMIT 1) AS ${quote(alias)} ON true`;
  }
  if (spread && way.toOne) return `${join} (${rows}) AS ${quote(alias)} ON true`;
  if (way.toOne)
    return `${join} (SELECT pg_catalog.row_to_json(${item}.*)::jsonb AS value FROM (${rows}) AS ${item} LIMIT 1) AS ${quote(alias)} ON true`;
  const aggregated = spread
    ? [
        `nullif(count(*), 0) AS ${quote(howMany)}`,
        ...spreadNames(plan).map((name) => `json_agg(${item}.${quote(name)})::jsonb AS ${quote(name)}`),
      ].join(", ")
    : `pg_catalog.json_agg(${item}.*)::jsonb AS value`;
  const there = inner ? `${presenceOf(embed)} IS NOT NULL` : "true";
  return `${join} (SELECT ${aggregated} FROM (${rows}) AS ${item}) AS ${quote(alias)} ON ${there}`;
}
