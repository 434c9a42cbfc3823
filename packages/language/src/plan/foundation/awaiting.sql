-- Which rows name others that are not there yet in this transaction.

-- PostgreSQL looks at what a row names before this, because it was written before: what it names is there by then, and
-- stays. Nothing of it is left when the transaction is over.
CREATE UNLOGGED TABLE IF NOT EXISTS writ.awaited (
  transaction xid8,
  keeps text,
  row_id uuid,
  PRIMARY KEY (transaction, keeps, row_id)
);

CREATE OR REPLACE FUNCTION writ.keep_awaited()
RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = ''
AS $$
BEGIN
  DELETE FROM writ.awaited a
  WHERE (a.transaction, a.keeps, a.row_id) = (NEW.transaction, NEW.keeps, NEW.row_id);
  EXECUTE format('SELECT writ.%I($1)', NEW.keeps) USING NEW.row_id;
  RETURN NULL;
END
$$;

DO $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM pg_trigger t WHERE t.tgrelid = 'writ.awaited'::regclass AND t.tgname = 'keep'
  ) THEN
    CREATE CONSTRAINT TRIGGER keep
      AFTER INSERT ON writ.awaited DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW
      EXECUTE FUNCTION writ.keep_awaited();
  END IF;
END
$$;
