-- Every foreign key, with its columns side by side, and whether no two rows have the same of them.

SELECT
  c.conname AS constraint,
  json_build_object('schema', n.nspname, 'name', t.relname) AS "from",
  json_build_object('schema', fn.nspname, 'name', ft.relname) AS "to",
  (
    SELECT json_agg(json_build_array(a.attname, fa.attname) ORDER BY k.place)
    FROM unnest(c.conkey, c.confkey) WITH ORDINALITY AS k (own, other, place)
      JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.own
      JOIN pg_attribute fa ON fa.attrelid = c.confrelid AND fa.attnum = k.other
  ) AS columns,
  EXISTS (
    SELECT FROM pg_constraint u
    WHERE u.conrelid = c.conrelid
      AND u.contype IN ('p', 'u')
      AND (SELECT array_agg(x ORDER BY x) FROM unnest(u.conkey) x) = (
        SELECT array_agg(x ORDER BY x) FROM unnest(c.conkey) x
      )
  ) AS "isUnique"
FROM pg_constraint c
  JOIN pg_class t ON t.oid = c.conrelid
  JOIN pg_namespace n ON n.oid = t.relnamespace
  JOIN pg_class ft ON ft.oid = c.confrelid
  JOIN pg_namespace fn ON fn.oid = ft.relnamespace
WHERE c.contype = 'f' AND c.conparentid = 0 AND n.nspname <> 'pg_catalog'
ORDER BY c.conname, c.conrelid;
