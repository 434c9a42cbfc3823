// What is in a database, as PostgreSQL lists it, and what a document becomes: the same objects, each with its clause.
import type { DatabaseObject, Place } from "../../plan/objects.ts";
import type { TestDatabase } from "../database.ts";

/** `policy public.ticket select_ticket of 6/Ticket/read`; without a comment, what every database has. */
export async function listed({ owner }: TestDatabase): Promise<readonly string[]> {
  const rows = await owner(`WITH listed (kind, schema, name, own, comment) AS (
      SELECT CASE c.relkind WHEN 'v' THEN 'view' ELSE 'table' END, c.relnamespace, c.relname, '', obj_description(c.oid, 'pg_class')
        FROM pg_class AS c WHERE c.relkind IN ('r', 'v')
      UNION ALL SELECT 'column', c.relnamespace, c.relname, a.attname, col_description(c.oid, a.attnum)
        FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid WHERE c.relkind = 'r' AND a.attnum > 0
      UNION ALL SELECT 'index', c.relnamespace, t.relname, c.relname, obj_description(c.oid, 'pg_class')
        FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid JOIN pg_class AS t ON t.oid = i.indrelid
        WHERE NOT EXISTS (SELECT FROM pg_constraint AS k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'x'))
      UNION ALL SELECT 'constraint', c.relnamespace, c.relname, k.conname, obj_description(k.oid, 'pg_constraint')
        FROM pg_constraint AS k JOIN pg_class AS c ON c.oid = k.conrelid WHERE k.contype NOT IN ('n', 't')
      UNION ALL SELECT 'trigger', c.relnamespace, c.relname, t.tgname, obj_description(t.oid, 'pg_trigger')
        FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid WHERE NOT t.tgisinternal
      UNION ALL SELECT 'policy', c.relnamespace, c.relname, p.polname, obj_description(p.oid, 'pg_policy')
        FROM pg_policy AS p JOIN pg_class AS c ON c.oid = p.polrelid
      UNION ALL SELECT 'function', p.pronamespace, p.proname, '', obj_description(p.oid, 'pg_proc') FROM pg_proc AS p)
    SELECT concat_ws(' ', l.kind, n.nspname || '.' || l.name, NULLIF(l.own, ''), 'of ' || l.comment) AS line
    FROM listed AS l JOIN pg_namespace AS n ON n.oid = l.schema
    WHERE n.nspname NOT IN ('pg_catalog', 'pg_toast', 'information_schema', 'writ_extensions') ORDER BY 1`);
  return rows.map(({ line }) => String(line));
}

/** The same lines of what the document becomes. Privileges and rows carry no comment. */
export const planned = (objects: readonly DatabaseObject[]): readonly string[] => objects.flatMap(linesOf).sort();

function linesOf(object: DatabaseObject): readonly string[] {
  const line = (kind: string, { schema, name }: Place, own: string | undefined, address: string) =>
    [kind, `${schema}.${name}`, ...(own === undefined ? [] : [own]), "of", address].join(" ");
  switch (object.kind) {
    case "table":
      return [
        line("table", object.place, undefined, object.address),
        ...object.columns.map(({ name, address }) => line("column", object.place, name, address)),
      ];
    case "view":
    case "function":
      return [line(object.kind, object.place, undefined, object.address)];
    case "constraint":
    case "trigger":
    case "policy":
    case "index":
      return [line(object.kind, object.table, object.name, object.address)];
    case "text index":
      return [line("index", object.table, object.name, object.address)];
    case "grant":
    case "data":
    case "seed":
      return [];
  }
}
