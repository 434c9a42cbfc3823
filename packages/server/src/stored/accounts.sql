-- What the system keeps of accounts. Every statement may run again at any time; no one but the owner reads any of it.

ALTER TABLE auth.users
  ADD COLUMN IF NOT EXISTS email_confirmed_at timestamptz,
  -- When its owner was let in without a confirmation. Clients are told so, and nothing else goes by it: anyone who
  -- typed an address has not shown that it is theirs.
  ADD COLUMN IF NOT EXISTS let_in_at timestamptz,
  ADD COLUMN IF NOT EXISTS encrypted_password text,
  ADD COLUMN IF NOT EXISTS raw_app_meta_data jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN IF NOT EXISTS phone text,
  ADD COLUMN IF NOT EXISTS invited_at timestamptz,
  ADD COLUMN IF NOT EXISTS confirmation_sent_at timestamptz,
  ADD COLUMN IF NOT EXISTS recovery_sent_at timestamptz,
  ADD COLUMN IF NOT EXISTS email_change text,
  ADD COLUMN IF NOT EXISTS email_change_sent_at timestamptz,
  ADD COLUMN IF NOT EXISTS email_change_confirmed text[] NOT NULL DEFAULT '{}',
  ADD COLUMN IF NOT EXISTS reauthentication_sent_at timestamptz,
  ADD COLUMN IF NOT EXISTS last_sign_in_at timestamptz,
  ADD COLUMN IF NOT EXISTS banned_until timestamptz,
  ADD COLUMN IF NOT EXISTS updated_at timestamptz NOT NULL DEFAULT now();

-- It stands in every token, and a token has to fit into the headers of a request.
ALTER TABLE auth.users DROP CONSTRAINT IF EXISTS users_data_size;
ALTER TABLE auth.users ADD CONSTRAINT users_data_size
  CHECK (octet_length(raw_user_meta_data::text) <= 6144 AND octet_length(raw_app_meta_data::text) <= 2048) NOT VALID;

-- Whatever someone types: an address is one account's.
CREATE UNIQUE INDEX IF NOT EXISTS users_email_key ON auth.users (lower(email));

-- A key of each, and how often it was renewed, are all that its refresh tokens are made from.
CREATE TABLE IF NOT EXISTS auth.sessions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES auth.users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  refreshed_at timestamptz NOT NULL DEFAULT now(),
  aal text NOT NULL DEFAULT 'aal1' CHECK (aal IN ('aal1', 'aal2')),
  not_after timestamptz,
  user_agent text,
  ip text,
  refresh_key bytea NOT NULL,
  refresh_counter bigint NOT NULL DEFAULT 0
);
CREATE INDEX IF NOT EXISTS sessions_user ON auth.sessions (user_id);

CREATE TABLE IF NOT EXISTS auth.mfa_amr_claims (
  session_id uuid NOT NULL REFERENCES auth.sessions ON DELETE CASCADE,
  authentication_method text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (session_id, authentication_method)
);

CREATE TABLE IF NOT EXISTS auth.identities (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES auth.users ON DELETE CASCADE,
  provider text NOT NULL,
  provider_id text NOT NULL,
  identity_data jsonb NOT NULL,
  last_sign_in_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (provider, provider_id)
);
CREATE INDEX IF NOT EXISTS identities_user ON auth.identities (user_id);

-- What a browser began and comes back to: with a provider (`state`), or by a link in a mail (`id` alone).
CREATE TABLE IF NOT EXISTS auth.flow_state (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  auth_code text UNIQUE,
  code_challenge text,
  code_challenge_method text,
  method text NOT NULL,
  redirect_to text,
  provider text,
  state text UNIQUE,
  nonce text,
  verifier text,
  browser text,
  link_to uuid REFERENCES auth.users ON DELETE CASCADE,
  user_id uuid REFERENCES auth.users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);

-- Who a provider says someone is that adds a way to sign in, until their browser has shown its secret.
ALTER TABLE auth.flow_state ADD COLUMN IF NOT EXISTS linking jsonb;

-- One of each kind for an account: asking again makes the earlier one worthless. Only what the texts hash to is kept.
CREATE TABLE IF NOT EXISTS auth.one_time_tokens (
  user_id uuid NOT NULL REFERENCES auth.users ON DELETE CASCADE,
  kind text NOT NULL,
  link_hash text NOT NULL UNIQUE,
  code_hash text,
  email text NOT NULL,
  flow_id uuid REFERENCES auth.flow_state ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, kind)
);

CREATE TABLE IF NOT EXISTS auth.mfa_factors (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES auth.users ON DELETE CASCADE,
  friendly_name text,
  factor_type text NOT NULL CHECK (factor_type = 'totp'),
  status text NOT NULL DEFAULT 'unverified' CHECK (status IN ('unverified', 'verified')),
  secret text NOT NULL,
  last_step bigint NOT NULL DEFAULT 0,
  last_challenged_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX IF NOT EXISTS mfa_factors_name ON auth.mfa_factors (user_id, friendly_name)
  WHERE friendly_name <> '';

CREATE TABLE IF NOT EXISTS auth.mfa_challenges (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  factor_id uuid NOT NULL REFERENCES auth.mfa_factors ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  verified_at timestamptz
);

CREATE TABLE IF NOT EXISTS auth.audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  happened_at timestamptz NOT NULL DEFAULT now(),
  action text NOT NULL,
  user_id uuid,
  address text
);
ALTER TABLE auth.audit_log
  ADD COLUMN IF NOT EXISTS uid uuid NOT NULL DEFAULT gen_random_uuid(),
  ADD COLUMN IF NOT EXISTS by_service boolean NOT NULL DEFAULT false,
  ADD COLUMN IF NOT EXISTS traits jsonb NOT NULL DEFAULT '{}',
  DROP COLUMN IF EXISTS by_user;
CREATE INDEX IF NOT EXISTS audit_log_user ON auth.audit_log (user_id, id);
CREATE INDEX IF NOT EXISTS audit_log_time ON auth.audit_log (happened_at);
CREATE INDEX IF NOT EXISTS audit_log_failed ON auth.audit_log (happened_at)
  WHERE action IN ('login_failed', 'code_failed', 'mfa_code_failed');

-- Roles that an operator has named for addresses which no one has confirmed yet.
CREATE TABLE IF NOT EXISTS auth.named_roles (
  email text,
  role text,
  PRIMARY KEY (email, role)
);

-- How often someone tried: kept here, so that no restart forgets it and all nodes know it.
CREATE TABLE IF NOT EXISTS auth.tries (
  act text,
  subject text,
  times timestamptz[] NOT NULL,
  PRIMARY KEY (act, subject)
);

-- Counts a try, or says how many seconds to wait. Anyone who comes second waits for the first one's row and sees its
-- time.
CREATE OR REPLACE FUNCTION auth.count_try(act text, subject text, most integer, seconds integer)
RETURNS integer LANGUAGE plpgsql SET search_path = ''
AS $$
DECLARE
  at timestamptz := clock_timestamp();
  past timestamptz[];
BEGIN
  INSERT INTO auth.tries AS t (act, subject, times) VALUES ($1, $2, '{}') ON CONFLICT DO NOTHING;
  SELECT ARRAY(SELECT one FROM unnest(t.times) one WHERE one > at - make_interval(secs => $4) ORDER BY one)
  INTO past
  FROM auth.tries t
  WHERE (t.act, t.subject) = ($1, $2)
  FOR UPDATE;
  IF cardinality(past) >= $3 THEN
    RETURN GREATEST(
      1, ceil(extract(epoch FROM past[cardinality(past) - $3 + 1] + make_interval(secs => $4) - at))
    );
  END IF;
  UPDATE auth.tries t SET times = past || at WHERE (t.act, t.subject) = ($1, $2);
  RETURN 0;
END
$$;
REVOKE ALL ON FUNCTION auth.count_try(text, text, integer, integer) FROM PUBLIC;

-- Accounts that were deleted, by their ids alone: whoever brings back an earlier state does not bring them back.
CREATE TABLE IF NOT EXISTS auth.deleted_users (
  id uuid PRIMARY KEY,
  deleted_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE OR REPLACE FUNCTION auth.remember_deleted() RETURNS trigger
  LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  INSERT INTO auth.deleted_users (id) VALUES (OLD.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION auth.remember_deleted() FROM PUBLIC;
CREATE OR REPLACE TRIGGER remember_deleted AFTER DELETE ON auth.users
  FOR EACH ROW EXECUTE FUNCTION auth.remember_deleted();

-- Policies and the document's own tables ask who someone is, and nothing else of this schema.
REVOKE ALL ON ALL TABLES IN SCHEMA auth FROM PUBLIC, anon, authenticated, service_role;
