-- Which files of fields no row names: new ones that wait to be saved, and those that a row has let go of.

-- The buckets that the document makes.
CREATE TABLE IF NOT EXISTS writ.file_field (
  bucket text PRIMARY KEY,
  clause text NOT NULL,
  is_gone boolean NOT NULL DEFAULT false
);

-- Whoever uploads a file saves its row within a day; what a row lets go of is nobody's at once.
CREATE TABLE IF NOT EXISTS writ.loose_file (
  bucket text,
  name text,
  owner uuid,
  due_at timestamptz NOT NULL,
  PRIMARY KEY (bucket, name)
);
CREATE INDEX IF NOT EXISTS loose_file_due ON writ.loose_file (due_at);
CREATE INDEX IF NOT EXISTS loose_file_owner ON writ.loose_file (owner);

-- A file of a field is called `<row>/<chance>/<name>`: its row is told by its name, also before that is written. The
-- last part is what people call the file: `..` would lead elsewhere where it is kept under its name.
CREATE OR REPLACE FUNCTION writ.file_row(name text)
RETURNS uuid LANGUAGE sql IMMUTABLE SET search_path = ''
AS $$
  SELECT CASE
    WHEN $1 ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/(?!\.{1,2}$)[^/]{1,200}$'
      THEN left($1, 36)::uuid
  END
$$;

CREATE OR REPLACE FUNCTION writ.file_came()
RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = ''
AS $$
BEGIN
  INSERT INTO writ.loose_file (bucket, name, owner, due_at)
  SELECT f.bucket, NEW.name, NEW.owner, clock_timestamp() + interval '24 hours'
  FROM writ.file_field f
  WHERE f.bucket = NEW.bucket_id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION writ.file_came() FROM PUBLIC;
CREATE OR REPLACE TRIGGER writ_file_came
  AFTER INSERT ON storage.objects
  FOR EACH ROW
  EXECUTE FUNCTION writ.file_came();

-- The values of a field that was written: arguments are the bucket and the column.
CREATE OR REPLACE FUNCTION writ.files_change()
RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = ''
AS $$
DECLARE
  before text[] := CASE WHEN TG_OP = 'INSERT' THEN '{}' ELSE writ.texts_of(to_jsonb(OLD) -> TG_ARGV[1]) END;
  after text[] := CASE WHEN TG_OP = 'DELETE' THEN '{}' ELSE writ.texts_of(to_jsonb(NEW) -> TG_ARGV[1]) END;
BEGIN
  INSERT INTO writ.loose_file AS l (bucket, name, due_at)
  SELECT TG_ARGV[0], one, clock_timestamp()
  FROM unnest(before) AS one
  WHERE one <> ALL (after)
  ON CONFLICT ON CONSTRAINT loose_file_pkey DO UPDATE SET due_at = excluded.due_at;
  DELETE FROM writ.loose_file l
  WHERE l.bucket = TG_ARGV[0] AND l.name = ANY (after) AND l.name <> ALL (before);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION writ.files_change() FROM PUBLIC;

CREATE OR REPLACE FUNCTION writ.texts_of(value jsonb)
RETURNS text[] LANGUAGE sql IMMUTABLE SET search_path = ''
AS $$
  SELECT CASE jsonb_typeof($1)
    WHEN 'array' THEN ARRAY(SELECT jsonb_array_elements_text($1))
    WHEN 'string' THEN ARRAY[$1 #>> '{}']
    ELSE '{}'
  END
$$;

-- Whether all that a row gains are files of its own that the writer has brought. They are held, so that nobody takes
-- them away meanwhile.
CREATE OR REPLACE FUNCTION writ.are_files(
  bucket text,
  row_id uuid,
  given text[],
  before text[],
  by uuid
)
RETURNS boolean LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ''
AS $$
DECLARE
  gained text[] := ARRAY(SELECT one FROM unnest(given) AS one WHERE one <> ALL (COALESCE(before, '{}')));
  found integer;
BEGIN
  IF cardinality(gained) = 0 THEN RETURN true; END IF;
  SELECT count(*)
  INTO found
  FROM (
    SELECT FROM storage.objects o
    WHERE o.bucket_id = $1
      AND o.name = ANY (gained)
      AND o.owner IS NOT DISTINCT FROM by
      AND writ.file_row(o.name) = row_id
    FOR KEY SHARE
  ) AS held;
  RETURN found = cardinality(gained);
END
$$;
REVOKE ALL ON FUNCTION writ.are_files(text, uuid, text[], text[], uuid) FROM PUBLIC;

-- The system may name a file of another row or field: the row gets one of its own with the same content, which follows
-- its own rights from then on. Contents never change, so that two files may share one; it goes with the last of them.
CREATE OR REPLACE FUNCTION writ.own_files(
  bucket text,
  row_id uuid,
  given text[],
  before text[],
  field text,
  clause text
)
RETURNS text[] LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ''
AS $$
DECLARE
  one text;
  source storage.objects;
  own text;
  names text[] := '{}';
BEGIN
  FOREACH one IN ARRAY COALESCE(given, '{}') LOOP
    own := one;
    IF one <> ALL (COALESCE(before, '{}'))
      AND NOT EXISTS (
        SELECT FROM storage.objects o WHERE o.bucket_id = $1 AND o.name = one AND writ.file_row(one) = row_id
      )
    THEN
      -- Held as it is: whoever takes it away meanwhile finds that its content is still named.
      SELECT o.*
      INTO source
      FROM storage.objects o
      WHERE o.name = one AND o.bucket_id IN (SELECT f.bucket FROM writ.file_field f)
      ORDER BY o.bucket_id = $1 DESC
      LIMIT 1
      FOR SHARE OF o;
      IF FOUND THEN
        IF NOT (
          SELECT COALESCE((source.metadata ->> 'size')::numeric <= b.file_size_limit, true)
            AND COALESCE(source.metadata ->> 'mimetype' = ANY (b.allowed_mime_types), true)
          FROM storage.buckets b
          WHERE b.id = $1
        ) THEN
          PERFORM writ.refuse(writ.problem('INVALID', field, clause));
        END IF;
        own := row_id || '/' || gen_random_uuid() || '/' || storage.filename(one);
        -- Nobody's own: it is read by whoever reads the row, and by nobody when that lets go of it.
        INSERT INTO storage.objects (bucket_id, name, version, metadata, user_metadata)
        VALUES ($1, own, source.version, source.metadata, source.user_metadata);
      END IF;
    END IF;
    names := names || own;
  END LOOP;
  RETURN names;
END
$$;
REVOKE ALL ON FUNCTION writ.own_files(text, uuid, text[], text[], text, text) FROM PUBLIC;

-- Nobody fills the disk with what is never saved.
CREATE OR REPLACE FUNCTION writ.may_bring_more()
RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ''
AS $$
  SELECT count(*) < CASE WHEN auth.uid() IS NULL THEN 1000 ELSE 200 END
  FROM (
    SELECT FROM writ.loose_file l
    WHERE l.owner IS NOT DISTINCT FROM auth.uid() AND l.due_at > clock_timestamp()
    LIMIT 1000
  ) AS waiting
$$;
REVOKE ALL ON FUNCTION writ.may_bring_more() FROM PUBLIC;
