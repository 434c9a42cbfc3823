-- Where PostgreSQL's extensions stand: in a schema that no client may use, so that none of their functions is a call on
-- the wire.

CREATE SCHEMA IF NOT EXISTS writ_extensions;
REVOKE ALL ON SCHEMA writ_extensions FROM PUBLIC;

-- Those that an earlier version put where clients call functions are moved. A superuser moves an extension; whoever has
-- made it and is none makes it again, with the constraints and indexes that stand on it. What somebody else has built
-- on it, or made, is left where it is.
DO $move$
DECLARE
  extension record;
  standing record;
  again text[];
  path text := current_setting('search_path');
BEGIN
  -- Names are told in full.
  PERFORM set_config('search_path', '', true);
  FOR extension IN
    SELECT e.oid, e.extname AS name
    FROM pg_extension e
    WHERE e.extname IN ('btree_gist', 'pg_trgm')
      AND e.extnamespace = 'public'::regnamespace
      AND pg_has_role(e.extowner, 'USAGE')
  LOOP
    BEGIN
      EXECUTE format('ALTER EXTENSION %I SET SCHEMA writ_extensions', extension.name);
    EXCEPTION
      WHEN insufficient_privilege THEN
        again := '{}';
        BEGIN
          FOR standing IN
            SELECT DISTINCT
              i.oid,
              i.relname AS name,
              i.relnamespace::regnamespace AS place,
              x.indrelid::regclass AS of,
              c.oid AS held
            FROM pg_depend member
              JOIN pg_depend d ON d.refclassid = member.classid AND d.refobjid = member.objid
              JOIN pg_class i ON d.classid = 'pg_class'::regclass AND i.oid = d.objid AND i.relkind = 'i'
              JOIN pg_index x ON x.indexrelid = i.oid
              LEFT JOIN pg_constraint c ON c.conindid = i.oid AND c.contype = 'x'
            WHERE member.deptype = 'e'
              AND member.refclassid = 'pg_extension'::regclass
              AND member.refobjid = extension.oid
          LOOP
            IF standing.held IS NOT NULL THEN
              again := again
                || format(
                  'ALTER TABLE %s ADD CONSTRAINT %I %s',
                  standing.of,
                  standing.name,
                  pg_get_constraintdef(standing.held)
                )
                || format(
                  'COMMENT ON CONSTRAINT %I ON %s IS %L',
                  standing.name,
                  standing.of,
                  obj_description(standing.held, 'pg_constraint')
                );
              EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', standing.of, standing.name);
            ELSE
              again := again
                || replace(
                  pg_get_indexdef(standing.oid), ' public.gin_trgm_ops', ' writ_extensions.gin_trgm_ops'
                )
                || format(
                  'COMMENT ON INDEX %s.%I IS %L',
                  standing.place,
                  standing.name,
                  obj_description(standing.oid, 'pg_class')
                );
              EXECUTE format('DROP INDEX %s.%I', standing.place, standing.name);
            END IF;
          END LOOP;
          EXECUTE format('DROP EXTENSION %I', extension.name);
          EXECUTE format('CREATE EXTENSION %I WITH SCHEMA writ_extensions', extension.name);
          FOR place IN 1..COALESCE(array_length(again, 1), 0) LOOP EXECUTE again[place]; END LOOP;
        EXCEPTION
          WHEN insufficient_privilege OR dependent_objects_still_exist THEN
            RAISE NOTICE 'The extension % stays in the schema public: %', extension.name, SQLERRM;
        END;
    END;
  END LOOP;
  PERFORM set_config('search_path', path, true);
END
$move$;
