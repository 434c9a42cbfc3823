-- What waits for its time, and what waits to be done outside of the database. Nobody but the system may call any of it.

-- The moment of a row that an effect has followed: the same moment is never followed twice.
CREATE TABLE IF NOT EXISTS writ.fired (
  timer text,
  row_id uuid,
  moment timestamptz NOT NULL,
  PRIMARY KEY (timer, row_id)
);

-- Rows whose timer could not be done, why, and when it is tried again.
CREATE TABLE IF NOT EXISTS writ.timer_failure (
  timer text,
  row_id uuid,
  tries integer NOT NULL DEFAULT 1,
  next_at timestamptz NOT NULL,
  failure text NOT NULL,
  clause text NOT NULL,
  PRIMARY KEY (timer, row_id)
);

-- A minute at first, then twice as long each time, at most a day.
CREATE OR REPLACE FUNCTION writ.timer_failed(timer text, row_id uuid, failure text, clause text)
RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = ''
AS $$
  INSERT INTO writ.timer_failure AS known (timer, row_id, next_at, failure, clause)
  VALUES ($1, $2, writ.now() + interval '1 minute', $3, $4)
  ON CONFLICT ON CONSTRAINT timer_failure_pkey
  DO UPDATE SET
    tries = known.tries + 1,
    failure = excluded.failure,
    clause = excluded.clause,
    next_at = writ.now() + LEAST(interval '1 minute' * 2 ^ LEAST(known.tries, 11), interval '1 day')
$$;

CREATE OR REPLACE FUNCTION writ.enqueue(kind text, name text, payload jsonb, clause text)
RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = ''
AS $$
  INSERT INTO writ.outbox (kind, name, payload, clause, by_person) VALUES ($1, $2, $3, $4, auth.uid())
$$;

-- The role of the connection: no client can take that of the service, whatever it claims to be.
CREATE OR REPLACE FUNCTION writ.acts_as_system()
RETURNS boolean LANGUAGE sql STABLE SET search_path = ''
AS $$
  SELECT COALESCE(NULLIF(current_setting('role', true), 'none'), session_user) = 'service_role'
$$;

REVOKE ALL ON FUNCTION writ.timer_failed(text, uuid, text, text) FROM PUBLIC;
REVOKE ALL ON FUNCTION writ.enqueue(text, text, jsonb, text) FROM PUBLIC;
REVOKE ALL ON FUNCTION writ.acts_as_system() FROM PUBLIC;
