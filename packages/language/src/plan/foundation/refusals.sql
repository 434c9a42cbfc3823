-- How a refusal is told: with all problems, their words in the language of whoever asks, a status and headers.

-- A problem is one of several; a refusal ends the statement with all of them, in the form that PostgREST passes on as a
-- response of its own.
CREATE OR REPLACE FUNCTION writ.problem(
  code text,
  field text,
  clause text,
  row_id uuid DEFAULT NULL,
  says jsonb DEFAULT NULL
)
RETURNS jsonb LANGUAGE sql IMMUTABLE SET search_path = ''
AS $$
  SELECT jsonb_build_array(
    jsonb_strip_nulls(
      jsonb_build_object('code', code, 'field', field, 'clause', clause, 'row', row_id, 'says', says)
    )
  )
$$;

CREATE OR REPLACE FUNCTION writ.refuse(problems jsonb)
RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = ''
AS $$
BEGIN
  PERFORM writ.refuse_with(problems, '{}');
END
$$;

CREATE OR REPLACE FUNCTION writ.refuse_with(problems jsonb, headers jsonb)
RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = ''
AS $$
DECLARE
  -- A rule may be asked of one row for two reasons: it is told once.
  told jsonb := (
    SELECT jsonb_agg(writ.tell(p.one) ORDER BY p.place)
    FROM jsonb_array_elements(problems) WITH ORDINALITY AS p (one, place)
    WHERE p.one->>'row' IS NULL
      OR NOT EXISTS (
        SELECT FROM jsonb_array_elements(problems) WITH ORDINALITY AS q (one, place)
        WHERE q.place < p.place
          AND q.one->>'row' = p.one->>'row'
          AND q.one->>'code' = p.one->>'code'
          AND q.one->>'clause' = p.one->>'clause'
      )
  );
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'PGRST',
    MESSAGE = json_build_object(
      'code', told->0->>'code',
      'message', told->0->>'message',
      'details', (
        SELECT jsonb_agg(t.one - 'status' ORDER BY t.place)::text
        FROM jsonb_array_elements(told) WITH ORDINALITY AS t (one, place)
      ),
      'hint', told->0->>'clause'
    )::text,
    DETAIL = json_build_object('status', (told->0->>'status')::integer, 'headers', headers)::text;
END
$$;

-- One problem with its words. An error of which something is not shown has none: nothing is made up in their place.
CREATE OR REPLACE FUNCTION writ.tell(problem jsonb)
RETURNS jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = ''
AS $$
DECLARE
  error writ.error;
  spoken text := writ.language();
  said text;
BEGIN
  SELECT * INTO error FROM writ.error e WHERE e.code = problem->>'code';
  IF error.not_shown IS NOT NULL THEN
    problem := problem || jsonb_build_object('code', 'NOT_SHOWN', 'clause', error.not_shown);
    SELECT * INTO error FROM writ.error e WHERE e.code = 'NOT_SHOWN';
  END IF;
  said := COALESCE(
    problem->'says'->>spoken,
    problem->'says'->>'',
    writ.error_words(error.code, spoken),
    error.message->>spoken,
    writ.error_words(error.code, ''),
    error.message->>'',
    problem->>'code'
  );
  RETURN problem - 'says' || jsonb_build_object('message', said, 'status', COALESCE(error.status, 500));
END
$$;

-- Words that depend on the moment: the document has them in a function of the same name.
DO $$
BEGIN
  IF to_regprocedure('writ.error_words(text, text)') IS NULL THEN
    CREATE FUNCTION writ.error_words(code text, spoken text)
    RETURNS text LANGUAGE sql STABLE SET search_path = ''
    AS 'SELECT NULL::text';
  END IF;
END
$$;
