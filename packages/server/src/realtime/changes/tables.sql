-- Tables of entities that live messages tell of, with their columns and the functions of the schema writ about their
-- rows.

SELECT
  n.nspname AS schema,
  c.relname AS name,
  c.relreplident AS identity,
  (
    SELECT json_agg(
      json_build_object(
        'name', a.attname,
        'type', t.typname,
        'fullType', format_type(a.atttypid, a.atttypmod),
        'category', t.typcategory
      ) ORDER BY a.attnum
    )
    FROM pg_attribute a
      JOIN pg_type t ON t.oid = a.atttypid
    WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  ) AS columns,
  (
    SELECT json_agg(a.attname ORDER BY a.attnum)
    FROM pg_index i
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
    WHERE i.indrelid = c.oid AND i.indisprimary
  ) AS key,
  (
    SELECT json_agg(p.proname)
    FROM pg_proc p
    WHERE p.pronamespace = 'writ'::regnamespace
      AND p.proargtypes[0] = c.reltype
      AND (p.pronargs = 1 OR (p.pronargs = 2 AND p.proargtypes[1] = 'uuid[]'::regtype))
  ) AS functions
FROM pg_class c
  JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname IN ('public', 'writ_data') AND c.relkind = 'r' AND c.relowner = current_user::regrole
ORDER BY 1, 2;
