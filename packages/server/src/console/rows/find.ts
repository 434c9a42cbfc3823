// Rows that are looked up: a page of them, one with its history, and rows by what they are called.
import { DatabaseError, type ClientBase } from "pg";
import { quoteIdentifier } from "@writ/language/sql-quote";
import { actAs } from "../../functions/act-as.ts";
import { allOrNothing } from "../../postgres/connections/transaction.ts";
import type { RequestPool } from "../../postgres/connections/request-pool.ts";
import { Refusal } from "../answers.ts";
import type { ChangeView, NamedRowView, OneRowView, RowsView, RowView } from "../operator-response-types.ts";
import { conditionsOf, type Search } from "./conditions.ts";
import { operatorCaller } from "./write.ts";
import type { Column, Table } from "./tables.ts";

const pageSize = 50;
/** Beyond it nobody wants the exact number, and counting takes its time. */
const mostCounted = 10_000;
const mostNamed = 30;

/** Past every right, and nothing can be written. */
export async function reading<Result>(
  pool: RequestPool,
  work: (client: ClientBase) => Promise<Result>,
  begin = "BEGIN READ ONLY",
): Promise<Result> {
  return pool.withConnection(async (client) =>
    allOrNothing(
      client,
      async () => {
        await actAs(client, operatorCaller({ name: "", person: undefined }));
        return work(client);
      },
      begin,
    ),
  );
}

/** Exact: numbers as texts, moments as the wire has them. */
const shown = ({ id, column = "" }: Column): string => {
  const name = `t.${quoteIdentifier(id)}`;
  return /^(?:numeric|bigint|interval)/.test(column) ? `to_jsonb(${name}::text)` : `to_jsonb(${name})`;
};

export const rowSql = ({ columns, id }: Table): string => {
  const own = columns.filter(({ isColumn }) => isColumn);
  const values = own.map((column) => `${shown(column)} AS ${quoteIdentifier(column.id)}`);
  return `SELECT ${[...values, 't."id"::text AS "id"'].join(", ")} FROM "public".${quoteIdentifier(id)} AS t`;
};

type Row = Readonly<Record<string, unknown>> & { readonly id: string };
const viewOf = ({ id, ...values }: Row): RowView => ({ id, values });

export async function findRows(
  { requests, pool }: { readonly requests: RequestPool; readonly pool: RequestPool },
  table: Table,
  search: Search,
  page: number,
): Promise<RowsView | Refusal> {
  const conditions = conditionsOf(table, search);
  if (conditions === undefined) return wrongFilter();
  const { where, order, values } = conditions;
  try {
    const found = await reading(requests, async (client) => {
      const { rows } = await client.query<Row>(
        `${rowSql(table)} WHERE ${where} ORDER BY ${order} LIMIT ${pageSize} OFFSET ${page * pageSize}`,
        [...values],
      );
      const { rows: counted } = await client.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM (SELECT FROM "public".${quoteIdentifier(table.id)} AS t WHERE ${where} LIMIT ${mostCounted + 1}) AS found`,
        [...values],
      );
      return { rows, count: counted[0]?.n ?? 0 };
    });
    return {
      rows: found.rows.map(viewOf),
      names: await namesOf(pool, table, found.rows),
      count: found.count > mostCounted ? undefined : found.count,
    };
  } catch (failure) {
    if (isOfValue(failure)) return wrongFilter();
    throw failure;
  }
}

export const isOfValue = (failure: unknown): boolean =>
  failure instanceof DatabaseError && /^(?:22|42846|42883)/.test(failure.code ?? "");

export const wrongFilter = () => new Refusal(400, { code: "INVALID", message: "This filter does not fit its field." });

/** What rows are called that these refer to. The owner works it out: a name may be made of other rows. */
async function namesOf(
  pool: RequestPool,
  { columns, others }: Table,
  rows: readonly Row[],
): Promise<Readonly<Record<string, string>>> {
  const names: Record<string, string> = {};
  for (const { id, type } of columns) {
    if (type.kind !== "reference" && type.kind !== "several") continue;
    const ids = [...new Set(rows.flatMap((row) => row[id] ?? []).filter((one) => typeof one === "string"))];
    const to = others.get(type.entity);
    if (to === undefined || ids.length === 0) continue;
    const { rows: named } = await pool.withConnection(async (client) =>
      client.query<NamedRowView>(
        `SELECT given.id::text, COALESCE((${to.name})::text, given.id::text) AS name FROM ${to.table} AS given WHERE given.id::text = ANY ($1)`,
        [ids],
      ),
    );
    for (const one of named) names[one.id] = one.name;
  }
  return names;
}

export async function findRow(
  { requests, pool }: { readonly requests: RequestPool; readonly pool: RequestPool },
  table: Table,
  id: string,
): Promise<OneRowView | undefined> {
  const found = await reading(requests, async (client) => {
    const { rows } = await client.query<Row>(`${rowSql(table)} WHERE t."id"::text = $1`, [id]);
    if (rows[0] === undefined) return undefined;
    const { rows: history } = table.history
      ? await client.query<ChangeView>(
          `SELECT event, changes, name, happened_at AS at, through
           FROM "public".${quoteIdentifier(`history_${table.id}`)}($1::uuid) WITH ORDINALITY ORDER BY ordinality DESC LIMIT 200`,
          [id],
        )
      : { rows: undefined };
    return { row: rows[0], history };
  });
  if (found === undefined) return undefined;
  const [own] = await named(pool, table, "", id);
  return {
    ...viewOf(found.row),
    name: own?.name ?? id,
    names: await namesOf(pool, table, [found.row, ...(found.history ?? []).flatMap(rowsBefore)]),
    history: found.history,
  };
}

/** What a change names is told by its name too, on both of its sides. */
const rowsBefore = ({ changes }: ChangeView): readonly Row[] =>
  (["old", "new"] as const).map((side) => ({
    id: "",
    ...Object.fromEntries(Object.entries(changes).map(([field, change]) => [field, change[side]])),
  }));

/** For a field that refers to one of them. */
export const named = async (
  pool: RequestPool,
  { name, table }: Table,
  text: string,
  id = "",
): Promise<readonly NamedRowView[]> =>
  pool.withConnection(async (client) => {
    const { rows } = await client.query<NamedRowView>(
      `SELECT id::text, COALESCE(name, id::text) AS name
       FROM (SELECT given.id, (${name})::text AS name, given.created_at FROM ${table} AS given) AS named
       WHERE ($2 = '' OR id::text = $2) AND ($1 = '' OR strpos(lower(name), lower($1)) > 0)
       ORDER BY created_at DESC LIMIT ${mostNamed}`,
      [text, id],
    );
    return rows;
  });
