-- Aggregates that answer in a media type of their own, in the schemas $1.

WITH
  -- Domains that are named for a media type; each with what it is asked for and goes out as.
  media_types AS (
    SELECT
      t.oid,
      json_build_object(
        'type', lower(t.typname),
        'contentType', CASE t.typname WHEN '*/*' THEN 'application/octet-stream' ELSE t.typname END
      ) AS media
    FROM pg_type t
    WHERE t.typtype = 'd' AND (t.typname ~ '^[A-Za-z0-9.-]+/[A-Za-z0-9.+-]+$' OR t.typname = '*/*')
  )
SELECT
  m.media->>'type' AS type,
  m.media->>'contentType' AS "contentType",
  json_build_object('schema', n.nspname, 'name', p.proname) AS aggregate,
  CASE WHEN c.oid IS NOT NULL THEN json_build_object('schema', cn.nspname, 'name', c.relname) END AS rows
FROM pg_aggregate a
  JOIN pg_proc p ON p.oid = a.aggfnoid
  JOIN pg_namespace n ON n.oid = p.pronamespace
  JOIN media_types m ON m.oid = p.prorettype
  JOIN pg_type t ON t.oid = p.proargtypes[0]
  LEFT JOIN pg_class c ON c.oid = t.typrelid
  LEFT JOIN pg_namespace cn ON cn.oid = c.relnamespace
WHERE n.nspname = ANY ($1) AND p.pronargs = 1 AND (c.oid IS NOT NULL OR t.oid = 'anyelement'::regtype)
ORDER BY p.oid;
