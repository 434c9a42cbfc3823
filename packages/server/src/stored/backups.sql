-- What is known of backups: for alarms, and for what may not be deleted before it is in one.
CREATE TABLE IF NOT EXISTS writ.backup_state (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  -- By what a folder of backups knows the product.
  product uuid NOT NULL DEFAULT gen_random_uuid(),
  -- Whose log of changes it writes: each restore begins another one, at places where the first one has gone on too.
  lineage uuid NOT NULL DEFAULT gen_random_uuid(),
  -- Of backups that are made by a schedule: how far apart. NULL: no one expects any.
  every_seconds double precision,
  scheduled_at timestamptz,
  last_id text,
  -- Where it was made.
  folder text,
  last_at timestamptz,
  failed_at timestamptz,
  failure text,
  -- Up to when the log of changes has been taken.
  log_at timestamptz,
  -- Contents that rows let go of before this have been taken. NULL: nothing waits for that.
  files_at timestamptz
);
INSERT INTO writ.backup_state DEFAULT VALUES ON CONFLICT DO NOTHING;
REVOKE ALL ON writ.backup_state FROM PUBLIC, anon, authenticated, service_role;
