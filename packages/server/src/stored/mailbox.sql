-- The mailbox of development: what would have gone out, for the engineer to read.

CREATE TABLE IF NOT EXISTS writ.mailbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sent_at timestamptz NOT NULL DEFAULT now(),
  recipient text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  html text NOT NULL
);
REVOKE ALL ON writ.mailbox FROM PUBLIC;
