-- What guards of all tables ask; nobody else may.

-- The next number of a sequence: the counter's row is locked until the transaction ends, so none is lost or given
-- twice.
CREATE OR REPLACE FUNCTION writ.next_number(name text, scope text)
RETURNS bigint LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = ''
AS $$
  INSERT INTO writ.sequence AS s (name, scope, last)
  VALUES ($1, $2, 1)
  ON CONFLICT ON CONSTRAINT sequence_pkey DO UPDATE SET last = s.last + 1
  RETURNING last
$$;
REVOKE ALL ON FUNCTION writ.next_number(text, text) FROM PUBLIC;

-- Random places out of an alphabet. The first six bytes of such an id are all chance; a remainder of 48 bits favours
-- nothing.
CREATE OR REPLACE FUNCTION writ.random_places(alphabet text, places integer)
RETURNS text LANGUAGE sql VOLATILE SET search_path = ''
AS $$
  SELECT string_agg(
    substr(
      alphabet,
      1 + (
        ('x' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 12))::bit(48)::bigint % length(alphabet)
      )::integer,
      1
    ),
    '' ORDER BY place
  )
  FROM generate_series(1, places) AS place
$$;
REVOKE ALL ON FUNCTION writ.random_places(text, integer) FROM PUBLIC;

-- A list of different values, none of them empty.
CREATE OR REPLACE FUNCTION writ.is_set(list anyarray)
RETURNS boolean LANGUAGE sql IMMUTABLE SET search_path = ''
AS $$
  SELECT COALESCE(array_ndims(list), 1) = 1
    AND cardinality(list) = (SELECT count(DISTINCT item) FROM unnest(list) AS item)
$$;
REVOKE ALL ON FUNCTION writ.is_set(anyarray) FROM PUBLIC;

-- The row of a key: one that is about to be written, or that is there still.
CREATE OR REPLACE FUNCTION writ.seed_id(entity text, key text, rows regclass)
RETURNS uuid LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ''
AS $$
DECLARE
  found record;
  is_there boolean;
BEGIN
  INSERT INTO writ.seeded (entity, key) VALUES ($1, $2) ON CONFLICT DO NOTHING;
  SELECT s.row_id, s.written INTO found FROM writ.seeded s WHERE s.entity = $1 AND s.key = $2;
  IF NOT found.written THEN RETURN found.row_id; END IF;
  EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE id = $1)', rows) INTO is_there USING found.row_id;
  RETURN CASE WHEN is_there THEN found.row_id END;
END
$$;
REVOKE ALL ON FUNCTION writ.seed_id(text, text, regclass) FROM PUBLIC;
