-- When it is: one instant for a whole transaction, to the millisecond as everywhere.
--
-- The variable time_zone is the document's (psql -v time_zone=Europe/Berlin).

-- Only a scratch copy has a row here, which moves the clock or lets it stand: a setting would be anybody's to change.
CREATE TABLE IF NOT EXISTS writ.clock (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  moves interval NOT NULL
);
ALTER TABLE writ.clock ADD COLUMN IF NOT EXISTS stands timestamptz;

CREATE OR REPLACE FUNCTION writ.now()
RETURNS timestamptz LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ''
AS $$
  SELECT date_trunc(
    'milliseconds',
    COALESCE(
      (SELECT COALESCE(stands, transaction_timestamp() + moves) FROM writ.clock), transaction_timestamp()
    )
  )
$$;

CREATE OR REPLACE FUNCTION writ.today()
RETURNS date LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ''
RETURN (writ.now() AT TIME ZONE :'time_zone')::date;
