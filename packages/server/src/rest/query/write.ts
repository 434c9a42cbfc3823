// A write as SQL: what is written comes back as rows of one name, from which the answer is read.
import { quoteIdentifier as quote, quoteText } from "@writ/language/sql-quote";
import type { Column, Table } from "../catalogue/catalogue.ts";
import type { ReadPlan } from "../plan/read-plan.ts";
import type { WritePlan } from "../plan/write-plan.ts";
import { printLogic } from "./conditions.ts";
import { written } from "../plan/sources.ts";
import { printSpelled } from "./spelling.ts";
import { printName, type Values } from "./statement.ts";

/** What is written, under the name by which its rows are known then. */
export function printWritten(plan: WritePlan, values: Values): string {
  // The creator of a row may be able to read it only once everything has followed: so its id is given, not returned.
  const isNew = plan.kind === "insert" && plan.reread !== undefined && plan.conflict === undefined;
  if (!isNew) return `${written} AS (${printWrite(plan, values)})`;
  const { table, columns } = plan;
  const others = columns.filter(({ name }) => name !== "id").map(({ name }) => quote(name));
  const id = others.length < columns.length ? `coalesce(given."id", gen_random_uuid())` : "gen_random_uuid()";
  const chosen = [`${id} AS "id"`, ...others.map((name) => `given.${name}`)].join(", ");
  const names = ['"id"', ...others].join(", ");
  const rows = columns.length === 0 ? "(SELECT 1 AS one) AS given" : givenRows(plan, values);
  return `${written} AS MATERIALIZED (SELECT ${chosen} FROM ${rows}), done AS (INSERT INTO ${printName(table)}(${names}) SELECT ${names} FROM ${written})`;
}

function printWrite(plan: WritePlan, values: Values): string {
  switch (plan.kind) {
    case "insert":
    case "put":
      return printInsert(plan, values);
    case "update":
      return printUpdate(plan, values);
    case "delete":
      return `DELETE FROM ${printName(plan.table)}${whereOf(plan, values)} RETURNING ${returning(plan)}`;
  }
}

/** What comes back of what was written: only what is answered, because to look at more takes more rights. */
function returning({ table, shows, keys, read, reread }: WritePlan): string {
  const names = reread !== undefined ? ["id"] : shows ? columnsRead(read, table) : keys ? table.primaryKey : [];
  const columns = names.map((name) => `${printName(table)}.${quote(name)}`);
  return columns.length === 0 ? "1" : columns.join(", ");
}

/**
 * How many rows were there already and were written over: each of them adds one to a setting of the transaction. Views
 * and tables with partitions do not tell it in another way.
 */
export const writtenOver = "response.written_over";

const countsUp = `set_config('${writtenOver}', (coalesce(nullif(current_setting('${writtenOver}', true), ''), '0')::bigint + 1)::text, true) IS NOT NULL`;

function columnsRead({ fields, embeds, order }: ReadPlan, table: Table): readonly string[] {
  const isWhole =
    fields.some(({ value }) => value === undefined) || embeds.some(({ way }) => way.by.kind === "computed");
  const names = [
    ...(isWhole ? table.columns.map(({ name }) => name) : []),
    ...fields.flatMap(({ value }) => value?.field.name ?? []),
    ...order.flatMap(({ value, embed }) => (embed === undefined ? value.field.name : [])),
    ...embeds.flatMap(({ way: { by } }) =>
      by.kind === "many-to-many"
        ? by.source.map(([own]) => own)
        : by.kind === "computed"
          ? []
          : by.columns.map(([own]) => own),
    ),
  ];
  return [...new Set(names)];
}

function printInsert(plan: WritePlan, values: Values): string {
  const { table, columns, payload, conflict } = plan;
  const names = columns.map(({ name }) => quote(name)).join(", ");
  const into = `INSERT INTO ${printName(table)}${columns.length === 0 ? "" : `(${names})`}`;
  // A put writes the row that its address names, and no other.
  const named =
    plan.kind === "put" ? ` WHERE ${plan.where.map((logic) => printLogic(logic, "given", values)).join(" AND ")}` : "";
  const rows =
    payload === undefined || payload.isEmpty
      ? `SELECT ${names === "" ? "NULL WHERE false" : `${columns.map(({ type }) => `NULL::${type}`).join(", ")} WHERE false`}`
      : columns.length === 0
        ? undefined
        : `SELECT ${columns.map(({ name }) => `given.${quote(name)}`).join(", ")} FROM ${givenRows(plan, values)}${named}`;
  // A row that gives nothing takes all its defaults.
  const what = rows ?? "DEFAULT VALUES";
  return `${into} ${what}${printConflict(conflict, columns)} RETURNING ${returning(plan)}`;
}

function printConflict(conflict: WritePlan["conflict"], columns: readonly Column[]): string {
  if (conflict === undefined) return "";
  const target = conflict.columns.map(quote).join(", ");
  if (conflict.does === "nothing" || columns.length === 0) return ` ON CONFLICT(${target}) DO NOTHING`;
  const set = columns.map(({ name }) => `${quote(name)} = EXCLUDED.${quote(name)}`).join(", ");
  return ` ON CONFLICT(${target}) DO UPDATE SET ${set} WHERE ${countsUp}`;
}

function printUpdate(plan: WritePlan, values: Values): string {
  const { table, columns } = plan;
  // An update without columns changes nothing and returns no row.
  if (columns.length === 0)
    return plan.shows ? `SELECT ${returning(plan)} FROM ${printName(table)} WHERE false` : "SELECT 1 WHERE false";
  const set = columns.map(({ name }) => `${quote(name)} = given.${quote(name)}`).join(", ");
  // A column may be called as the rows beside it call what they hold.
  const given = columns.map(({ name }) => `given.${quote(name)}`).join(", ");
  return `UPDATE ${printName(table)} SET ${set} FROM (SELECT ${given} FROM ${givenRows(plan, values)} LIMIT 1) AS given${whereOf(plan, values)} RETURNING ${returning(plan)}`;
}

/** The rows of the body, with the types of the columns that they are for; domains are read by their own functions. */
function givenRows(plan: WritePlan, values: Values): string {
  const { columns } = plan;
  const rows = typedRows(plan, values);
  if (columns.every(({ casts, spelling }) => casts.fromJson === undefined && spelling === undefined)) return rows;
  const read = columns.map(({ name, casts, spelling }) =>
    casts.fromJson === undefined
      ? spelling === undefined
        ? `given.${quote(name)}`
        : `${printSpelled(`given.${quote(name)}`, spelling)} AS ${quote(name)}`
      : `${printName(casts.fromJson)}(given.${quote(name)}) AS ${quote(name)}`,
  );
  return `(SELECT ${read.join(", ")} FROM ${rows}) AS given`;
}

function typedRows({ payload, columns, defaults }: WritePlan, values: Values): string {
  const typed = columns
    .map(({ name, nominalType, casts, spelling }) => {
      const type = spelling === undefined ? nominalType : "text";
      return `${quote(name)} ${casts.fromJson === undefined ? type : "json"}`;
    })
    .join(", ");
  const json = `${values.add(payload?.json ?? "{}")}::json`;
  const list = `CASE WHEN json_typeof(body.value) = 'array' THEN body.value ELSE json_build_array(body.value) END`;
  if (!defaults) {
    return `(SELECT ${json} AS value) AS body, LATERAL (SELECT ${list} AS value) AS list, LATERAL json_to_recordset(list.value) AS given(${typed})`;
  }
  // What a row leaves out stands in it already, with the column's own default.
  const missing = columns.flatMap(({ name, nominalType, casts, default: own }) =>
    own === null
      ? []
      : [
          `${quoteText(name)}, ${casts.toJson === undefined ? own : `${printName(casts.toJson)}(CAST(${own} AS ${nominalType}))`}`,
        ],
  );
  const standing =
    chunks(missing)
      .map((some) => `jsonb_build_object(${some.join(", ")})`)
      .join(" || ") || "'{}'::jsonb";
  return `(SELECT ${json} AS value) AS body, LATERAL (SELECT ${list} AS value) AS list, LATERAL (SELECT jsonb_agg(${standing} || item) AS value FROM jsonb_array_elements(list.value::jsonb) AS item) AS whole, LATERAL jsonb_to_recordset(whole.value) AS given(${typed})`;
}

/** A function takes no more than a hundred arguments. */
const chunks = (items: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(items.length / 50) }, (_, at) => items.slice(at * 50, at * 50 + 50));

/** The table stands under its own name: a write has no alias. */
function whereOf({ where, table }: WritePlan, values: Values): string {
  if (where.length === 0) return "";
  return ` WHERE ${where.map((logic) => printLogic(logic, table.name, values)).join(" AND ")}`;
}
