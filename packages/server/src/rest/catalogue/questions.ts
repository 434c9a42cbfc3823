// What is asked of PostgreSQL's own catalogue. Answers come in the shapes that catalogue.ts names.

/** A domain stands for the type that it restricts, however many lie between; any other type is not among them. */
const baseTypes = `base_types AS (
  WITH RECURSIVE walk AS (
    SELECT oid, oid AS base, typbasetype AS next FROM pg_type WHERE typtype = 'd'
    UNION ALL
    SELECT walk.oid, t.oid, t.typbasetype FROM walk JOIN pg_type t ON t.oid = walk.next WHERE walk.next <> 0
  )
  SELECT oid, base FROM walk WHERE next = 0
)`;

/** Domains that are named for a media type; each with what it is asked for and goes out as. */
const mediaTypes = `media_types AS (
  SELECT t.oid, json_build_object('type', lower(t.typname), 'contentType', CASE t.typname WHEN '*/*' THEN 'application/octet-stream' ELSE t.typname END) AS media
  FROM pg_type t
  WHERE t.typtype = 'd' AND (t.typname ~ '^[A-Za-z0-9.-]+/[A-Za-z0-9.+-]+$' OR t.typname = '*/*')
)`;

export const tablesQuestion = `WITH ${baseTypes},
columns AS MATERIALIZED (
  SELECT a.attrelid, json_agg(json_build_object(
    'name', a.attname,
    'type', CASE
      WHEN t.typtype = 'd' AND b.typnamespace = 'pg_catalog'::regnamespace THEN format_type(bt.base, NULL)
      WHEN t.typtype <> 'd' AND t.typnamespace = 'pg_catalog'::regnamespace THEN format_type(a.atttypid, NULL)
      ELSE format_type(a.atttypid, a.atttypmod) END,
    'nominalType', format_type(a.atttypid, a.atttypmod),
    'nullable', NOT (a.attnotnull OR t.typtype = 'd' AND t.typnotnull),
    'default', CASE
      WHEN t.typbasetype <> 0 AND d.adbin IS NULL THEN pg_get_expr(t.typdefaultbin, 0)
      WHEN a.attidentity = 'd' THEN format('nextval(%L)', s.objid::regclass)
      WHEN a.attgenerated = 's' THEN NULL
      ELSE pg_get_expr(d.adbin, d.adrelid) END,
    'maxLength', information_schema._pg_char_max_length(information_schema._pg_truetypid(a.*, t.*), information_schema._pg_truetypmod(a.*, t.*)),
    'choices', COALESCE((SELECT json_agg(e.enumlabel ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid = b.oid), '[]'),
    -- The view of an entity with hidden fields says of them what its table says.
    'description', COALESCE(col_description(a.attrelid, a.attnum), (SELECT col_description(o.attrelid, o.attnum)
      FROM pg_trigger g JOIN pg_class v ON v.oid = g.tgrelid
      JOIN pg_class held ON held.relname = v.relname AND held.relnamespace = to_regnamespace('writ_data')
      JOIN pg_attribute o ON o.attrelid = held.oid AND o.attname = a.attname
      WHERE g.tgrelid = a.attrelid AND g.tgname = 'write_client')),
    'casts', COALESCE((SELECT json_object_agg(CASE WHEN k.castsource = t.oid THEN 'toJson' WHEN k.castsource = 'json'::regtype THEN 'fromJson' ELSE 'fromText' END,
        json_build_object('schema', pn.nspname, 'name', p.proname))
      FROM pg_cast k JOIN pg_proc p ON p.oid = k.castfunc JOIN pg_namespace pn ON pn.oid = p.pronamespace
      WHERE t.typtype = 'd' AND k.castcontext = 'i' AND (k.castsource = t.oid AND k.casttarget = 'json'::regtype
        OR k.casttarget = t.oid AND k.castsource IN ('json'::regtype, 'text'::regtype))), '{}')
  ) ORDER BY a.attnum) AS columns
  FROM pg_attribute a
  JOIN pg_type t ON t.oid = a.atttypid
  LEFT JOIN base_types bt ON bt.oid = t.oid
  JOIN pg_type b ON b.oid = COALESCE(bt.base, t.oid)
  LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  LEFT JOIN pg_depend s ON s.refobjid = a.attrelid AND s.refobjsubid = a.attnum AND s.deptype = 'i'
  -- PostgreSQL's own relations, which are most of all, have numbers below this.
  WHERE a.attnum > 0 AND NOT a.attisdropped AND a.attrelid >= 16384
  GROUP BY a.attrelid
)
SELECT n.nspname AS schema, c.relname AS name, c.relkind IN ('v', 'm') AS "isView",
  c.relrowsecurity OR EXISTS (SELECT FROM pg_rewrite w JOIN pg_depend u ON u.classid = 'pg_rewrite'::regclass AND u.objid = w.oid
    JOIN pg_class f ON u.refclassid = 'pg_class'::regclass AND f.oid = u.refobjid WHERE w.ev_class = c.oid AND f.relrowsecurity) AS "isGuarded",
  obj_description(c.oid, 'pg_class') AS description,
  c.relkind IN ('r', 'p') OR c.relkind IN ('v', 'f') AND pg_relation_is_updatable(c.oid, true) & 8 = 8 AS insertable,
  c.relkind IN ('r', 'p') OR c.relkind IN ('v', 'f') AND pg_relation_is_updatable(c.oid, true) & 4 = 4 AS updatable,
  c.relkind IN ('r', 'p') OR c.relkind IN ('v', 'f') AND pg_relation_is_updatable(c.oid, true) & 16 = 16 AS deletable,
  COALESCE((SELECT json_agg(a.attname ORDER BY a.attname) FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (k.conkey)
    WHERE k.conrelid = c.oid AND k.contype = 'p'), '[]') AS "primaryKey",
  COALESCE(columns.columns, '[]') AS columns,
  -- The guard of clients is what the table of an entity has, and a comment of section 3 what a field of one has.
  CASE WHEN EXISTS (SELECT FROM pg_trigger g WHERE g.tgrelid = c.oid AND g.tgname = 'guard_client') THEN
    (SELECT json_agg(f.name ORDER BY f.place, f.name) FROM (
      SELECT a.attname AS name, a.attnum::int AS place FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attname NOT LIKE '\\_%'
      UNION ALL
      SELECT p.proname, 10000 FROM pg_proc p JOIN pg_type t ON t.oid = p.prorettype
      WHERE p.pronamespace = c.relnamespace AND p.pronargs = 1 AND p.proargtypes[0] = c.reltype AND NOT p.proretset AND t.typtype <> 'c'
        AND obj_description(p.oid, 'pg_proc') LIKE '3/%') AS f) END AS fields,
  EXISTS (SELECT FROM pg_trigger g WHERE g.tgrelid = c.oid AND g.tgname IN ('guard_client', 'write_client')) AS "isEntity",
  EXISTS (SELECT FROM pg_trigger g WHERE g.tgrelid = c.oid AND g.tgname = 'guard_client')
    AND EXISTS (SELECT FROM pg_trigger g WHERE g.tgrelid = c.oid AND (g.tgname LIKE 'after\\_%' OR g.tgname LIKE 'statement\\_%'))
    -- Rows are read back before it is certain that they may be.
    OR EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND pg_get_expr(p.polqual, p.polrelid) LIKE '%was_written(%')
    OR EXISTS (SELECT FROM pg_trigger g WHERE g.tgrelid = c.oid AND g.tgname = 'write_client') AS settles
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace LEFT JOIN columns ON columns.attrelid = c.oid
WHERE c.relkind IN ('r', 'v', 'm', 'f', 'p') AND NOT c.relispartition
  AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND NOT pg_is_other_temp_schema(n.oid)
ORDER BY 1, 2`;

export const relationshipsQuestion = `SELECT c.conname AS constraint,
  json_build_object('schema', n.nspname, 'name', t.relname) AS "from",
  json_build_object('schema', fn.nspname, 'name', ft.relname) AS "to",
  (SELECT json_agg(json_build_array(a.attname, fa.attname) ORDER BY k.place)
    FROM unnest(c.conkey, c.confkey) WITH ORDINALITY AS k (own, other, place)
    JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.own
    JOIN pg_attribute fa ON fa.attrelid = c.confrelid AND fa.attnum = k.other) AS columns,
  EXISTS (SELECT FROM pg_constraint u WHERE u.conrelid = c.conrelid AND u.contype IN ('p', 'u')
    AND (SELECT array_agg(x ORDER BY x) FROM unnest(u.conkey) x) = (SELECT array_agg(x ORDER BY x) FROM unnest(c.conkey) x)) AS "isUnique"
FROM pg_constraint c
JOIN pg_class t ON t.oid = c.conrelid JOIN pg_namespace n ON n.oid = t.relnamespace
JOIN pg_class ft ON ft.oid = c.confrelid JOIN pg_namespace fn ON fn.oid = ft.relnamespace
WHERE c.contype = 'f' AND c.conparentid = 0 AND n.nspname <> 'pg_catalog'
ORDER BY c.conname, c.conrelid`;

/** Every relation with its columns by number; of a view also the tree of its query, which names where each comes from. */
export const relationsQuestion = `SELECT c.oid::bigint::text AS oid, n.nspname AS schema, c.relname AS name,
  (SELECT r.ev_action::text FROM pg_rewrite r WHERE c.relkind IN ('v', 'm') AND r.ev_class = c.oid AND r.ev_type = '1') AS tree,
  (SELECT json_object_agg(a.attnum, a.attname) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'v', 'm', 'f', 'p') AND n.nspname NOT IN ('pg_catalog', 'information_schema')`;

export const handlersQuestion = `WITH ${mediaTypes}
SELECT m.media->>'type' AS type, m.media->>'contentType' AS "contentType",
  json_build_object('schema', n.nspname, 'name', p.proname) AS aggregate,
  CASE WHEN c.oid IS NOT NULL THEN json_build_object('schema', cn.nspname, 'name', c.relname) END AS rows
FROM pg_aggregate a JOIN pg_proc p ON p.oid = a.aggfnoid JOIN pg_namespace n ON n.oid = p.pronamespace
JOIN media_types m ON m.oid = p.prorettype
JOIN pg_type t ON t.oid = p.proargtypes[0]
LEFT JOIN pg_class c ON c.oid = t.typrelid LEFT JOIN pg_namespace cn ON cn.oid = c.relnamespace
WHERE n.nspname = ANY ($1) AND p.pronargs = 1 AND (c.oid IS NOT NULL OR t.oid = 'anyelement'::regtype)
ORDER BY p.oid`;

export const functionsQuestion = `WITH ${baseTypes}, ${mediaTypes}
SELECT n.nspname AS schema, p.proname AS name, p.oid::text AS oid, obj_description(p.oid, 'pg_proc') AS description,
  COALESCE(inputs.parameters, '[]') AS parameters,
  json_build_object('schema', tn.nspname, 'name', COALESCE(tc.relname, t.typname), 'isSet', p.proretset,
    'isComposite', t.typtype = 'c' OR COALESCE(p.proargmodes::text[] && '{t,b,o}', false),
    'media', CASE WHEN NOT p.proretset THEN m.media END) AS returns,
  CASE p.provolatile WHEN 'v' THEN 'volatile' WHEN 's' THEN 'stable' ELSE 'immutable' END AS volatility,
  p.provariadic > 0 AS "isVariadic", p.prorows AS rows,
  COALESCE((SELECT json_agg(json_build_array(split_part(s, '=', 1), substr(s, strpos(s, '=') + 1))) FROM unnest(p.proconfig) s
    WHERE split_part(s, '=', 1) IN ('statement_timeout', 'default_transaction_isolation', 'plan_filter.statement_cost_limit')), '[]') AS settings
FROM pg_proc p
JOIN pg_namespace n ON n.oid = p.pronamespace
LEFT JOIN base_types bt ON bt.oid = p.prorettype
JOIN pg_type t ON t.oid = COALESCE(bt.base, p.prorettype) JOIN pg_namespace tn ON tn.oid = t.typnamespace
LEFT JOIN pg_class tc ON tc.oid = t.typrelid
LEFT JOIN media_types m ON m.oid = p.prorettype
LEFT JOIN LATERAL (
  SELECT json_agg(json_build_object('name', COALESCE(a.name, ''), 'type', a.type::regtype::text,
      'callType', CASE a.type WHEN 'bit'::regtype THEN 'bit varying' WHEN 'bit[]'::regtype THEN 'bit varying[]'
        WHEN 'character'::regtype THEN 'character varying' WHEN 'character[]'::regtype THEN 'character varying[]' ELSE a.type::regtype::text END,
      'required', a.place <= p.pronargs - p.pronargdefaults, 'variadic', COALESCE(a.mode = 'v', false)) ORDER BY a.place) AS parameters,
    count(*) - count(NULLIF(a.name, '')) AS unnamed, (array_agg(a.type ORDER BY a.place))[1] AS first
  FROM unnest(p.proargnames, p.proargtypes::oid[], p.proargmodes) WITH ORDINALITY AS a (name, type, mode, place)
  WHERE a.type IS NOT NULL
) AS inputs ON true
WHERE p.prokind = 'f' AND t.oid <> 'trigger'::regtype AND n.nspname = ANY ($1)
  AND (COALESCE(inputs.unnamed, 0) = 0 OR inputs.unnamed = 1
    AND inputs.first IN ('bytea'::regtype, 'json'::regtype, 'jsonb'::regtype, 'text'::regtype, 'xml'::regtype)
    OR p.proargtypes[0] IN (SELECT reltype FROM pg_class))
ORDER BY 1, 2, p.oid`;
