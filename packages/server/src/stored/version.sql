-- Which version of these tables the database has. `fingerprint`: of all files of SQL that have made them.
CREATE TABLE IF NOT EXISTS writ.stored (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  version integer NOT NULL,
  fingerprint text NOT NULL,
  since timestamptz NOT NULL DEFAULT now()
);
REVOKE ALL ON writ.stored FROM PUBLIC, anon, authenticated, service_role;
