-- The schemas of Writ, and who may use them. Rows of entities are in public, or in writ_data behind a view.

CREATE SCHEMA IF NOT EXISTS writ;
CREATE SCHEMA IF NOT EXISTS writ_data;

-- Policies know what is in it without its name: no role may name it.
CREATE SCHEMA IF NOT EXISTS writ_policies;
REVOKE ALL ON SCHEMA writ, writ_data, writ_policies FROM PUBLIC;
GRANT USAGE ON SCHEMA writ, public TO anon, authenticated, service_role, writ_client, writ_keeper;

-- Whoever writes through a view does it as this role. Nobody else can name a table there.
GRANT USAGE ON SCHEMA writ_data TO writ_client, writ_keeper;

-- Sequence numbers are sorted by it: 2 before 10, A-2 before A-10. A PostgreSQL without ICU sorts them as texts.
DO $$
BEGIN
  IF to_regcollation('writ.by_number') IS NULL THEN
    BEGIN
      CREATE COLLATION writ.by_number (provider = icu, locale = 'und-u-kn-true');
    EXCEPTION
      WHEN feature_not_supported THEN
        CREATE COLLATION writ.by_number FROM "C";
    END;
  END IF;
END
$$;
