-- What every database knows of schedules: when each runs next, in the document's time zone.

-- A rule is `{"every": seconds}`, or what `cron` has: lists of minutes, hours, days, months and weekdays (Sunday is 0),
-- where a list that is missing means all. Days and weekdays both given: either will do.
CREATE TABLE IF NOT EXISTS writ.schedule (
  name text PRIMARY KEY,
  rule jsonb NOT NULL,
  zone text NOT NULL,
  clause text NOT NULL,
  next_at timestamptz,
  last_at timestamptz
);
CREATE INDEX IF NOT EXISTS schedule_next ON writ.schedule (next_at);

-- Every so often counts from midnight of 1970 on the clock of the zone, so that a restart changes nothing.
CREATE OR REPLACE FUNCTION writ.next_run(rule jsonb, zone text, after timestamptz)
RETURNS timestamptz LANGUAGE plpgsql STABLE SET search_path = ''
AS $$
#variable_conflict use_variable
DECLARE
  step numeric := (rule ->> 'every')::numeric;
  shown timestamp := after AT TIME ZONE zone;
  shift numeric := extract(epoch FROM shown) - extract(epoch FROM after);
  a_day date := shown::date;
  found timestamptz;
  in_days boolean;
  in_week boolean;
BEGIN
  IF step IS NOT NULL THEN
    RETURN to_timestamp((div(extract(epoch FROM after) + shift, step) + 1) * step - shift);
  END IF;
  -- The 29th of February comes again within eight years.
  FOR n IN 0..3000 LOOP
    in_days := NOT rule ? 'days' OR rule -> 'days' @> to_jsonb(extract(day FROM a_day)::integer);
    in_week := NOT rule ? 'weekdays' OR rule -> 'weekdays' @> to_jsonb(extract(dow FROM a_day)::integer);
    IF (NOT rule ? 'months' OR rule -> 'months' @> to_jsonb(extract(month FROM a_day)::integer))
      AND (
        CASE WHEN rule ? 'days' AND rule ? 'weekdays' THEN in_days OR in_week ELSE in_days AND in_week END
      )
    THEN
      -- A time that a change of the clock leaves out is an hour later; one that comes twice is taken once.
      SELECT min(moment)
      INTO found
      FROM (
        SELECT (a_day + make_time(hour.value::integer, minute.value::integer, 0)) AT TIME ZONE zone AS moment
        FROM jsonb_array_elements_text(rule -> 'hours') AS hour,
          jsonb_array_elements_text(rule -> 'minutes') AS minute
      ) AS moments
      WHERE moments.moment > after;
      IF found IS NOT NULL THEN RETURN found; END IF;
    END IF;
    a_day := a_day + 1;
  END LOOP;
  RETURN NULL;
END
$$;

-- What was missed happens once; what is due waits in the outbox like everything that is done outside.
CREATE OR REPLACE FUNCTION writ.due_schedules()
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = ''
AS $$
DECLARE
  one writ.schedule;
  due integer := 0;
BEGIN
  FOR one IN
    SELECT s.*
    FROM writ.schedule s
    WHERE s.next_at <= writ.now()
    ORDER BY s.next_at
    FOR UPDATE SKIP LOCKED
  LOOP
    PERFORM writ.enqueue('call', one.name, jsonb_build_object('scheduled', one.next_at), one.clause);
    UPDATE writ.schedule s
    SET last_at = writ.now(), next_at = writ.next_run(one.rule, one.zone, writ.now())
    WHERE s.name = one.name;
    due := due + 1;
  END LOOP;
  RETURN due;
END
$$;

REVOKE ALL ON FUNCTION writ.next_run(jsonb, text, timestamptz) FROM PUBLIC;
REVOKE ALL ON FUNCTION writ.due_schedules() FROM PUBLIC;
