-- In which language somebody is spoken to.

-- The first of some languages that somebody asks for, as browsers do: `fr-CH, fr;q=0.9, en;q=0.8`.
CREATE OR REPLACE FUNCTION writ.spoken(asked text, known text[])
RETURNS text LANGUAGE sql IMMUTABLE SET search_path = ''
AS $$
  SELECT k.code
  FROM regexp_split_to_table(asked, '\s*,\s*') WITH ORDINALITY AS a (one, place)
    CROSS JOIN LATERAL (
      SELECT
        lower(btrim(split_part(a.one, ';', 1))) AS code,
        COALESCE(substring(a.one FROM ';\s*q=([01](?:\.[0-9]{1,3})?)')::numeric, 1) AS weight
    ) AS w
    JOIN unnest(known) WITH ORDINALITY AS k (code, place)
      ON lower(k.code) = w.code
      OR split_part(lower(k.code), '-', 1) = split_part(w.code, '-', 1)
  WHERE w.weight > 0
  ORDER BY w.weight DESC, a.place, lower(k.code) = w.code DESC, k.place
  LIMIT 1
$$;

-- The document says which languages it has, in a function of the same name.
DO $$
BEGIN
  IF to_regprocedure('writ.language()') IS NULL THEN
    CREATE FUNCTION writ.language()
    RETURNS text LANGUAGE sql STABLE SET search_path = ''
    AS $text$ SELECT ''::text $text$;
  END IF;
END
$$;
