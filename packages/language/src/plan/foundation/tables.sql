-- What the system keeps. Nobody but the owner reads any of it.

-- Every error that can be met: built in, or of section 8. By language; '' is the document's first.
CREATE TABLE IF NOT EXISTS writ.error (
  code text PRIMARY KEY,
  status integer NOT NULL,
  message jsonb NOT NULL,
  not_shown text
);

-- Roles that people were given, in which thing where they are held within something, and by whom.
CREATE TABLE IF NOT EXISTS writ.assigned_role (
  person uuid NOT NULL,
  role text NOT NULL,
  thing uuid,
  given_by uuid,
  given_at timestamptz NOT NULL DEFAULT now()
);

-- Where it was made before roles were given in things, nobody has one twice still.
ALTER TABLE writ.assigned_role ADD COLUMN IF NOT EXISTS thing uuid;
ALTER TABLE writ.assigned_role DROP CONSTRAINT IF EXISTS assigned_role_pkey;
CREATE UNIQUE INDEX IF NOT EXISTS assigned_role_once ON writ.assigned_role (person, role, thing) NULLS NOT DISTINCT;
CREATE INDEX IF NOT EXISTS assigned_role_thing ON writ.assigned_role (thing) WHERE thing IS NOT NULL;

-- Who was given a role or lost it, when and by whom. Only ever appended to.
CREATE TABLE IF NOT EXISTS writ.role_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  person uuid NOT NULL,
  role text NOT NULL,
  event text NOT NULL CHECK (event IN ('given', 'removed')),
  by_person uuid,
  happened_at timestamptz NOT NULL
);
ALTER TABLE writ.role_change ADD COLUMN IF NOT EXISTS thing uuid;

-- What is to happen after the transaction: mails, notifications, calls. Drained by the server, at least once.
CREATE TABLE IF NOT EXISTS writ.outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  name text NOT NULL,
  payload jsonb NOT NULL,
  clause text NOT NULL,
  made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  due_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  tries integer NOT NULL DEFAULT 0,
  failure text,
  done_at timestamptz
);

-- Whose doing it was; nobody's where time or code of the system did it.
ALTER TABLE writ.outbox ADD COLUMN IF NOT EXISTS by_person uuid;

-- Which server has taken it and not written down what became of it.
ALTER TABLE writ.outbox ADD COLUMN IF NOT EXISTS claimed_by integer;

-- The trace that it goes on with, where the server keeps one; of the length that the W3C gives it.
ALTER TABLE writ.outbox ADD COLUMN IF NOT EXISTS traceparent text
  DEFAULT NULLIF(left(current_setting('writ.traceparent', true), 55), '');
CREATE INDEX IF NOT EXISTS outbox_due ON writ.outbox (due_at) WHERE done_at IS NULL;

-- The last number of each sequence, in each scope.
CREATE TABLE IF NOT EXISTS writ.sequence (
  name text,
  scope text,
  last bigint NOT NULL,
  PRIMARY KEY (name, scope)
);

-- What happened to rows of entities whose history is kept. Only ever appended to.
CREATE TABLE IF NOT EXISTS writ.history (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity text NOT NULL,
  row_id uuid NOT NULL,
  event text NOT NULL,
  changes jsonb NOT NULL,
  person uuid,
  happened_at timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS history_row ON writ.history (entity, row_id, id);

-- What wrote where nobody did: the code of a call, which is named, a timer, or the sample.
ALTER TABLE writ.history ADD COLUMN IF NOT EXISTS through text, ADD COLUMN IF NOT EXISTS call text;

-- Seeds that were written once: a key is never written again, nor revived.
-- Keys may name each other in a circle, so an id is there before its row is written.
CREATE TABLE IF NOT EXISTS writ.seeded (
  entity text,
  key text,
  row_id uuid NOT NULL DEFAULT gen_random_uuid(),
  written boolean NOT NULL DEFAULT false,
  PRIMARY KEY (entity, key)
);

-- The documents that were applied, with what each changed. Plans start from the last one, which alone has what it made
-- and what was then found.
CREATE TABLE IF NOT EXISTS writ.applied (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  applied_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  title text NOT NULL,
  source text NOT NULL,
  foundation text NOT NULL,
  objects jsonb NOT NULL,
  steps jsonb NOT NULL,
  found jsonb NOT NULL
);

-- What gives renamed things their earlier names again, as `--rename` takes it; who deployed it in the console; whether
-- it takes back the document before it.
ALTER TABLE writ.applied
  ADD COLUMN IF NOT EXISTS renames_back text[] NOT NULL DEFAULT '{}',
  ADD COLUMN IF NOT EXISTS operator text,
  ADD COLUMN IF NOT EXISTS is_back boolean NOT NULL DEFAULT false;

-- What the server has to know of the document that no table says.
CREATE TABLE IF NOT EXISTS writ.product (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  says jsonb NOT NULL
);

-- What names of the document are called in other languages.
CREATE TABLE IF NOT EXISTS writ.word (
  word text,
  language text,
  said text NOT NULL,
  PRIMARY KEY (word, language)
);

-- When somebody last did what a rate counts.
CREATE TABLE IF NOT EXISTS writ.rate (
  name text,
  subject text,
  times timestamptz[] NOT NULL,
  PRIMARY KEY (name, subject)
);

-- One row per entity that some rule reads as a whole: locked in place of all its rows.
CREATE TABLE IF NOT EXISTS writ.lock (
  entity text PRIMARY KEY
);
