-- Every relation that the data API may show: its columns, its key, what may be done with it, and whether it is an
-- entity.

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
  columns AS MATERIALIZED (
    SELECT
      a.attrelid,
      json_agg(
        json_build_object(
          'name', a.attname,
          'type', CASE
            WHEN t.typtype = 'd' AND b.typnamespace = 'pg_catalog'::regnamespace
              THEN format_type(bt.base, NULL)
            WHEN t.typtype <> 'd' AND t.typnamespace = 'pg_catalog'::regnamespace
              THEN format_type(a.atttypid, NULL)
            ELSE format_type(a.atttypid, a.atttypmod)
          END,
          'nominalType', format_type(a.atttypid, a.atttypmod),
          'nullable', NOT (a.attnotnull OR t.typtype = 'd' AND t.typnotnull),
          'default', CASE
            WHEN t.typbasetype <> 0 AND d.adbin IS NULL THEN pg_get_expr(t.typdefaultbin, 0)
            WHEN a.attidentity = 'd' THEN format('nextval(%L)', s.objid::regclass)
            WHEN a.attgenerated = 's' THEN NULL
            ELSE pg_get_expr(d.adbin, d.adrelid)
          END,
          'maxLength', information_schema._pg_char_max_length(
            information_schema._pg_truetypid(a.*, t.*), information_schema._pg_truetypmod(a.*, t.*)
          ),
          'choices', COALESCE(
            (SELECT json_agg(e.enumlabel ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid = b.oid),
            '[]'
          ),
          -- The view of an entity with hidden fields says of them what its table says.
          'description', COALESCE(
            col_description(a.attrelid, a.attnum),
            (
              SELECT col_description(o.attrelid, o.attnum)
              FROM pg_trigger g
                JOIN pg_class v ON v.oid = g.tgrelid
                JOIN pg_class held ON held.relname = v.relname
                  AND held.relnamespace = to_regnamespace('writ_data')
                JOIN pg_attribute o ON o.attrelid = held.oid AND o.attname = a.attname
              WHERE g.tgrelid = a.attrelid AND g.tgname = 'write_client'
            )
          ),
          'casts', COALESCE(
            (
              SELECT json_object_agg(
                CASE
                  WHEN k.castsource = t.oid THEN 'toJson'
                  WHEN k.castsource = 'json'::regtype THEN 'fromJson'
                  ELSE 'fromText'
                END,
                json_build_object('schema', pn.nspname, 'name', p.proname)
              )
              FROM pg_cast k
                JOIN pg_proc p ON p.oid = k.castfunc
                JOIN pg_namespace pn ON pn.oid = p.pronamespace
              WHERE t.typtype = 'd'
                AND k.castcontext = 'i'
                AND (
                  k.castsource = t.oid AND k.casttarget = 'json'::regtype
                  OR k.casttarget = t.oid AND k.castsource IN ('json'::regtype, 'text'::regtype)
                )
            ),
            '{}'
          )
        ) ORDER BY a.attnum
      ) AS columns
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
SELECT
  n.nspname AS schema,
  c.relname AS name,
  c.relkind IN ('v', 'm') AS "isView",
  c.relrowsecurity
    OR EXISTS (
      SELECT FROM pg_rewrite w
        JOIN pg_depend u ON u.classid = 'pg_rewrite'::regclass AND u.objid = w.oid
        JOIN pg_class f ON u.refclassid = 'pg_class'::regclass AND f.oid = u.refobjid
      WHERE w.ev_class = c.oid AND f.relrowsecurity
    ) AS "isGuarded",
  obj_description(c.oid, 'pg_class') AS description,
  c.relkind IN ('r', 'p')
    OR c.relkind IN ('v', 'f') AND pg_relation_is_updatable(c.oid, true) & 8 = 8 AS insertable,
  c.relkind IN ('r', 'p')
    OR c.relkind IN ('v', 'f') AND pg_relation_is_updatable(c.oid, true) & 4 = 4 AS updatable,
  c.relkind IN ('r', 'p')
    OR c.relkind IN ('v', 'f') AND pg_relation_is_updatable(c.oid, true) & 16 = 16 AS deletable,
  COALESCE(
    (
      SELECT json_agg(a.attname ORDER BY a.attname)
      FROM pg_constraint k
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (k.conkey)
      WHERE k.conrelid = c.oid AND k.contype = 'p'
    ),
    '[]'
  ) AS "primaryKey",
  COALESCE(columns.columns, '[]') AS columns,
  -- The guard of clients is what the table of an entity has, and a comment of section 3 what a field of one has.
  CASE
    WHEN EXISTS (SELECT FROM pg_trigger g WHERE g.tgrelid = c.oid AND g.tgname = 'guard_client')
      THEN (
        SELECT json_agg(f.name ORDER BY f.place, f.name)
        FROM (
          SELECT a.attname AS name, a.attnum::int AS place
          FROM pg_attribute a
          WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attname NOT LIKE '\_%'
          UNION ALL
          SELECT p.proname, 10000
          FROM pg_proc p
            JOIN pg_type t ON t.oid = p.prorettype
          WHERE p.pronamespace = c.relnamespace
            AND p.pronargs = 1
            AND p.proargtypes[0] = c.reltype
            AND NOT p.proretset
            AND t.typtype <> 'c'
            AND obj_description(p.oid, 'pg_proc') LIKE '3/%'
        ) AS f
      )
  END AS fields,
  EXISTS (
    SELECT FROM pg_trigger g WHERE g.tgrelid = c.oid AND g.tgname IN ('guard_client', 'write_client')
  ) AS "isEntity",
  EXISTS (SELECT FROM pg_trigger g WHERE g.tgrelid = c.oid AND g.tgname = 'guard_client')
    AND EXISTS (
      SELECT FROM pg_trigger g
      WHERE g.tgrelid = c.oid AND (g.tgname LIKE 'after\_%' OR g.tgname LIKE 'statement\_%')
    )
    -- Rows are read back before it is certain that they may be.
    OR EXISTS (
      SELECT FROM pg_policy p
      WHERE p.polrelid = c.oid AND pg_get_expr(p.polqual, p.polrelid) LIKE '%was_written(%'
    )
    OR EXISTS (SELECT FROM pg_trigger g WHERE g.tgrelid = c.oid AND g.tgname = 'write_client') AS settles
FROM pg_class c
  JOIN pg_namespace n ON n.oid = c.relnamespace
  LEFT JOIN columns ON columns.attrelid = c.oid
WHERE c.relkind IN ('r', 'v', 'm', 'f', 'p')
  AND NOT c.relispartition
  AND n.nspname NOT IN ('pg_catalog', 'information_schema')
  AND NOT pg_is_other_temp_schema(n.oid)
ORDER BY 1, 2;
