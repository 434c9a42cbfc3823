-- How our objects look in the catalogue: a fingerprint of each, under the key that a plan knows it by. Everything in
-- our schemas that no extension brought along, and our trigger on accounts.

WITH
  ours AS (
    SELECT oid, nspname FROM pg_namespace WHERE nspname IN ('public', 'writ', 'writ_data', 'writ_policies')
  ),
  relation AS (
    SELECT
      c.oid, n.nspname, c.relname, c.relkind, c.relrowsecurity, c.relacl, pg_get_userbyid(c.relowner) AS owner
    FROM pg_class c
      JOIN ours n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'v')
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
  )
SELECT
  'table ' || r.nspname || '.' || r.relname AS key,
  md5(
    concat_ws(
      '|',
      r.relrowsecurity,
      (SELECT string_agg(x::text, ',' ORDER BY x::text) FROM unnest(r.relacl) x),
      r.owner,
      (
        SELECT string_agg(
          concat_ws(
            ' ',
            a.attname,
            format_type(a.atttypid, a.atttypmod),
            a.attnotnull,
            pg_get_expr(d.adbin, d.adrelid)
          ),
          ',' ORDER BY a.attname
        )
        FROM pg_attribute a
          LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
        WHERE a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped
      ),
      (
        SELECT string_agg(concat_ws(' ', a.attname, x::text), ',' ORDER BY a.attname, x::text)
        FROM pg_attribute a, unnest(a.attacl) x
        WHERE a.attrelid = r.oid AND NOT a.attisdropped
      )
    )
  ) AS look
FROM relation r
WHERE r.relkind = 'r'
UNION ALL
SELECT
  'view ' || r.nspname || '.' || r.relname,
  md5(
    concat_ws(
      '|',
      pg_get_viewdef(r.oid),
      (SELECT string_agg(x::text, ',' ORDER BY x::text) FROM unnest(r.relacl) x),
      r.owner
    )
  )
FROM relation r
WHERE r.relkind = 'v'
UNION ALL
SELECT
  'function '
  || n.nspname
  || '.'
  || p.proname
  || CASE WHEN n.nspname = 'public' THEN COALESCE(' of ' || f.nspname || '.' || f.typname, '') ELSE '' END,
  md5(
    string_agg(
      concat_ws(
        '|',
        pg_get_functiondef(p.oid),
        (SELECT string_agg(x::text, ',' ORDER BY x::text) FROM unnest(p.proacl) x),
        pg_get_userbyid(p.proowner)
      ),
      ';' ORDER BY p.oid::regprocedure::text
    )
  )
FROM pg_proc p
  JOIN ours n ON n.oid = p.pronamespace
  LEFT JOIN LATERAL (
    SELECT s.nspname, t.typname
    FROM pg_type t
      JOIN pg_namespace s ON s.oid = t.typnamespace
    WHERE t.oid = p.proargtypes[0] AND t.typtype = 'c'
  ) AS f ON true
WHERE p.prokind = 'f' AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
GROUP BY 1
UNION ALL
SELECT 'constraint ' || r.nspname || '.' || r.relname || ' ' || c.conname, md5(pg_get_constraintdef(c.oid))
FROM pg_constraint c
  JOIN relation r ON r.oid = c.conrelid
WHERE c.contype <> 'n' AND c.contype <> 't'
UNION ALL
SELECT
  'index ' || r.nspname || '.' || r.relname || ' ' || i.relname,
  md5(pg_get_indexdef(x.indexrelid) || x.indisvalid::text)
FROM pg_index x
  JOIN relation r ON r.oid = x.indrelid
  JOIN pg_class i ON i.oid = x.indexrelid
WHERE NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = x.indexrelid)
UNION ALL
SELECT
  'trigger ' || n.nspname || '.' || c.relname || ' ' || t.tgname,
  md5(pg_get_triggerdef(t.oid) || t.tgenabled::text)
FROM pg_trigger t
  JOIN pg_class c ON c.oid = t.tgrelid
  JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE NOT t.tgisinternal AND (n.oid IN (SELECT oid FROM ours) OR t.tgname LIKE 'writ\_%')
UNION ALL
SELECT
  'policy ' || r.nspname || '.' || r.relname || ' ' || p.polname,
  md5(
    concat_ws(
      '|',
      p.polcmd,
      p.polpermissive,
      p.polroles::regrole[]::text,
      pg_get_expr(p.polqual, p.polrelid),
      pg_get_expr(p.polwithcheck, p.polrelid)
    )
  )
FROM pg_policy p
  JOIN relation r ON r.oid = p.polrelid
UNION ALL
SELECT
  'policy storage.objects ' || p.polname,
  md5(
    concat_ws(
      '|',
      p.polcmd,
      p.polpermissive,
      p.polroles::regrole[]::text,
      pg_get_expr(p.polqual, p.polrelid),
      pg_get_expr(p.polwithcheck, p.polrelid)
    )
  )
FROM pg_policy p
WHERE p.polrelid = to_regclass('storage.objects') AND p.polname LIKE 'writ\_%';
