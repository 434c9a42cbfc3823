-- Live messages as hosted Supabase keeps them in its database: what is sent from SQL, and whose policies say who may
-- hear and who may speak on a private topic.

CREATE SCHEMA IF NOT EXISTS realtime;
GRANT USAGE ON SCHEMA realtime TO anon, authenticated, service_role;

CREATE TABLE IF NOT EXISTS realtime.messages (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  topic text NOT NULL,
  extension text NOT NULL,
  payload jsonb,
  binary_payload bytea,
  event text,
  private boolean DEFAULT false,
  updated_at timestamp NOT NULL DEFAULT now(),
  inserted_at timestamp NOT NULL DEFAULT now(),
  PRIMARY KEY (id, inserted_at)
);
CREATE INDEX IF NOT EXISTS messages_time ON realtime.messages (inserted_at);

CREATE OR REPLACE FUNCTION realtime.topic()
RETURNS text LANGUAGE sql STABLE SET search_path = ''
AS $$
  SELECT NULLIF(current_setting('realtime.topic', true), '')
$$;

-- Speaks under a topic: policies ask for it, also where a function of the database sends.
CREATE OR REPLACE FUNCTION realtime.send(
  payload jsonb,
  event text,
  topic text,
  private boolean DEFAULT true
)
RETURNS void LANGUAGE plpgsql SET search_path = ''
AS $$
#variable_conflict use_variable
DECLARE
  message uuid := gen_random_uuid();
BEGIN
  PERFORM set_config('realtime.topic', topic, true);
  INSERT INTO realtime.messages (id, payload, event, topic, private, extension)
  VALUES (
    message,
    CASE
      WHEN jsonb_typeof(payload) = 'object' AND NOT payload ? 'id'
        THEN jsonb_set(payload, '{id}', to_jsonb(message))
      ELSE payload
    END,
    event,
    topic,
    private,
    'broadcast'
  );
EXCEPTION
  WHEN OTHERS THEN
    -- A message that could not be sent is no reason to undo what it tells of.
    RAISE WARNING 'a message of the topic % was not sent: %', topic, SQLERRM;
END
$$;

CREATE OR REPLACE FUNCTION realtime.send_binary(
  payload bytea,
  event text,
  topic text,
  private boolean DEFAULT true
)
RETURNS void LANGUAGE plpgsql SET search_path = ''
AS $$
#variable_conflict use_variable
DECLARE
  message uuid := gen_random_uuid();
BEGIN
  PERFORM set_config('realtime.topic', topic, true);
  INSERT INTO realtime.messages (id, binary_payload, event, topic, private, extension)
  VALUES (message, payload, event, topic, private, 'broadcast');
EXCEPTION
  WHEN OTHERS THEN
    -- A message that could not be sent is no reason to undo what it tells of.
    RAISE WARNING 'a message of the topic % was not sent: %', topic, SQLERRM;
END
$$;

-- What triggers tell of a row that has changed, in one form.
CREATE OR REPLACE FUNCTION realtime.broadcast_changes(
  topic_name text,
  event_name text,
  operation text,
  table_name text,
  table_schema text,
  new record,
  old record,
  level text DEFAULT 'ROW'
)
RETURNS void LANGUAGE plpgsql SET search_path = ''
AS $$
BEGIN
  IF level = 'STATEMENT' THEN RAISE EXCEPTION 'a statement has no row to tell of'; END IF;
  PERFORM realtime.send(
    jsonb_build_object(
      'old_record', to_jsonb(old),
      'record', to_jsonb(new),
      'operation', operation,
      'table', table_name,
      'schema', table_schema
    ),
    event_name,
    topic_name,
    true
  );
END
$$;

-- Whether whoever asks may send: what is tried leaves nothing behind.
CREATE OR REPLACE FUNCTION realtime.may_send(kind text)
RETURNS boolean LANGUAGE plpgsql SET search_path = ''
AS $$
BEGIN
  INSERT INTO realtime.messages (topic, extension, private) VALUES (realtime.topic(), kind, true);
  RAISE EXCEPTION SQLSTATE 'WR001';
EXCEPTION
  WHEN SQLSTATE 'WR001' THEN
    RETURN true;
  WHEN insufficient_privilege THEN
    RETURN false;
END
$$;

-- Nobody but the service may hear or speak on a private topic, until a policy says so.
ALTER TABLE realtime.messages ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON realtime.messages FROM PUBLIC;
GRANT SELECT, INSERT, UPDATE ON realtime.messages TO anon, authenticated, service_role;
