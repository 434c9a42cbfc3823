-- What hosted Supabase has before any document comes, and an empty database has not: accounts, and who asks. Files and
-- live messages are in storage.sql and realtime.sql.

-- No client may use it, so that no function of an extension is a call on the wire.
CREATE SCHEMA IF NOT EXISTS writ_extensions;
CREATE EXTENSION IF NOT EXISTS btree_gist WITH SCHEMA writ_extensions;
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA writ_extensions;

CREATE SCHEMA IF NOT EXISTS auth;

CREATE TABLE IF NOT EXISTS auth.users (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email text,
  email_confirmed_at timestamptz,
  raw_user_meta_data jsonb NOT NULL DEFAULT '{}',
  is_anonymous boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- The token was checked by the server, which alone may set the claims of a connection that people speak through.
CREATE OR REPLACE FUNCTION auth.uid()
RETURNS uuid LANGUAGE sql STABLE
AS $$
  SELECT NULLIF(NULLIF(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub', '')::uuid
$$;

-- Beside it, what policies that somebody brings along are written with.
CREATE OR REPLACE FUNCTION auth.jwt()
RETURNS jsonb LANGUAGE sql STABLE SET search_path = ''
AS $$
  SELECT NULLIF(current_setting('request.jwt.claims', true), '')::jsonb
$$;

CREATE OR REPLACE FUNCTION auth.role()
RETURNS text LANGUAGE sql STABLE SET search_path = ''
AS $$
  SELECT auth.jwt() ->> 'role'
$$;

CREATE OR REPLACE FUNCTION auth.email()
RETURNS text LANGUAGE sql STABLE SET search_path = ''
AS $$
  SELECT auth.jwt() ->> 'email'
$$;
GRANT USAGE ON SCHEMA auth TO anon, authenticated, service_role, writ_client;
