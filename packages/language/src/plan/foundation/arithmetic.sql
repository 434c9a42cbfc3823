-- What printed expressions call, where an expression of its own would name its operands again and again.
--
-- The bodies are SQL-standard ones: names in them are looked up once, when they are created, so no search path can give
-- them another meaning. How far days and moments reach is what expression/time-limits.ts says; a test compares them.

-- `a / b` of numeric is rounded to some digits already, and rounding it again may go the wrong way at a half.
CREATE OR REPLACE FUNCTION writ.divide(a numeric, b numeric, places integer)
RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN round(
  sign(a) * sign(b)
    * div(2 * abs(a) * ('1e' || places)::numeric + abs(b), NULLIF(2 * abs(b), 0))
    * ('1e-' || places)::numeric,
  places
);

CREATE OR REPLACE FUNCTION writ.add_days(day date, milliseconds numeric)
RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN date '1970-01-01'
  + LEAST(GREATEST((day - date '1970-01-01') + div(milliseconds, 86400000), -2180498), 72328972)::integer;

-- Whole hours apart from the rest, because make_interval takes seconds as a floating point number.
CREATE OR REPLACE FUNCTION writ.add_time(moment timestamptz, milliseconds numeric)
RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
  timestamp '1970-01-01' + make_interval(
    hours => div(
      LEAST(
        GREATEST(extract(epoch FROM moment AT TIME ZONE 'UTC') * 1000 + milliseconds, -188395027200000),
        6249223180800000
      ),
      3600000
    )::integer,
    secs => mod(
      LEAST(
        GREATEST(extract(epoch FROM moment AT TIME ZONE 'UTC') * 1000 + milliseconds, -188395027200000),
        6249223180800000
      ),
      3600000
    )::double precision / 1000
  )
) AT TIME ZONE 'UTC';

-- A text as a part of an address: without accents, in small letters and digits, everything else a hyphen. Letters that
-- have no accent to take off are those of text/slug-letters.ts; a test compares them.
CREATE OR REPLACE FUNCTION writ.slug(text)
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN btrim(
  regexp_replace(
    lower(
      translate(
        replace(replace(replace(replace(replace(replace(replace(replace(
          regexp_replace(normalize($1, NFD) COLLATE "C", E'[\\u0300-\\u036f]+', '', 'g'),
          'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th'),
        'øØłŁđĐðÐı', 'oollddddi'
      )
    ),
    '[^a-z0-9]+', '-', 'g'
  ),
  '-'
);
