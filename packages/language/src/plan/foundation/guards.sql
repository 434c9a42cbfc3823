-- What guards of all tables ask; nobody else may.

-- The next number of a sequence: the counter's row is locked until the transaction ends, so none is lost or given
-- twice. Each update leaves a version of that row until then, which the next one has to pass: a transaction of many
-- rows takes `writ.number_block` numbers at once, and gives back what is left of them.
CREATE OR REPLACE FUNCTION writ.next_number(name text, scope text)
RETURNS bigint LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ''
AS $$
DECLARE
  block bigint := COALESCE(NULLIF(current_setting('writ.number_block', true), ''), '1')::bigint;
  -- By counter: the last number that was given, and the last of its block.
  blocks jsonb := COALESCE(NULLIF(current_setting('writ.number_blocks', true), ''), '{}')::jsonb;
  counter text := jsonb_build_array($1, $2)::text;
  number bigint := (blocks -> counter ->> 0)::bigint + 1;
BEGIN
  IF number IS NULL OR number > (blocks -> counter ->> 1)::bigint THEN
    INSERT INTO writ.sequence AS s (name, scope, last)
    VALUES ($1, $2, block)
    ON CONFLICT ON CONSTRAINT sequence_pkey DO UPDATE SET last = s.last + block
    RETURNING s.last INTO number;
    IF block = 1 THEN
      RETURN number;
    END IF;
    number := number - block + 1;
    blocks := blocks || jsonb_build_object(counter, jsonb_build_array(number, number + block - 1));
  ELSE
    blocks := jsonb_set(blocks, ARRAY[counter, '0'], to_jsonb(number));
  END IF;
  PERFORM set_config('writ.number_blocks', blocks::text, true);
  RETURN number;
END
$$;
REVOKE ALL ON FUNCTION writ.next_number(text, text) FROM PUBLIC;

-- The counters' rows are locked by this transaction, so nothing was given behind the blocks.
CREATE OR REPLACE FUNCTION writ.give_numbers_back()
RETURNS void LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = ''
AS $$
  UPDATE writ.sequence AS s
  SET last = (block.value ->> 0)::bigint
  FROM jsonb_each(NULLIF(current_setting('writ.number_blocks', true), '')::jsonb) AS block
  WHERE s.name = block.key::jsonb ->> 0
    AND s.scope = block.key::jsonb ->> 1
    AND s.last = (block.value ->> 1)::bigint;
  SELECT set_config('writ.number_blocks', '', true)
$$;
REVOKE ALL ON FUNCTION writ.give_numbers_back() FROM PUBLIC;

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
