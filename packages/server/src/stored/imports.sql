-- Imports of files: how far each is, so that one that was cut off goes on where it was, and none is done twice unasked.
CREATE TABLE IF NOT EXISTS writ.import (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Of the file.
  sha256 text NOT NULL,
  entity text NOT NULL,
  -- The role and the account: the same file of another is another import, of which this one hears nothing.
  importer text NOT NULL,
  -- How it is read: it goes on in the same way or not at all.
  settings jsonb NOT NULL,
  -- Of the file, in their order: so many are done.
  rows bigint NOT NULL DEFAULT 0,
  created bigint NOT NULL DEFAULT 0,
  updated bigint NOT NULL DEFAULT 0,
  refused bigint NOT NULL DEFAULT 0,
  started_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  UNIQUE (sha256, entity, importer)
);
-- What was refused, until it is in a file of its own.
CREATE TABLE IF NOT EXISTS writ.import_refused (
  import uuid NOT NULL REFERENCES writ.import ON DELETE CASCADE,
  number bigint NOT NULL,
  cells jsonb NOT NULL,
  problems jsonb NOT NULL,
  PRIMARY KEY (import, number)
);
REVOKE ALL ON writ.import, writ.import_refused FROM PUBLIC, anon, authenticated, service_role;
