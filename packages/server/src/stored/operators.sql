-- Who operates the product: accounts that the command line names, their sessions in the console, and what they changed
-- there. No client reads or writes any of it, whatever its key.

CREATE TABLE IF NOT EXISTS writ.operator (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL UNIQUE,
  person uuid UNIQUE REFERENCES auth.users ON DELETE CASCADE,
  named_at timestamptz NOT NULL DEFAULT now()
);

-- Only what the cookie hashes to is kept. It is good for as long as the session of the product that it was begun with.
CREATE TABLE IF NOT EXISTS writ.operator_session (
  digest text PRIMARY KEY,
  operator bigint NOT NULL REFERENCES writ.operator ON DELETE CASCADE,
  session uuid NOT NULL,
  ends_at timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS operator_session_operator ON writ.operator_session (operator);

-- Names are kept as they were: an account that is gone has still done what it did.
CREATE TABLE IF NOT EXISTS writ.operator_act (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  happened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  person uuid,
  name text NOT NULL,
  act text NOT NULL,
  about text NOT NULL
);

REVOKE ALL ON writ.operator, writ.operator_session, writ.operator_act
FROM PUBLIC, anon, authenticated, service_role;
REVOKE ALL ON SEQUENCE writ.operator_id_seq, writ.operator_act_id_seq FROM PUBLIC, anon, authenticated, service_role;

-- Called first in the transaction of a write that the console makes by the data API: what is refused is not written
-- down, and what is kept is.
CREATE OR REPLACE FUNCTION writ.note_operator_act()
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = ''
AS $$
BEGIN
  IF COALESCE(current_setting('writ.operator_act', true), '') = '' THEN
    RAISE insufficient_privilege;
  END IF;
  INSERT INTO writ.operator_act (person, name, act, about)
  VALUES (
    auth.uid(),
    current_setting('writ.operator_name'),
    current_setting('writ.operator_act'),
    current_setting('writ.operator_about')
  );
END
$$;
REVOKE ALL ON FUNCTION writ.note_operator_act() FROM PUBLIC, anon, authenticated;
GRANT EXECUTE ON FUNCTION writ.note_operator_act() TO service_role;
