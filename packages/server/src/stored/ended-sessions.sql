-- Sessions that have ended while tokens of theirs are still about, however a session ends: by its person, an operator,
-- a ban, or together with its account.

CREATE TABLE IF NOT EXISTS auth.ended_sessions (
  id uuid PRIMARY KEY,
  ended_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX IF NOT EXISTS ended_sessions_time ON auth.ended_sessions (ended_at);

-- A message holds 8000 bytes, and someone may have many devices.
CREATE OR REPLACE FUNCTION auth.note_ended()
RETURNS trigger LANGUAGE plpgsql SET search_path = ''
AS $$
BEGIN
  INSERT INTO auth.ended_sessions (id) SELECT id FROM gone ON CONFLICT DO NOTHING;
  PERFORM pg_notify('writ_sessions', string_agg(part.id::text, ' '))
  FROM (SELECT id, (row_number() OVER () - 1) / 100 AS page FROM gone) part
  GROUP BY part.page;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION auth.note_ended() FROM PUBLIC;
CREATE OR REPLACE TRIGGER note_ended
  AFTER DELETE ON auth.sessions
  REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT
  EXECUTE FUNCTION auth.note_ended();

REVOKE ALL ON auth.ended_sessions FROM PUBLIC, anon, authenticated, service_role;
