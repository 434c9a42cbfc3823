-- Columns that lead to a person's row, under the names that clients know; quoted by the database itself.

SELECT DISTINCT quote_ident(shown.relname) AS "table", quote_ident(a.attname) AS "column"
FROM pg_constraint c
  JOIN pg_class target ON target.oid = c.confrelid AND target.relname = 'user'
  JOIN pg_namespace home ON home.oid = target.relnamespace AND home.nspname IN ('public', 'writ_data')
  JOIN pg_class referring ON referring.oid = c.conrelid
  JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
  JOIN pg_class shown
    ON shown.relname = referring.relname
    AND shown.relnamespace = 'public'::regnamespace
    AND shown.relkind IN ('r', 'v')
  JOIN pg_attribute seen ON seen.attrelid = shown.oid AND seen.attname = a.attname
WHERE c.contype = 'f'
UNION
SELECT quote_ident(c.relname), 'id'
FROM pg_class c
WHERE c.relname = 'user' AND c.relnamespace = 'public'::regnamespace
ORDER BY 1, 2;
