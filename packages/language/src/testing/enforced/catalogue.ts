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
      UNION ALL SELECT 'grant', c.relnamespace, c.relname, lower(g.privilege_type) || ' to ' || g.grantee::regrole, NULL
        FROM pg_class AS c, aclexplode(c.relacl) AS g WHERE c.relkind IN ('r', 'v') AND g.grantee <> c.relowner
      UNION ALL SELECT 'grant', c.relnamespace, c.relname, format('%s (%s) to %s', lower(g.privilege_type), a.attname, g.grantee::regrole), NULL
        FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid, aclexplode(a.attacl) AS g
      UNION ALL SELECT 'grant', p.pronamespace, p.proname, 'execute to ' || g.grantee::regrole, NULL
        FROM pg_proc AS p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) AS g WHERE g.grantee <> p.proowner
      UNION ALL SELECT 'function', p.pronamespace, p.proname, '', obj_description(p.oid, 'pg_proc') FROM pg_proc AS p)
    SELECT DISTINCT concat_ws(' ', l.kind, n.nspname || '.' || l.name, NULLIF(l.own, ''), 'of ' || l.comment) AS line
    FROM listed AS l JOIN pg_namespace AS n ON n.oid = l.schema
    WHERE n.nspname NOT IN ('pg_catalog', 'pg_toast', 'information_schema', 'writ_extensions') ORDER BY 1`);
  return rows.map(({ line }) => String(line));
}

/** The same lines of what the document becomes. Grants can carry no comment, and several may say the same; rows are not listed. */
export const planned = (objects: readonly DatabaseObject[]): readonly string[] =>
  [...new Set(objects.flatMap(linesOf))].sort();

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
      return [line(object.kind, object.place, undefined, object.address)];
    case "function":
      return [
        line(object.kind, object.place, undefined, object.address),
        ...object.callers.map((role) => grant(object.place, "execute", role)),
      ];
    case "constraint":
    case "trigger":
    case "policy":
    case "index":
      return [line(object.kind, object.table, object.name, object.address)];
    case "text index":
      return [line("index", object.table, object.name, object.address)];
    case "grant":
      return object.privileges.flatMap((privilege) => {
        const some = privilege === "select" || privilege === "update" ? object.columns?.[privilege] : undefined;
        const of = some?.map((column) => `${privilege} (${column})`) ?? [privilege];
        return of.flatMap((one) => object.to.map((role) => grant(object.on, one, role)));
      });
    case "data":
    case "seed":
      return [];
  }
}

const grant = ({ schema, name }: Place, privilege: string, role: string): string =>
  `grant ${schema}.${name} ${privilege} to ${role}`;
