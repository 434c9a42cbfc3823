-- Which rows somebody has just written and may read back, before what makes them readable has followed.

-- The ids stand in one setting, where a policy finds them by an index; what signs them stands in another. Whoever
-- speaks SQL may change both, but cannot sign: only guards do, with a secret of this database, for this transaction
-- alone.
CREATE TABLE IF NOT EXISTS writ.secret (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  value text NOT NULL
);

-- Twice 122 bits of chance.
INSERT INTO writ.secret (value) VALUES (concat(gen_random_uuid(), gen_random_uuid())) ON CONFLICT DO NOTHING;

CREATE OR REPLACE FUNCTION writ.signature(row_id uuid)
RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ''
AS $$
  SELECT encode(
    sha256(convert_to(concat_ws(' ', s.value, pg_current_xact_id_if_assigned(), row_id), 'UTF8')), 'hex'
  )
  FROM writ.secret AS s
$$;

CREATE OR REPLACE FUNCTION writ.name_written(row_id uuid)
RETURNS void LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ''
AS $$
BEGIN
  PERFORM pg_current_xact_id();
  PERFORM
    set_config('writ.written', concat_ws(',', NULLIF(current_setting('writ.written', true), ''), row_id), true),
    set_config(
      'writ.signed', concat_ws(',', NULLIF(current_setting('writ.signed', true), ''), writ.signature(row_id)), true
    );
END
$$;

CREATE OR REPLACE FUNCTION writ.was_written(row_id uuid)
RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ''
AS $$
  SELECT COALESCE(
    writ.signature(row_id) = ANY (string_to_array(current_setting('writ.signed', true), ',')), false
  )
$$;
