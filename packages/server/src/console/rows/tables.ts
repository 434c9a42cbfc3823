// The tables that rows are looked up in: of the document, with the columns that the database has.
import type { ClientBase } from "pg";
import type { Compiled } from "@writ/language";
import { explainTables, type ExplainedTable } from "@writ/language/explain";
import type { FieldView, TableView } from "../operator-response-types.ts";

export type Column = FieldView & {
  /** As PostgreSQL calls it; undefined where no column is there. */
  readonly column: string | undefined;
};
export type Table = Omit<ExplainedTable, "fields"> & {
  readonly columns: readonly Column[];
  /** All that it may refer to, by their identifiers. */
  readonly others: ReadonlyMap<string, ExplainedTable>;
};

export async function tablesOf(client: ClientBase, compiled: Compiled): Promise<readonly Table[]> {
  const { rows } = await client.query<{ table: string; name: string; type: string }>(
    `SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'v')`,
  );
  const types = new Map(rows.map(({ table, name, type }) => [`${table}.${name}`, type]));
  const explained = explainTables(compiled);
  const others = new Map(explained.map((one) => [one.id, one]));
  return explained.map(({ fields, ...table }) => ({
    ...table,
    others,
    columns: fields.map((field) => {
      const column = types.get(`${table.id}.${field.id}`);
      return { ...field, column, isColumn: column !== undefined };
    }),
  }));
}

export const tableNamed = async (client: ClientBase, compiled: Compiled, id: string): Promise<Table | undefined> =>
  (await tablesOf(client, compiled)).find((one) => one.id === id);

export const viewOf = ({ id, label, history, columns }: Table): TableView => ({
  id,
  label,
  history,
  fields: columns.map(({ column, ...field }) => ({ ...field, isColumn: column !== undefined })),
});
