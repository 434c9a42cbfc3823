-- What somebody was told: entries of inboxes, what they chose about them, and the one way in.

-- `said`: subject and text by language, `""` the document's first, as they were when it was sent. It goes with the
-- account.
CREATE TABLE IF NOT EXISTS writ.notice (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  person uuid NOT NULL REFERENCES auth.users ON DELETE CASCADE,
  mail text NOT NULL,
  entity text NOT NULL,
  row_id uuid NOT NULL,
  said jsonb NOT NULL,
  made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  read_at timestamptz
);
CREATE INDEX IF NOT EXISTS notice_person ON writ.notice (person, made_at DESC, id DESC);
CREATE INDEX IF NOT EXISTS notice_unread ON writ.notice (person) WHERE read_at IS NULL;

-- Whoever chose nothing has it in the inbox, and not by mail.
CREATE TABLE IF NOT EXISTS writ.notice_choice (
  person uuid REFERENCES auth.users ON DELETE CASCADE,
  mail text,
  in_inbox boolean NOT NULL,
  by_mail boolean NOT NULL,
  PRIMARY KEY (person, mail)
);

-- Nothing but that there is something is told aloud: what it says is asked for.
CREATE OR REPLACE FUNCTION writ.tell_inbox(person uuid)
RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = ''
AS $$
  SELECT realtime.send('{}'::jsonb, 'inbox', 'inbox:' || person::text, true)
$$;
REVOKE ALL ON FUNCTION writ.tell_inbox(uuid) FROM PUBLIC;

-- What waits in the outbox is done and in the inbox in one commit: once, however many servers there are.
CREATE OR REPLACE FUNCTION writ.put_notice(waiting bigint, words jsonb)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = ''
AS $$
DECLARE
  one record;
  choice record;
  reader uuid;
BEGIN
  UPDATE writ.outbox AS o
  SET done_at = clock_timestamp(), failure = NULL
  WHERE o.id = waiting AND o.done_at IS NULL
  RETURNING o.name, o.payload, o.clause, o.traceparent
  INTO one;
  IF NOT FOUND OR words IS NULL THEN RETURN; END IF;
  reader := (one.payload #>> '{to,person}')::uuid;
  -- Nobody is there any more.
  PERFORM FROM auth.users AS u WHERE u.id = reader FOR KEY SHARE;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT c.in_inbox, c.by_mail
  INTO choice
  FROM writ.notice_choice AS c
  WHERE c.person = reader AND c.mail = one.name;
  IF COALESCE(choice.in_inbox, true) THEN
    INSERT INTO writ.notice (person, mail, entity, row_id, said)
    VALUES (reader, one.name, one.payload ->> 'entity', (one.payload ->> 'row')::uuid, words);
    -- A thousand are kept for one person; older ones give way.
    DELETE FROM writ.notice AS n
    WHERE n.person = reader
      AND (n.made_at, n.id) < (
        SELECT last.made_at, last.id
        FROM writ.notice AS last
        WHERE last.person = reader
        ORDER BY last.made_at DESC, last.id DESC
        OFFSET 999
        LIMIT 1
      );
    PERFORM writ.tell_inbox(reader);
  END IF;
  -- What the document mails anyway does not come twice.
  IF COALESCE(choice.by_mail, false)
    AND NOT EXISTS (
      SELECT FROM writ.product AS p WHERE p.says #>> ARRAY['mails', one.name, 'isMailed'] = 'true'
    )
  THEN
    PERFORM set_config('writ.traceparent', COALESCE(one.traceparent, ''), true);
    PERFORM writ.enqueue('mail', one.name, one.payload, one.clause);
  END IF;
END
$$;
REVOKE ALL ON FUNCTION writ.put_notice(bigint, jsonb) FROM PUBLIC;
