-- What PostgreSQL's own check finds wrong with tables and indexes, asked of a database that is thrown away afterwards.

CREATE EXTENSION IF NOT EXISTS amcheck;

CREATE OR REPLACE FUNCTION pg_temp.find_damage() RETURNS SETOF text
  LANGUAGE plpgsql AS $$
DECLARE
  index regclass;
BEGIN
  RETURN QUERY
    SELECT format('the table %s is damaged: %s', c.oid::regclass, v.msg)
    FROM pg_class c CROSS JOIN LATERAL verify_heapam(c.oid, check_toast => true) AS v
    WHERE c.relkind IN ('r', 'm') AND c.relpersistence = 'p' LIMIT 100;
  FOR index IN
    SELECT i.indexrelid::regclass
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am a ON a.oid = c.relam
    WHERE a.amname = 'btree' AND c.relkind = 'i' AND c.relpersistence = 'p' AND i.indisvalid
  LOOP
    BEGIN
      PERFORM bt_index_check(index, true);
    EXCEPTION WHEN OTHERS THEN
      RETURN NEXT format('the index %s is damaged: %s', index, SQLERRM);
    END;
  END LOOP;
END $$;
