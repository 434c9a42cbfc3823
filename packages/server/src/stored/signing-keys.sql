-- The keys that tokens are signed with, in the schema of accounts: no one but the owner may look into it.

CREATE SCHEMA IF NOT EXISTS auth;

CREATE TABLE IF NOT EXISTS auth.signing_keys (
  kid text PRIMARY KEY,
  algorithm text NOT NULL CHECK (algorithm IN ('HS256', 'ES256')),
  key jsonb NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now(),
  retired_at timestamptz
);
REVOKE ALL ON auth.signing_keys FROM PUBLIC;
