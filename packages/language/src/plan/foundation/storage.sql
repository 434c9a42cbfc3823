-- Files as hosted Supabase keeps them in its database: buckets, objects, and what policies ask of an object's name. The
-- bytes are elsewhere, and are named by an object's version.

CREATE SCHEMA IF NOT EXISTS storage;
GRANT USAGE ON SCHEMA storage TO anon, authenticated, service_role;

CREATE TABLE IF NOT EXISTS storage.buckets (
  id text PRIMARY KEY,
  name text NOT NULL UNIQUE,
  owner uuid,
  owner_id text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  public boolean NOT NULL DEFAULT false,
  file_size_limit bigint,
  allowed_mime_types text[],
  type text NOT NULL DEFAULT 'STANDARD',
  CONSTRAINT buckets_name_length CHECK (char_length(name) <= 100)
);

CREATE TABLE IF NOT EXISTS storage.objects (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  bucket_id text NOT NULL REFERENCES storage.buckets,
  name text COLLATE "C" NOT NULL,
  owner uuid,
  owner_id text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  last_accessed_at timestamptz NOT NULL DEFAULT now(),
  metadata jsonb,
  path_tokens text[] GENERATED ALWAYS AS (string_to_array(name, '/')) STORED,
  version text,
  user_metadata jsonb
);

-- By name as bytes: whatever the database's language, folders are ranges of it, and one name is found by the same
-- index.
CREATE UNIQUE INDEX IF NOT EXISTS bucketid_objname ON storage.objects (bucket_id, name);
CREATE INDEX IF NOT EXISTS objects_made ON storage.objects (created_at);
CREATE INDEX IF NOT EXISTS objects_version ON storage.objects (version);

-- Bytes that no object names any more. Whoever takes them away takes them from here.
CREATE TABLE IF NOT EXISTS storage.gone (
  version text PRIMARY KEY,
  gone_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Uploads that may be interrupted. How much of one is there is told by its bytes alone.
CREATE TABLE IF NOT EXISTS storage.unfinished (
  id text PRIMARY KEY,
  bucket_id text NOT NULL REFERENCES storage.buckets ON DELETE CASCADE,
  name text NOT NULL,
  role text NOT NULL,
  owner_id text,
  beginner text,
  is_trusted boolean NOT NULL,
  is_upsert boolean NOT NULL,
  length bigint,
  type text NOT NULL,
  cache_control text NOT NULL,
  said jsonb,
  metadata text NOT NULL,
  began_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  done_at timestamptz
);
CREATE INDEX IF NOT EXISTS unfinished_beginner ON storage.unfinished (beginner);
CREATE INDEX IF NOT EXISTS unfinished_bucket ON storage.unfinished (bucket_id);
CREATE INDEX IF NOT EXISTS unfinished_expires ON storage.unfinished (expires_at);

CREATE OR REPLACE FUNCTION storage.bytes_gone()
RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = ''
AS $$
BEGIN
  IF OLD.version IS NOT NULL THEN
    INSERT INTO storage.gone (version) VALUES (OLD.version) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION storage.bytes_gone() FROM PUBLIC;
CREATE OR REPLACE TRIGGER bytes_gone
  AFTER DELETE ON storage.objects
  FOR EACH ROW
  EXECUTE FUNCTION storage.bytes_gone();
CREATE OR REPLACE TRIGGER bytes_replaced
  AFTER UPDATE OF version ON storage.objects
  FOR EACH ROW
  WHEN (OLD.version IS DISTINCT FROM NEW.version)
  EXECUTE FUNCTION storage.bytes_gone();

-- What policies of this kind of backend are written with.
CREATE OR REPLACE FUNCTION storage.foldername(name text)
RETURNS text[] LANGUAGE sql IMMUTABLE SET search_path = ''
AS $$
  SELECT (string_to_array(name, '/'))[1:cardinality(string_to_array(name, '/')) - 1]
$$;

CREATE OR REPLACE FUNCTION storage.filename(name text)
RETURNS text LANGUAGE sql IMMUTABLE SET search_path = ''
AS $$
  SELECT (string_to_array(name, '/'))[cardinality(string_to_array(name, '/'))]
$$;

CREATE OR REPLACE FUNCTION storage.extension(name text)
RETURNS text LANGUAGE sql IMMUTABLE SET search_path = ''
AS $$
  SELECT reverse(split_part(reverse(storage.filename(name)), '.', 1))
$$;

CREATE OR REPLACE FUNCTION storage.operation()
RETURNS text LANGUAGE sql STABLE SET search_path = ''
AS $$
  SELECT current_setting('storage.operation', true)
$$;

CREATE OR REPLACE FUNCTION storage.allow_any_operation(expected_operations text[])
RETURNS boolean LANGUAGE sql STABLE SET search_path = ''
AS $$
  SELECT COALESCE(
    regexp_replace(storage.operation(), '^storage\.', '') IN (
      SELECT regexp_replace(one, '^storage\.', '') FROM unnest(expected_operations) AS one WHERE one <> ''
    ),
    false
  )
$$;

CREATE OR REPLACE FUNCTION storage.allow_only_operation(expected_operation text)
RETURNS boolean LANGUAGE sql STABLE SET search_path = ''
AS $$
  SELECT storage.allow_any_operation(ARRAY[expected_operation])
$$;

-- Nobody but the service may anything, until a policy says so.
ALTER TABLE storage.buckets ENABLE ROW LEVEL SECURITY;
ALTER TABLE storage.objects ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON storage.buckets, storage.objects, storage.gone, storage.unfinished FROM PUBLIC;
GRANT SELECT, INSERT, UPDATE, DELETE ON storage.buckets, storage.objects TO anon, authenticated, service_role;
