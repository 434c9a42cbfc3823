-- Every relation with its columns by number; of a view also the tree of its query, which names where each comes from.

SELECT
  c.oid::bigint::text AS oid,
  n.nspname AS schema,
  c.relname AS name,
  (
    SELECT r.ev_action::text
    FROM pg_rewrite r
    WHERE c.relkind IN ('v', 'm') AND r.ev_class = c.oid AND r.ev_type = '1'
  ) AS tree,
  (
    SELECT json_object_agg(a.attnum, a.attname)
    FROM pg_attribute a
    WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  ) AS columns
FROM pg_class c
  JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'v', 'm', 'f', 'p') AND n.nspname NOT IN ('pg_catalog', 'information_schema');
