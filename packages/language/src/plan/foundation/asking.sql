-- Which rows' rules are still to be asked in this transaction.

-- Rows whose rules are to be asked when the transaction ends, because a row of one of their lists was written; each
-- once, however many rows were. Nothing of it is left when the transaction is over.
CREATE UNLOGGED TABLE IF NOT EXISTS writ.asked (
  transaction xid8,
  asks text,
  moment text,
  row_id uuid,
  PRIMARY KEY (transaction, asks, moment, row_id)
);

-- What all that is still to be asked breaks; it is asked then.
CREATE OR REPLACE FUNCTION writ.asked_problems()
RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = ''
AS $$
DECLARE
  one writ.asked;
  found jsonb;
  problems jsonb := '[]';
BEGIN
  FOR one IN SELECT * FROM writ.asked a WHERE a.transaction = pg_current_xact_id() LOOP
    EXECUTE format('SELECT writ.%I($1, $2)', one.asks) INTO found USING one.row_id, one.moment;
    problems := problems || found;
  END LOOP;
  DELETE FROM writ.asked a WHERE a.transaction = pg_current_xact_id();
  RETURN problems;
END
$$;

CREATE OR REPLACE FUNCTION writ.ask()
RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = ''
AS $$
DECLARE
  problems jsonb;
BEGIN
  DELETE FROM writ.asked a
  WHERE (a.transaction, a.asks, a.moment, a.row_id) = (NEW.transaction, NEW.asks, NEW.moment, NEW.row_id);
  IF NOT FOUND THEN RETURN NULL; END IF;
  EXECUTE format('SELECT writ.%I($1, $2)', NEW.asks) INTO problems USING NEW.row_id, NEW.moment;
  IF jsonb_array_length(problems) > 0 THEN
    PERFORM writ.refuse(problems || writ.asked_problems());
  END IF;
  RETURN NULL;
END
$$;

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = 'writ.asked'::regclass AND t.tgname = 'ask') THEN
    CREATE CONSTRAINT TRIGGER ask
      AFTER INSERT ON writ.asked DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW
      EXECUTE FUNCTION writ.ask();
  END IF;
END
$$;
