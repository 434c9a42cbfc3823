-- Which signed requests of other programs were carried out already.

-- `until`: the longest that it would still be taken for a new one; without an end where nothing in it grows old.
CREATE TABLE IF NOT EXISTS writ.heard (
  call text,
  mark bytea,
  until timestamptz NOT NULL,
  PRIMARY KEY (call, mark)
);
CREATE INDEX IF NOT EXISTS heard_until ON writ.heard (until) WHERE until < 'infinity';
REVOKE ALL ON writ.heard FROM PUBLIC;
