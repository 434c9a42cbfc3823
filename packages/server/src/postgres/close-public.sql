-- PostgreSQL lets everybody make tables in `public`, keep large objects, which no row security binds, and take locks on
-- numbers, under which Writ applies documents and draws codes. Run by the superuser in the database itself.

REVOKE CREATE ON SCHEMA public FROM PUBLIC;

DO $$
DECLARE
  one record;
BEGIN
  FOR one IN
    SELECT oid::regprocedure AS name, proname LIKE '%advisory%' AS locks
    FROM pg_proc
    WHERE pronamespace = 'pg_catalog'::regnamespace
      AND proname ~ '^(lo_|lowrite$|loread$|pg_(try_)?advisory_)'
  LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', one.name);
    IF one.locks THEN
      EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO writ_owner', one.name);
    END IF;
  END LOOP;
END
$$;
