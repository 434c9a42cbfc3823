-- Functions that may be called over the wire, in the schemas $1.

WITH
  -- A domain stands for the type that it restricts, however many lie between; any other type is not among them.
  base_types AS (
    WITH RECURSIVE walk AS (
      SELECT oid, oid AS base, typbasetype AS next
      FROM pg_type
      WHERE typtype = 'd'
      UNION ALL
      SELECT walk.oid, t.oid, t.typbasetype
      FROM walk
        JOIN pg_type t ON t.oid = walk.next
      WHERE walk.next <> 0
    )
    SELECT oid, base
    FROM walk
    WHERE next = 0
  ),
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
  n.nspname AS schema,
  p.proname AS name,
  p.oid::text AS oid,
  obj_description(p.oid, 'pg_proc') AS description,
  COALESCE(inputs.parameters, '[]') AS parameters,
  json_build_object(
    'schema', tn.nspname,
    'name', COALESCE(tc.relname, t.typname),
    'isSet', p.proretset,
    'isComposite', t.typtype = 'c' OR COALESCE(p.proargmodes::text[] && '{t,b,o}', false),
    'media', CASE WHEN NOT p.proretset THEN m.media END
  ) AS returns,
  CASE p.provolatile WHEN 'v' THEN 'volatile' WHEN 's' THEN 'stable' ELSE 'immutable' END AS volatility,
  p.provariadic > 0 AS "isVariadic",
  p.prorows AS rows,
  COALESCE(
    (
      SELECT json_agg(json_build_array(split_part(s, '=', 1), substr(s, strpos(s, '=') + 1)))
      FROM unnest(p.proconfig) s
      WHERE split_part(s, '=', 1) IN (
        'statement_timeout', 'default_transaction_isolation', 'plan_filter.statement_cost_limit'
      )
    ),
    '[]'
  ) AS settings
FROM pg_proc p
  JOIN pg_namespace n ON n.oid = p.pronamespace
  LEFT JOIN base_types bt ON bt.oid = p.prorettype
  JOIN pg_type t ON t.oid = COALESCE(bt.base, p.prorettype)
  JOIN pg_namespace tn ON tn.oid = t.typnamespace
  LEFT JOIN pg_class tc ON tc.oid = t.typrelid
  LEFT JOIN media_types m ON m.oid = p.prorettype
  LEFT JOIN LATERAL (
    SELECT
      json_agg(
        json_build_object(
          'name', COALESCE(a.name, ''),
          'type', a.type::regtype::text,
          'callType', CASE a.type
            WHEN 'bit'::regtype THEN 'bit varying'
            WHEN 'bit[]'::regtype THEN 'bit varying[]'
            WHEN 'character'::regtype THEN 'character varying'
            WHEN 'character[]'::regtype THEN 'character varying[]'
            ELSE a.type::regtype::text
          END,
          'required', a.place <= p.pronargs - p.pronargdefaults,
          'variadic', COALESCE(a.mode = 'v', false)
        ) ORDER BY a.place
      ) AS parameters,
      count(*) - count(NULLIF(a.name, '')) AS unnamed,
      (array_agg(a.type ORDER BY a.place))[1] AS first
    FROM unnest(p.proargnames, p.proargtypes::oid[], p.proargmodes) WITH ORDINALITY AS a (
      name, type, mode, place
    )
    WHERE a.type IS NOT NULL
  ) AS inputs ON true
WHERE p.prokind = 'f'
  AND t.oid <> 'trigger'::regtype
  AND n.nspname = ANY ($1)
  AND (
    COALESCE(inputs.unnamed, 0) = 0
    OR inputs.unnamed = 1
      AND inputs.first IN (
        'bytea'::regtype, 'json'::regtype, 'jsonb'::regtype, 'text'::regtype, 'xml'::regtype
      )
    OR p.proargtypes[0] IN (SELECT reltype FROM pg_class)
  )
ORDER BY 1, 2, p.oid;
