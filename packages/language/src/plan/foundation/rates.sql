-- How often somebody did something: one row per limit and person or address, with the last times.

-- The server puts the address there that it sees, and nothing else. Where something stands before it that appends to
-- what it was sent, only the last one was written by somebody who is trusted. Half of an IPv6 address is one network.
CREATE OR REPLACE FUNCTION writ.address()
RETURNS text LANGUAGE plpgsql STABLE SET search_path = ''
AS $$
DECLARE
  said text := COALESCE(
    btrim(
      split_part(NULLIF(current_setting('request.headers', true), '')::jsonb ->> 'x-forwarded-for', ',', -1)
    ),
    ''
  );
BEGIN
  IF said LIKE '%:%:%' THEN RETURN network(set_masklen(said::inet, 64))::text; END IF;
  RETURN said;
EXCEPTION
  WHEN invalid_text_representation THEN
    RETURN said;
END
$$;

-- Whoever comes second waits, and sees the first one's time; a write that fails takes its time back with it.
CREATE OR REPLACE FUNCTION writ.count_rate(
  limit_name text,
  whose text,
  most bigint,
  milliseconds bigint,
  code text,
  clause text
)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = ''
AS $$
DECLARE
  span interval := make_interval(secs => milliseconds / 1000.0);
  at timestamptz := writ.now();
  past timestamptz[];
  wait bigint;
BEGIN
  INSERT INTO writ.rate (name, subject, times) VALUES (limit_name, whose, '{}') ON CONFLICT DO NOTHING;
  SELECT r.times INTO past FROM writ.rate r WHERE r.name = limit_name AND r.subject = whose FOR UPDATE;
  past := ARRAY(SELECT t FROM unnest(past) t WHERE t > at - span ORDER BY t);
  IF cardinality(past) >= most THEN
    wait := GREATEST(1, ceil(extract(epoch FROM past[cardinality(past) - most + 1] + span - at)));
    PERFORM writ.refuse_with(writ.problem(code, NULL, clause), jsonb_build_object('Retry-After', wait::text));
  END IF;
  UPDATE writ.rate r SET times = past || at WHERE r.name = limit_name AND r.subject = whose;
END
$$;
