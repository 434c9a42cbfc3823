// What the catalogue of a database says of the tables that travel: names come from here, never from an archive.
import { escapeIdentifier, type ClientBase } from "pg";

import { readApplied } from "../applying/applied.ts";
import { staying, travelling, type Travels } from "./tables.ts";

export type Column = { readonly name: string; readonly type: string; readonly required: boolean };

export type Table = {
  /** In the archive: `rows/ticket.ndjson`, `system/auth.users.ndjson`. */
  readonly file: string;
  readonly schema: string;
  readonly name: string;
  readonly quoted: string;
  /** Those that are stored and not generated, in their order. */
  readonly columns: readonly Column[];
  readonly key: readonly string[];
  readonly isOfDocument: boolean;
  readonly how: Travels;
};

type Found = {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly Column[];
  readonly key: readonly string[];
};

/** `column` of a table whose values PostgreSQL counts up. */
export type Sequence = { readonly of: string; readonly sequence: string };

const tablesThere = `SELECT n.nspname AS schema, c.relname AS name,
    ARRAY(SELECT jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, NULL), 'required', a.attnotnull)
      FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      ORDER BY a.attnum) AS columns,
    ARRAY(SELECT a.attname::text FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
      WHERE i.indrelid = c.oid AND i.indisprimary) AS key
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
  ORDER BY 1, 2`;

export type Tables = {
  readonly travelling: readonly Table[];
  /** Tables that the document and Writ know nothing of. */
  readonly unknown: readonly string[];
};

export async function readTables(client: ClientBase): Promise<Tables> {
  const objects = (await readApplied(client))?.objects ?? [];
  const ofDocument = new Set(objects.flatMap((one) => (one.kind === "table" ? [nameOf(one.place)] : [])));
  const { rows } = await client.query<Found>(tablesThere);
  const tables: Table[] = [];
  const unknown: string[] = [];
  for (const found of rows) {
    const full = nameOf(found);
    const how = ofDocument.has(full) ? { anonymised: true } : travelling[full];
    if (how === undefined) {
      if (!Object.hasOwn(staying, full)) unknown.push(full);
      continue;
    }
    const { only, without = [] } = how as Travels;
    tables.push({
      ...found,
      columns: found.columns.filter(
        ({ name }) =>
          !without.includes(name) && (only === undefined || only.includes(name) || found.key.includes(name)),
      ),
      file: ofDocument.has(full) ? `rows/${found.name}.ndjson` : `system/${full}.ndjson`,
      quoted: `${escapeIdentifier(found.schema)}.${escapeIdentifier(found.name)}`,
      isOfDocument: ofDocument.has(full),
      how,
    });
  }
  return { travelling: tables, unknown };
}

const nameOf = ({ schema, name }: { readonly schema: string; readonly name: string }): string => `${schema}.${name}`;

/** Of the columns that PostgreSQL counts up by itself, in the tables of the system. */
export async function readSequences(client: ClientBase): Promise<readonly Sequence[]> {
  const { rows } = await client.query<Sequence>(`SELECT n.nspname || '.' || c.relname || '.' || a.attname AS of,
      d.objid::regclass::text AS sequence
    FROM pg_depend d JOIN pg_class c ON c.oid = d.refobjid JOIN pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.refobjsubid
    WHERE d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass AND d.deptype = 'i'
      AND (SELECT relkind FROM pg_class s WHERE s.oid = d.objid) = 'S' ORDER BY 1`);
  return rows.filter(({ of }) => Object.hasOwn(travelling, of.slice(0, of.lastIndexOf("."))));
}
