-- What the entity Ticket of repairs.md becomes, in the order in which it is made. It is written by golden.test.ts.

CREATE TABLE "public"."ticket" (
  "id" uuid NOT NULL,
  "created_at" timestamptz(3) NOT NULL,
  "created_by" uuid,
  "updated_at" timestamptz(3) NOT NULL,
  "updated_by" uuid,
  "title" text NOT NULL,
  "severity" text DEFAULT E'\001omitted'::text NOT NULL,
  "due_on" date,
  "assignee" uuid,
  "minutes_spent" bigint,
  "done_at" timestamptz(3),
  "state" text NOT NULL,
  "ended" boolean GENERATED ALWAYS AS ((("ticket"."state" IN ('done')))::boolean) STORED,
  "_state_since" timestamptz(3) NOT NULL,
  "_did" text
);
ALTER TABLE "public"."ticket" ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON "public"."ticket" FROM PUBLIC, anon, authenticated, service_role;
COMMENT ON TABLE "public"."ticket" IS '3/Ticket';
COMMENT ON COLUMN "public"."ticket"."id" IS '3/Ticket';
COMMENT ON COLUMN "public"."ticket"."created_at" IS '3/Ticket';
COMMENT ON COLUMN "public"."ticket"."created_by" IS '3/Ticket';
COMMENT ON COLUMN "public"."ticket"."updated_at" IS '3/Ticket';
COMMENT ON COLUMN "public"."ticket"."updated_by" IS '3/Ticket';
COMMENT ON COLUMN "public"."ticket"."title" IS '3/Ticket/Title';
COMMENT ON COLUMN "public"."ticket"."severity" IS '3/Ticket/Severity';
COMMENT ON COLUMN "public"."ticket"."due_on" IS '3/Ticket/Due on';
COMMENT ON COLUMN "public"."ticket"."assignee" IS '3/Ticket/Assignee';
COMMENT ON COLUMN "public"."ticket"."minutes_spent" IS '3/Ticket/Minutes spent';
COMMENT ON COLUMN "public"."ticket"."done_at" IS '3/Ticket/Done at';
COMMENT ON COLUMN "public"."ticket"."state" IS '3/Ticket/State';
COMMENT ON COLUMN "public"."ticket"."ended" IS '3/Ticket';
COMMENT ON COLUMN "public"."ticket"."_state_since" IS '4/Ticket';
COMMENT ON COLUMN "public"."ticket"."_did" IS '4/Ticket';

ALTER TABLE "public"."ticket" ADD CONSTRAINT "ticket.key" PRIMARY KEY ("id");
COMMENT ON CONSTRAINT "ticket.key" ON "public"."ticket" IS '3/Ticket';

ALTER TABLE "public"."ticket" ADD CONSTRAINT "ticket.assignee_refers"
  FOREIGN KEY ("assignee") REFERENCES "public"."user" ("id") ON DELETE NO ACTION DEFERRABLE INITIALLY DEFERRED;
COMMENT ON CONSTRAINT "ticket.assignee_refers" ON "public"."ticket" IS '3/Ticket/Assignee';

CREATE INDEX "ticket.assignee_index" ON "public"."ticket" ("assignee");
COMMENT ON INDEX "public"."ticket.assignee_index" IS '3/Ticket/Assignee';

CREATE INDEX "ticket.newest" ON "public"."ticket" ("created_at" DESC, "id");
COMMENT ON INDEX "public"."ticket.newest" IS '6/Ticket/read';

CREATE INDEX "ticket.created_by_newest" ON "public"."ticket" ("created_by", "created_at" DESC, "id");
COMMENT ON INDEX "public"."ticket.created_by_newest" IS '6/Ticket/read';

CREATE OR REPLACE FUNCTION "writ"."computed_ticket.is_late"("given" "public"."ticket")
RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ''
AS $$
  -- The value of a computed field, past all rights.
  SELECT (
    (given."due_on" IS NOT NULL) AND (given."due_on" < (SELECT writ.today())) AND (given."state" <> 'done')
  )::boolean
$$;
REVOKE ALL ON FUNCTION "writ"."computed_ticket.is_late"("public"."ticket")
  FROM PUBLIC, anon, authenticated, service_role;
COMMENT ON FUNCTION "writ"."computed_ticket.is_late"("public"."ticket") IS '3/Ticket/Is late';

CREATE OR REPLACE FUNCTION "public"."is_late"("given" "public"."ticket")
RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ''
AS $$
  SELECT "writ"."computed_ticket.is_late"(given)
$$;
REVOKE ALL ON FUNCTION "public"."is_late"("public"."ticket") FROM PUBLIC, anon, authenticated, service_role;
GRANT EXECUTE ON FUNCTION "public"."is_late"("public"."ticket") TO anon, authenticated, service_role;
COMMENT ON FUNCTION "public"."is_late"("public"."ticket") IS '3/Ticket/Is late';

CREATE OR REPLACE FUNCTION "writ"."computed_ticket.ended"("given" "public"."ticket")
RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ''
AS $$
  -- The value of a computed field, past all rights.
  SELECT (given."state" IN ('done'))::boolean
$$;
REVOKE ALL ON FUNCTION "writ"."computed_ticket.ended"("public"."ticket") FROM PUBLIC, anon, authenticated, service_role;
COMMENT ON FUNCTION "writ"."computed_ticket.ended"("public"."ticket") IS '3/Ticket';

CREATE OR REPLACE FUNCTION "writ"."still_used_user"()
RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ''
AS $$
-- Refuses to delete a row that others refer to.
DECLARE
  problems jsonb := '[]'::jsonb;
BEGIN
  IF EXISTS (SELECT FROM "public"."ticket" AS other WHERE other."assignee" = OLD.id) THEN
    problems := problems || writ.problem('STILL_USED', NULL, '3/Ticket/Assignee');
  END IF;
  IF jsonb_array_length(problems) > 0 THEN PERFORM writ.refuse(problems); END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION "writ"."still_used_user"() FROM PUBLIC, anon, authenticated, service_role;
COMMENT ON FUNCTION "writ"."still_used_user"() IS '3/User';

CREATE OR REPLACE FUNCTION "writ"."start_ticket.state"("given" "public"."ticket")
RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = ''
AS $$
-- In which state a row begins.
BEGIN
  RETURN 'open';
END
$$;
REVOKE ALL ON FUNCTION "writ"."start_ticket.state"("public"."ticket") FROM PUBLIC, anon, authenticated, service_role;
COMMENT ON FUNCTION "writ"."start_ticket.state"("public"."ticket") IS '4/Ticket';

CREATE OR REPLACE FUNCTION "writ"."step_ticket.finish"("given" "public"."ticket")
RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = ''
AS $$
-- Where the step leads, as {"to": state}, or why it does not, as {"problems": [...]}.
#variable_conflict use_variable
DECLARE
  problems jsonb;
BEGIN
  IF given."state" IN ('open') THEN
    problems := '[]'::jsonb;
    IF NOT ((given."minutes_spent" IS NOT NULL) IS TRUE) THEN
      problems := problems || writ.problem('NO_MINUTES', NULL, '4/Ticket/Finish');
    END IF;
    IF jsonb_array_length(problems) = 0 THEN RETURN jsonb_build_object('to', 'done'); END IF;
    RETURN jsonb_build_object('problems', problems);
  END IF;
  RETURN jsonb_build_object(
    'problems', writ.problem(
      'CONFLICT',
      NULL,
      '4/Ticket/Finish',
      NULL,
      '{"":"This is not possible in its current state. Please check it and try again."}'
    )
  );
END
$$;
REVOKE ALL ON FUNCTION "writ"."step_ticket.finish"("public"."ticket") FROM PUBLIC, anon, authenticated, service_role;
COMMENT ON FUNCTION "writ"."step_ticket.finish"("public"."ticket") IS '4/Ticket/Finish';

CREATE OR REPLACE FUNCTION "writ"."do_ticket.finish"("_id" uuid, "_asked" jsonb, "_person" boolean)
RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ''
AS $$
-- The step itself, for callers, effects and timers: whoever calls this has asked for rights.
#variable_conflict use_variable
DECLARE
  given "public"."ticket";
  _step jsonb;
  problems jsonb := '[]'::jsonb;
BEGIN
  SELECT _found.* INTO given FROM "public"."ticket" AS _found WHERE _found.id = _id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM writ.refuse(writ.problem('NOT_FOUND', NULL, '4/Ticket/Finish')); END IF;
  IF (given."state" IN ('open')) IS NOT TRUE THEN
    PERFORM writ.refuse(
      writ.problem(
        'CONFLICT',
        NULL,
        '4/Ticket/Finish',
        NULL,
        '{"":"This is not possible in its current state. Please check it and try again."}'
      )
    );
  END IF;
  IF jsonb_array_length(problems) > 0 THEN PERFORM writ.refuse(problems); END IF;
  _step := "writ"."step_ticket.finish"(given);
  IF _step ? 'problems' THEN PERFORM writ.refuse(_step -> 'problems'); END IF;
  given."state" := _step ->> 'to';
  SELECT (SELECT writ.now()) INTO given."done_at";
  UPDATE "public"."ticket" AS _written
  SET
    "state" = given."state",
    "done_at" = given."done_at",
    "_did" = CASE WHEN _written."_did" = 'finish' THEN 'finish!' ELSE 'finish' END
  WHERE _written.id = _id;
END
$$;
REVOKE ALL ON FUNCTION "writ"."do_ticket.finish"(uuid, jsonb, boolean) FROM PUBLIC, anon, authenticated, service_role;
COMMENT ON FUNCTION "writ"."do_ticket.finish"(uuid, jsonb, boolean) IS '4/Ticket/Finish';

CREATE OR REPLACE FUNCTION "writ"."may_start_ticket.finish"("given" "public"."ticket")
RETURNS void
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = ''
AS $$
-- Refuses a caller who may not take the step.
#variable_conflict use_variable
BEGIN
  IF auth.uid() IS NULL THEN
    PERFORM writ.refuse(writ.problem('NOT_SIGNED_IN', NULL, '4/Ticket/Finish'));
  END IF;
  IF given.id IS NULL OR ("writ"."may_read_ticket"(given)) IS NOT TRUE THEN
    PERFORM writ.refuse(writ.problem('NOT_FOUND', NULL, '4/Ticket/Finish'));
  END IF;
  IF "writ"."may_ticket.finish"(given) IS NOT TRUE THEN
    PERFORM writ.refuse(writ.problem("writ"."why_ticket.finish"(given), NULL, '6/Ticket/Finish'));
  END IF;
END
$$;
REVOKE ALL ON FUNCTION "writ"."may_start_ticket.finish"("public"."ticket")
  FROM PUBLIC, anon, authenticated, service_role;
COMMENT ON FUNCTION "writ"."may_start_ticket.finish"("public"."ticket") IS '4/Ticket/Finish';

CREATE OR REPLACE FUNCTION "writ"."ask_ticket.finish"("_id" uuid, "_asked" jsonb)
RETURNS "public"."ticket"
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ''
AS $$
-- A step as the caller takes it: rights, the lock of the row, rights again, how often, the step.
#variable_conflict use_variable
DECLARE
  _row "public"."ticket";
  _answer "public"."ticket";
  _system boolean := writ.acts_as_system();
BEGIN
  SELECT _found.* INTO _row FROM "public"."ticket" AS _found WHERE _found.id = _id;
  IF NOT _system THEN PERFORM "writ"."may_start_ticket.finish"(_row); END IF;
  SELECT _found.* INTO _row FROM "public"."ticket" AS _found WHERE _found.id = _id FOR NO KEY UPDATE;
  IF NOT _system THEN PERFORM "writ"."may_start_ticket.finish"(_row); END IF;
  IF NOT _system THEN PERFORM "writ"."before_ticket.finish"(_row); END IF;
  PERFORM "writ"."do_ticket.finish"(_id, _asked, NOT _system);
  SELECT _found.* INTO _row FROM "public"."ticket" AS _found WHERE _found.id = _id;
  IF NOT _system AND "writ"."may_read_ticket"(_row) IS NOT TRUE THEN RETURN NULL; END IF;
  SELECT _seen.* INTO _answer FROM "public"."ticket" AS _seen WHERE _seen.id = _id;
  RETURN _answer;
END
$$;
REVOKE ALL ON FUNCTION "writ"."ask_ticket.finish"(uuid, jsonb) FROM PUBLIC, anon, authenticated, service_role;
COMMENT ON FUNCTION "writ"."ask_ticket.finish"(uuid, jsonb) IS '4/Ticket/Finish';

CREATE OR REPLACE FUNCTION "public"."ticket_finish"("id" uuid)
RETURNS "public"."ticket"
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = ''
AS $$
  SELECT * FROM "writ"."ask_ticket.finish"($1, jsonb_strip_nulls('{}'::jsonb))
$$;
REVOKE ALL ON FUNCTION "public"."ticket_finish"(uuid) FROM PUBLIC, anon, authenticated, service_role;
GRANT EXECUTE ON FUNCTION "public"."ticket_finish"(uuid) TO anon, authenticated, service_role;
COMMENT ON FUNCTION "public"."ticket_finish"(uuid) IS '4/Ticket/Finish';

CREATE OR REPLACE FUNCTION "writ"."effect_ticket_2"("given" "public"."ticket", "was" "public"."ticket")
RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ''
AS $$
-- What follows from a change of a row.
#variable_conflict use_variable
DECLARE
  _fresh "public"."ticket";
  _id uuid;
BEGIN
  SELECT _now.* INTO _fresh FROM "public"."ticket" AS _now WHERE _now.id = given.id;
  IF FOUND THEN given := _fresh; END IF;
  IF (given."created_by" IS NOT NULL) IS TRUE THEN
    PERFORM writ.enqueue(
      'mail',
      'done',
      (
        jsonb_build_object(
          'entity', 'ticket',
          'row', given.id,
          'to', _reached.recipient,
          'values', (
            jsonb_build_object(
              '', (
                jsonb_build_object(
                  'subject', (jsonb_build_array(to_jsonb(given."title"))),
                  'text', (jsonb_build_array(to_jsonb(given."minutes_spent")))
                )
              )
            )
          )
        )
      ),
      '4/Effects/Ticket/Finish/mail done'
    )
    FROM (
      SELECT DISTINCT jsonb_build_object('person', _to.one)
      FROM (SELECT given."created_by") AS _to (one)
      WHERE _to.one IS NOT NULL
    ) AS _reached (recipient);
  END IF;
END
$$;
REVOKE ALL ON FUNCTION "writ"."effect_ticket_2"("public"."ticket", "public"."ticket")
  FROM PUBLIC, anon, authenticated, service_role;
COMMENT ON FUNCTION "writ"."effect_ticket_2"("public"."ticket", "public"."ticket") IS '4/Effects/Ticket/Finish/mail done';

CREATE OR REPLACE FUNCTION "writ"."rule_ticket.high_is_due"("given" "public"."ticket", "before" "public"."ticket")
RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = ''
AS $$
-- Whether the rule holds.
BEGIN
  RETURN CASE WHEN (given."severity" = 'high') THEN (given."due_on" IS NOT NULL) ELSE true END;
END
$$;
REVOKE ALL ON FUNCTION "writ"."rule_ticket.high_is_due"("public"."ticket", "public"."ticket")
  FROM PUBLIC, anon, authenticated, service_role;
COMMENT ON FUNCTION "writ"."rule_ticket.high_is_due"("public"."ticket", "public"."ticket") IS '5/Ticket/High is due';

CREATE OR REPLACE FUNCTION "public"."assignee"("given" "public"."ticket")
RETURNS SETOF "public"."_person" ROWS 1
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ''
AS $$
  SELECT person."id", person."name"
  FROM "public"."ticket" AS _kept
    JOIN "public"."user" AS person ON person."id" = _kept."assignee"
  WHERE _kept."id" = ($1)."id"
    AND (
      ("writ"."may_read_ticket"(_kept))
      OR (
        SELECT r.rolsuper OR r.rolbypassrls
        FROM pg_catalog.pg_roles AS r
        WHERE r.rolname = COALESCE(NULLIF(current_setting('role'), 'none'), session_user)
      )
    )
$$;
REVOKE ALL ON FUNCTION "public"."assignee"("public"."ticket") FROM PUBLIC, anon, authenticated, service_role;
GRANT EXECUTE ON FUNCTION "public"."assignee"("public"."ticket") TO anon, authenticated, service_role;
COMMENT ON FUNCTION "public"."assignee"("public"."ticket") IS '3/Ticket/Assignee';

CREATE OR REPLACE FUNCTION "public"."created_by"("given" "public"."ticket")
RETURNS SETOF "public"."_person" ROWS 1
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ''
AS $$
  SELECT person."id", person."name"
  FROM "public"."ticket" AS _kept
    JOIN "public"."user" AS person ON person."id" = _kept."created_by"
  WHERE _kept."id" = ($1)."id"
    AND (
      ("writ"."may_read_ticket"(_kept))
      OR (
        SELECT r.rolsuper OR r.rolbypassrls
        FROM pg_catalog.pg_roles AS r
        WHERE r.rolname = COALESCE(NULLIF(current_setting('role'), 'none'), session_user)
      )
    )
$$;
REVOKE ALL ON FUNCTION "public"."created_by"("public"."ticket") FROM PUBLIC, anon, authenticated, service_role;
GRANT EXECUTE ON FUNCTION "public"."created_by"("public"."ticket") TO anon, authenticated, service_role;
COMMENT ON FUNCTION "public"."created_by"("public"."ticket") IS '3/Ticket';

CREATE OR REPLACE FUNCTION "public"."updated_by"("given" "public"."ticket")
RETURNS SETOF "public"."_person" ROWS 1
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ''
AS $$
  SELECT person."id", person."name"
  FROM "public"."ticket" AS _kept
    JOIN "public"."user" AS person ON person."id" = _kept."updated_by"
  WHERE _kept."id" = ($1)."id"
    AND (
      ("writ"."may_read_ticket"(_kept))
      OR (
        SELECT r.rolsuper OR r.rolbypassrls
        FROM pg_catalog.pg_roles AS r
        WHERE r.rolname = COALESCE(NULLIF(current_setting('role'), 'none'), session_user)
      )
    )
$$;
REVOKE ALL ON FUNCTION "public"."updated_by"("public"."ticket") FROM PUBLIC, anon, authenticated, service_role;
GRANT EXECUTE ON FUNCTION "public"."updated_by"("public"."ticket") TO anon, authenticated, service_role;
COMMENT ON FUNCTION "public"."updated_by"("public"."ticket") IS '3/Ticket';

CREATE OR REPLACE FUNCTION "writ_policies"."may_look"("topic" text)
RETURNS boolean
LANGUAGE sql STABLE SECURITY INVOKER SET search_path = ''
AS $$
  SELECT auth.uid() IS NOT NULL
    AND CASE split_part($1, ':', 2)
      WHEN 'user'
        THEN EXISTS (
          SELECT FROM "public"."user" AS one
          WHERE one."id" = (
            SELECT CASE
              WHEN split_part($1, ':', 3) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
                THEN split_part($1, ':', 3)::uuid
            END
          )
        )
      WHEN 'ticket'
        THEN EXISTS (
          SELECT FROM "public"."ticket" AS one
          WHERE one."id" = (
            SELECT CASE
              WHEN split_part($1, ':', 3) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
                THEN split_part($1, ':', 3)::uuid
            END
          )
        )
      ELSE false
    END
$$;
REVOKE ALL ON FUNCTION "writ_policies"."may_look"(text) FROM PUBLIC, anon, authenticated, service_role;
GRANT EXECUTE ON FUNCTION "writ_policies"."may_look"(text) TO anon, authenticated;
COMMENT ON FUNCTION "writ_policies"."may_look"(text) IS '6';

CREATE OR REPLACE FUNCTION "writ"."may_create_ticket"("given" "public"."ticket")
RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ''
AS $$
  -- Whether the caller may.
  SELECT (((SELECT auth.uid()) IS NOT NULL) OR (SELECT writ.was_given_role('mechanic'))) IS TRUE
$$;
REVOKE ALL ON FUNCTION "writ"."may_create_ticket"("public"."ticket") FROM PUBLIC, anon, authenticated, service_role;
COMMENT ON FUNCTION "writ"."may_create_ticket"("public"."ticket") IS '6/Ticket/create';

CREATE OR REPLACE FUNCTION "writ"."why_create_ticket"("given" "public"."ticket")
RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ''
AS $$
  -- The code to refuse with.
  SELECT CASE WHEN auth.uid() IS NULL THEN 'NOT_SIGNED_IN' ELSE 'FORBIDDEN' END
$$;
REVOKE ALL ON FUNCTION "writ"."why_create_ticket"("public"."ticket") FROM PUBLIC, anon, authenticated, service_role;
COMMENT ON FUNCTION "writ"."why_create_ticket"("public"."ticket") IS '6/Ticket/create';

CREATE OR REPLACE FUNCTION "writ"."may_read_ticket"("given" "public"."ticket")
RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ''
AS $$
  -- Whether the caller may.
  SELECT (
    (
      (SELECT auth.uid()) IS NOT NULL
      AND ((SELECT auth.uid()) IS NOT NULL AND COALESCE(given."created_by" = (SELECT auth.uid()), false))
    )
    OR (SELECT writ.was_given_role('mechanic'))
  ) IS TRUE
$$;
REVOKE ALL ON FUNCTION "writ"."may_read_ticket"("public"."ticket") FROM PUBLIC, anon, authenticated, service_role;
COMMENT ON FUNCTION "writ"."may_read_ticket"("public"."ticket") IS '6/Ticket/read';

CREATE OR REPLACE FUNCTION "writ"."who_read_ticket"("given" "public"."ticket", "people" uuid[])
RETURNS uuid[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ''
AS $$
  -- Which of these people may.
  SELECT ARRAY(
    SELECT _person."id"
    FROM unnest($2) AS _person("id")
    WHERE (
      (
        _person."id" IS NOT NULL
        AND (_person."id" IS NOT NULL AND COALESCE(given."created_by" = _person."id", false))
      )
      OR (
        EXISTS (
          SELECT FROM writ.assigned_role AS _given
          WHERE _given.person = _person."id" AND _given.role = 'mechanic' AND _given.thing IS NULL
        )
      )
    ) IS TRUE
  )
$$;
REVOKE ALL ON FUNCTION "writ"."who_read_ticket"("public"."ticket", uuid[])
  FROM PUBLIC, anon, authenticated, service_role;
COMMENT ON FUNCTION "writ"."who_read_ticket"("public"."ticket", uuid[]) IS '6/Ticket/read';

CREATE OR REPLACE FUNCTION "writ"."may_update_ticket"("given" "public"."ticket")
RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ''
AS $$
  -- Whether the caller may.
  SELECT ((SELECT writ.was_given_role('mechanic')) AND (given."state" = 'open')) IS TRUE
$$;
REVOKE ALL ON FUNCTION "writ"."may_update_ticket"("public"."ticket") FROM PUBLIC, anon, authenticated, service_role;
COMMENT ON FUNCTION "writ"."may_update_ticket"("public"."ticket") IS '6/Ticket/update';

CREATE OR REPLACE FUNCTION "writ"."why_update_ticket"("given" "public"."ticket")
RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ''
AS $$
  -- The code to refuse with.
  SELECT CASE WHEN auth.uid() IS NULL THEN 'NOT_SIGNED_IN' ELSE 'FORBIDDEN' END
$$;
REVOKE ALL ON FUNCTION "writ"."why_update_ticket"("public"."ticket") FROM PUBLIC, anon, authenticated, service_role;
COMMENT ON FUNCTION "writ"."why_update_ticket"("public"."ticket") IS '6/Ticket/update';

CREATE OR REPLACE FUNCTION "writ"."may_delete_ticket"("given" "public"."ticket")
RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ''
AS $$
  -- Whether the caller may.
  SELECT (false) IS TRUE
$$;
REVOKE ALL ON FUNCTION "writ"."may_delete_ticket"("public"."ticket") FROM PUBLIC, anon, authenticated, service_role;
COMMENT ON FUNCTION "writ"."may_delete_ticket"("public"."ticket") IS '6/Ticket/delete';

CREATE OR REPLACE FUNCTION "writ"."why_delete_ticket"("given" "public"."ticket")
RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ''
AS $$
  -- The code to refuse with.
  SELECT CASE WHEN auth.uid() IS NULL THEN 'NOT_SIGNED_IN' ELSE 'FORBIDDEN' END
$$;
REVOKE ALL ON FUNCTION "writ"."why_delete_ticket"("public"."ticket") FROM PUBLIC, anon, authenticated, service_role;
COMMENT ON FUNCTION "writ"."why_delete_ticket"("public"."ticket") IS '6/Ticket/delete';

CREATE OR REPLACE FUNCTION "writ"."may_ticket.finish"("given" "public"."ticket")
RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ''
AS $$
  -- Whether the caller may.
  SELECT (SELECT writ.was_given_role('mechanic')) IS TRUE
$$;
REVOKE ALL ON FUNCTION "writ"."may_ticket.finish"("public"."ticket") FROM PUBLIC, anon, authenticated, service_role;
COMMENT ON FUNCTION "writ"."may_ticket.finish"("public"."ticket") IS '6/Ticket/Finish';

CREATE OR REPLACE FUNCTION "writ"."why_ticket.finish"("given" "public"."ticket")
RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ''
AS $$
  -- The code to refuse with.
  SELECT CASE WHEN auth.uid() IS NULL THEN 'NOT_SIGNED_IN' ELSE 'FORBIDDEN' END
$$;
REVOKE ALL ON FUNCTION "writ"."why_ticket.finish"("public"."ticket") FROM PUBLIC, anon, authenticated, service_role;
COMMENT ON FUNCTION "writ"."why_ticket.finish"("public"."ticket") IS '6/Ticket/Finish';

CREATE OR REPLACE FUNCTION "writ"."sets_create_ticket.severity"("given" "public"."ticket")
RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ''
AS $$
  -- Whether the caller may set the field.
  SELECT (SELECT writ.was_given_role('mechanic')) IS TRUE
$$;
REVOKE ALL ON FUNCTION "writ"."sets_create_ticket.severity"("public"."ticket")
  FROM PUBLIC, anon, authenticated, service_role;
COMMENT ON FUNCTION "writ"."sets_create_ticket.severity"("public"."ticket") IS '6/Ticket/set Severity';

CREATE OR REPLACE FUNCTION "writ"."why_sets_create_ticket.severity"("given" "public"."ticket")
RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ''
AS $$
  -- The code to refuse with.
  SELECT CASE WHEN auth.uid() IS NULL THEN 'NOT_SIGNED_IN' ELSE 'FORBIDDEN' END
$$;
REVOKE ALL ON FUNCTION "writ"."why_sets_create_ticket.severity"("public"."ticket")
  FROM PUBLIC, anon, authenticated, service_role;
COMMENT ON FUNCTION "writ"."why_sets_create_ticket.severity"("public"."ticket") IS '6/Ticket/set Severity';

CREATE OR REPLACE FUNCTION "writ"."sets_update_ticket.severity"("given" "public"."ticket")
RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ''
AS $$
  -- Whether the caller may set the field.
  SELECT (SELECT writ.was_given_role('mechanic')) IS TRUE
$$;
REVOKE ALL ON FUNCTION "writ"."sets_update_ticket.severity"("public"."ticket")
  FROM PUBLIC, anon, authenticated, service_role;
COMMENT ON FUNCTION "writ"."sets_update_ticket.severity"("public"."ticket") IS '6/Ticket/set Severity';

CREATE OR REPLACE FUNCTION "writ"."why_sets_update_ticket.severity"("given" "public"."ticket")
RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ''
AS $$
  -- The code to refuse with.
  SELECT CASE WHEN auth.uid() IS NULL THEN 'NOT_SIGNED_IN' ELSE 'FORBIDDEN' END
$$;
REVOKE ALL ON FUNCTION "writ"."why_sets_update_ticket.severity"("public"."ticket")
  FROM PUBLIC, anon, authenticated, service_role;
COMMENT ON FUNCTION "writ"."why_sets_update_ticket.severity"("public"."ticket") IS '6/Ticket/set Severity';

CREATE OR REPLACE FUNCTION "writ"."narrow_ticket"()
RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = ''
AS $$
-- By which columns the rows that the caller may read are found; NULL where all are.
BEGIN
  RETURN (
    SELECT CASE
      WHEN (SELECT writ.has_role('mechanic')) THEN NULL
      ELSE jsonb_build_object('created_by', to_jsonb(array_remove(ARRAY[(SELECT auth.uid())], NULL)))
    END
  );
END
$$;
REVOKE ALL ON FUNCTION "writ"."narrow_ticket"() FROM PUBLIC, anon, authenticated, service_role;
GRANT EXECUTE ON FUNCTION "writ"."narrow_ticket"() TO anon, authenticated, service_role, writ_client;
COMMENT ON FUNCTION "writ"."narrow_ticket"() IS '6/Ticket/read';

CREATE OR REPLACE FUNCTION "writ"."guard_ticket"()
RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ''
AS $$
-- Before a row is written: what is missing is filled in, rights and values are looked at.
DECLARE
  client boolean := TG_ARGV[0] = 'client';
  given "public"."ticket" := NEW;
  problems jsonb := '[]'::jsonb;
  "_omitted_severity" boolean := false;
  "_own_severity" "public"."ticket"."severity"%TYPE;
BEGIN
  -- Which fields were not named, and which were named as empty.
  IF TG_OP = 'INSERT' THEN
    -- 3/Ticket/Severity
    IF given."severity" = E'\001omitted'::text THEN
      given."severity" := NULL;
      NEW."severity" := NULL;
      "_omitted_severity" := true;
    END IF;
  END IF;
  -- What only the system sets is put aside, and compared below.
  IF TG_OP = 'INSERT' THEN
    -- 4/Ticket
    IF client THEN
      NEW."_state_since" := NULL;
      NEW."_did" := NULL;
    END IF;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    -- 4/Ticket
    IF client THEN
      NEW."_state_since" := OLD."_state_since";
      NEW."_did" := OLD."_did";
    END IF;
  END IF;
  IF TG_OP = 'INSERT' THEN
    -- 3/Ticket
    IF client THEN
      NEW."created_at" := NULL;
      NEW."created_by" := NULL;
      NEW."updated_at" := NULL;
      NEW."updated_by" := NULL;
      NEW."done_at" := NULL;
      NEW."state" := NULL;
    END IF;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    -- 3/Ticket
    IF client THEN
      NEW."id" := OLD."id";
      NEW."created_at" := OLD."created_at";
      NEW."created_by" := OLD."created_by";
      NEW."updated_at" := OLD."updated_at";
      NEW."updated_by" := OLD."updated_by";
      NEW."done_at" := OLD."done_at";
      NEW."state" := OLD."state";
    END IF;
  END IF;
  -- Defaults, numbers, times.
  IF TG_OP IN ('INSERT', 'UPDATE') THEN
    -- 3/Ticket
    NEW.updated_at := writ.now();
    NEW.updated_by := auth.uid();
    IF TG_OP = 'INSERT' THEN
      NEW.id := COALESCE(NEW.id, gen_random_uuid());
      NEW.created_at := COALESCE(NEW.created_at, NEW.updated_at);
      NEW.created_by := COALESCE(NEW.created_by, NEW.updated_by);
      NEW.updated_at := LEAST(NEW.created_at, NEW.updated_at);
    ELSE
      NEW.id := OLD.id;
      NEW.created_at := OLD.created_at;
      NEW.created_by := OLD.created_by;
    END IF;
    -- 3/Ticket/Title
    IF octet_length(NEW."title") <> char_length(NEW."title") THEN
      NEW."title" := normalize(NEW."title", NFC);
    END IF;
  END IF;
  IF TG_OP = 'INSERT' THEN
    -- 3/Ticket/Severity
    "_own_severity" := 'low';
    IF NEW."severity" IS NULL AND "_omitted_severity" THEN
      NEW."severity" := "_own_severity";
    END IF;
    -- 4/Ticket
    NEW."state" := COALESCE(NEW."state", "writ"."start_ticket.state"(NEW));
    NEW."_state_since" := COALESCE(NEW."_state_since", writ.now());
  END IF;
  IF TG_OP = 'UPDATE' THEN
    -- 4/Ticket
    IF NEW."state" IS DISTINCT FROM OLD."state"
      AND NEW."_state_since" IS NOT DISTINCT FROM OLD."_state_since"
    THEN
      NEW."_state_since" := writ.now();
    END IF;
  END IF;
  -- Whether they may.
  IF TG_OP = 'INSERT' THEN
    -- 4/Ticket
    IF client THEN
      IF given."_state_since" IS NOT NULL AND given."_state_since" IS DISTINCT FROM NEW."_state_since" THEN
        problems := problems || writ.problem('FORBIDDEN', '_state_since', '4/Ticket');
      END IF;
      IF given."_did" IS NOT NULL AND given."_did" IS DISTINCT FROM NEW."_did" THEN
        problems := problems || writ.problem('FORBIDDEN', '_did', '4/Ticket');
      END IF;
    END IF;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    -- 4/Ticket
    IF client THEN
      IF given."_state_since" IS DISTINCT FROM OLD."_state_since"
        AND given."_state_since" IS DISTINCT FROM NEW."_state_since"
      THEN
        problems := problems || writ.problem('FORBIDDEN', '_state_since', '4/Ticket');
      END IF;
      IF given."_did" IS DISTINCT FROM OLD."_did" AND given."_did" IS DISTINCT FROM NEW."_did" THEN
        problems := problems || writ.problem('FORBIDDEN', '_did', '4/Ticket');
      END IF;
    END IF;
  END IF;
  IF TG_OP = 'INSERT' THEN
    -- 3/Ticket
    IF client THEN
      IF given."created_at" IS NOT NULL AND given."created_at" IS DISTINCT FROM NEW."created_at" THEN
        problems := problems || writ.problem('FORBIDDEN', 'created_at', '3/Ticket');
      END IF;
      IF given."created_by" IS NOT NULL AND given."created_by" IS DISTINCT FROM NEW."created_by" THEN
        problems := problems || writ.problem('FORBIDDEN', 'created_by', '3/Ticket');
      END IF;
      IF given."updated_at" IS NOT NULL AND given."updated_at" IS DISTINCT FROM NEW."updated_at" THEN
        problems := problems || writ.problem('FORBIDDEN', 'updated_at', '3/Ticket');
      END IF;
      IF given."updated_by" IS NOT NULL AND given."updated_by" IS DISTINCT FROM NEW."updated_by" THEN
        problems := problems || writ.problem('FORBIDDEN', 'updated_by', '3/Ticket');
      END IF;
      IF given."done_at" IS NOT NULL AND given."done_at" IS DISTINCT FROM NEW."done_at" THEN
        problems := problems || writ.problem('FORBIDDEN', 'done_at', '3/Ticket/Done at');
      END IF;
      IF given."state" IS NOT NULL AND given."state" IS DISTINCT FROM NEW."state" THEN
        problems := problems || writ.problem('FORBIDDEN', 'state', '3/Ticket/State');
      END IF;
    END IF;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    -- 3/Ticket
    IF client THEN
      IF given."id" IS DISTINCT FROM OLD."id" AND given."id" IS DISTINCT FROM NEW."id" THEN
        problems := problems || writ.problem('FORBIDDEN', 'id', '3/Ticket');
      END IF;
      IF given."created_at" IS DISTINCT FROM OLD."created_at"
        AND given."created_at" IS DISTINCT FROM NEW."created_at"
      THEN
        problems := problems || writ.problem('FORBIDDEN', 'created_at', '3/Ticket');
      END IF;
      IF given."created_by" IS DISTINCT FROM OLD."created_by"
        AND given."created_by" IS DISTINCT FROM NEW."created_by"
      THEN
        problems := problems || writ.problem('FORBIDDEN', 'created_by', '3/Ticket');
      END IF;
      IF given."updated_at" IS DISTINCT FROM OLD."updated_at"
        AND given."updated_at" IS DISTINCT FROM NEW."updated_at"
      THEN
        problems := problems || writ.problem('FORBIDDEN', 'updated_at', '3/Ticket');
      END IF;
      IF given."updated_by" IS DISTINCT FROM OLD."updated_by"
        AND given."updated_by" IS DISTINCT FROM NEW."updated_by"
      THEN
        problems := problems || writ.problem('FORBIDDEN', 'updated_by', '3/Ticket');
      END IF;
      IF given."done_at" IS DISTINCT FROM OLD."done_at"
        AND given."done_at" IS DISTINCT FROM NEW."done_at"
      THEN
        problems := problems || writ.problem('FORBIDDEN', 'done_at', '3/Ticket/Done at');
      END IF;
      IF given."state" IS DISTINCT FROM OLD."state" AND given."state" IS DISTINCT FROM NEW."state" THEN
        problems := problems || writ.problem('FORBIDDEN', 'state', '3/Ticket/State');
      END IF;
    END IF;
  END IF;
  IF TG_OP = 'INSERT' THEN
    -- 6/Ticket/set Severity
    IF client
      AND (NEW."severity" IS DISTINCT FROM "_own_severity")
      AND NOT "writ"."sets_create_ticket.severity"(NEW)
    THEN
      problems := problems
        || writ.problem("writ"."why_sets_create_ticket.severity"(NEW), 'severity', '6/Ticket/set Severity');
    END IF;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    -- 6/Ticket/set Severity
    IF client
      AND (NEW."severity" IS DISTINCT FROM OLD."severity")
      AND NOT "writ"."sets_update_ticket.severity"(OLD)
    THEN
      problems := problems
        || writ.problem("writ"."why_sets_update_ticket.severity"(OLD), 'severity', '6/Ticket/set Severity');
    END IF;
  END IF;
  IF TG_OP = 'INSERT' THEN
    -- 6/Ticket/create
    IF client AND NOT "writ"."may_create_ticket"(NEW) THEN
      PERFORM writ.refuse(writ.problem("writ"."why_create_ticket"(NEW), NULL, '6/Ticket/create'));
    END IF;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    -- 6/Ticket/update
    IF client AND NOT "writ"."may_update_ticket"(OLD) THEN
      PERFORM writ.refuse(writ.problem("writ"."why_update_ticket"(OLD), NULL, '6/Ticket/update'));
    END IF;
  END IF;
  IF TG_OP = 'DELETE' THEN
    -- 6/Ticket/delete
    IF client AND NOT "writ"."may_delete_ticket"(OLD) THEN
      PERFORM writ.refuse(writ.problem("writ"."why_delete_ticket"(OLD), NULL, '6/Ticket/delete'));
    END IF;
  END IF;
  -- Each field on its own.
  IF TG_OP IN ('INSERT', 'UPDATE') THEN
    -- 3/Ticket/Title
    IF TG_OP = 'INSERT' OR NEW."title" IS DISTINCT FROM OLD."title" THEN
      IF NEW."title" IS NULL
        OR NEW."title" COLLATE "C" ~ E'^[\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]*$'
      THEN
        problems := problems || writ.problem('REQUIRED', 'title', '3/Ticket/Title');
      ELSIF char_length(NEW."title") > 80 THEN
        problems := problems || writ.problem('TOO_LONG', 'title', '3/Ticket/Title');
      END IF;
    END IF;
    -- 3/Ticket/Severity
    IF TG_OP = 'INSERT' OR NEW."severity" IS DISTINCT FROM OLD."severity" THEN
      IF NEW."severity" IS NULL
        OR NEW."severity" COLLATE "C" ~ E'^[\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]*$'
      THEN
        problems := problems || writ.problem('REQUIRED', 'severity', '3/Ticket/Severity');
      ELSIF NEW."severity" NOT IN ('low', 'high') THEN
        problems := problems || writ.problem('INVALID', 'severity', '3/Ticket/Severity');
      END IF;
    END IF;
    -- 3/Ticket/Due on
    IF TG_OP = 'INSERT' OR NEW."due_on" IS DISTINCT FROM OLD."due_on" THEN
      IF NOT (NEW."due_on" BETWEEN date '0001-01-01' AND date '9999-12-31') THEN
        problems := problems || writ.problem('INVALID', 'due_on', '3/Ticket/Due on');
      END IF;
    END IF;
    -- 3/Ticket/Minutes spent
    IF TG_OP = 'INSERT' OR NEW."minutes_spent" IS DISTINCT FROM OLD."minutes_spent" THEN
      IF NOT (NEW."minutes_spent" >= 0 AND NEW."minutes_spent" <= 10000) THEN
        problems := problems || writ.problem('INVALID', 'minutes_spent', '3/Ticket/Minutes spent');
      END IF;
    END IF;
    -- 3/Ticket/Done at
    IF TG_OP = 'INSERT' OR NEW."done_at" IS DISTINCT FROM OLD."done_at" THEN
      IF NOT (
        NEW."done_at" BETWEEN timestamptz '0001-01-01T00:00:00.000Z' AND timestamptz '9999-12-31T23:59:59.999Z'
      ) THEN
        problems := problems || writ.problem('INVALID', 'done_at', '3/Ticket/Done at');
      END IF;
    END IF;
    -- 3/Ticket/State
    IF TG_OP = 'INSERT' OR NEW."state" IS DISTINCT FROM OLD."state" THEN
      IF NEW."state" NOT IN ('open', 'done') THEN
        problems := problems || writ.problem('INVALID', 'state', '3/Ticket/State');
      END IF;
    END IF;
    -- 3/Ticket/Assignee
    IF client
      AND given."assignee" IS NOT NULL
      AND (TG_OP = 'INSERT' OR (NEW."assignee" IS DISTINCT FROM OLD."assignee"))
      AND NOT EXISTS (
        SELECT FROM "public"."user" AS _chosen
        WHERE _chosen.id = NEW."assignee" AND (_chosen.id = auth.uid() OR "writ"."may_read_user"(_chosen))
      )
    THEN
      problems := problems || writ.problem('INVALID', 'assignee', '3/Ticket/Assignee');
    END IF;
    -- 4/Ticket
    IF NEW."state" IS NULL THEN
      problems := problems || writ.problem('INVALID', 'state', '4/Ticket');
    END IF;
  END IF;
  IF TG_OP = 'DELETE' THEN
    -- 3/Ticket
    IF client AND OLD.updated_at = writ.now() THEN
      SET CONSTRAINTS "public"."Rules_create", "public"."Rules_update" IMMEDIATE;
      SET CONSTRAINTS "public"."Rules_create", "public"."Rules_update" DEFERRED;
    END IF;
  END IF;
  IF jsonb_array_length(problems) > 0 THEN PERFORM writ.refuse(problems); END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION "writ"."guard_ticket"() FROM PUBLIC, anon, authenticated, service_role;
COMMENT ON FUNCTION "writ"."guard_ticket"() IS '3/Ticket';

CREATE OR REPLACE FUNCTION "writ"."before_ticket.finish"("given" "public"."ticket")
RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ''
AS $$
-- How often somebody may take the step.
BEGIN
END
$$;
REVOKE ALL ON FUNCTION "writ"."before_ticket.finish"("public"."ticket") FROM PUBLIC, anon, authenticated, service_role;
COMMENT ON FUNCTION "writ"."before_ticket.finish"("public"."ticket") IS '4/Ticket/Finish';

CREATE OR REPLACE FUNCTION "writ"."after_ticket"()
RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ''
AS $$
-- After a row was written: effects, in the order of the document.
DECLARE
  somebody boolean := TG_ARGV[0] = 'somebody';
BEGIN
  IF pg_trigger_depth() > 50 THEN
    PERFORM writ.refuse(
      writ.problem(
        'UNEXPECTED',
        NULL,
        '3/Ticket',
        NULL,
        '{"":"Effects of 3/Ticket followed each other without end."}'::jsonb
      )
    );
  END IF;
  IF TG_OP = 'UPDATE' THEN
    -- 4/Effects/Ticket/Finish/mail done
    IF (CASE WHEN NEW."_did" IS DISTINCT FROM OLD."_did" THEN rtrim(NEW."_did", '!') END) = 'finish' THEN
      PERFORM "writ"."effect_ticket_2"(NEW, OLD);
    END IF;
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION "writ"."after_ticket"() FROM PUBLIC, anon, authenticated, service_role;
COMMENT ON FUNCTION "writ"."after_ticket"() IS '3/Ticket';

CREATE OR REPLACE FUNCTION "writ"."breaks_ticket"("row" "public"."ticket", "old" "public"."ticket", "moment" text)
RETURNS jsonb
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ''
AS $$
-- The rules that a row breaks.
DECLARE
  problems jsonb := '[]'::jsonb;
  listed boolean := moment LIKE 'list %';
BEGIN
  -- 5/Ticket/High is due
  IF moment IN ('create', 'update', 'earlier') THEN
    IF NOT "writ"."rule_ticket.high_is_due"("row", "old") THEN
      problems := problems || writ.problem('NOT_DUE', 'due_on', '5/Ticket/High is due', "row".id);
    END IF;
  END IF;
  RETURN problems;
END
$$;
REVOKE ALL ON FUNCTION "writ"."breaks_ticket"("public"."ticket", "public"."ticket", text)
  FROM PUBLIC, anon, authenticated, service_role;
COMMENT ON FUNCTION "writ"."breaks_ticket"("public"."ticket", "public"."ticket", text) IS '3/Ticket';

CREATE OR REPLACE FUNCTION "writ"."rules_ticket"()
RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ''
AS $$
-- When the transaction ends: the rules, of the row as it is then.
DECLARE
  now_there "public"."ticket";
  moment text := TG_ARGV[0];
  problems jsonb;
BEGIN
  IF TG_OP = 'DELETE' THEN
    now_there := OLD;
  ELSE
    SELECT * INTO now_there FROM "public"."ticket" AS given WHERE given.id = NEW.id;
    IF NOT FOUND THEN RETURN NULL; END IF;
  END IF;
  IF TG_OP = 'INSERT'
    AND now_there.created_at < writ.now()
    AND COALESCE(auth.jwt() ? 'sample' AND NOT auth.jwt() ? 'role', false)
  THEN
    moment := 'earlier';
  END IF;
  problems := "writ"."breaks_ticket"(now_there, OLD, moment);
  IF jsonb_array_length(problems) > 0 THEN
    PERFORM writ.refuse(problems || writ.asked_problems());
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION "writ"."rules_ticket"() FROM PUBLIC, anon, authenticated, service_role;
COMMENT ON FUNCTION "writ"."rules_ticket"() IS '3/Ticket';

CREATE OR REPLACE FUNCTION "writ"."lock_ticket"(
  "given" "public"."ticket"[],
  "moved" "public"."ticket"[] DEFAULT NULL,
  "before" "public"."ticket"[] DEFAULT NULL
)
RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ''
AS $$
-- Locks what rules, guards, effects and rights about these rows read of other rows.
BEGIN
END
$$;
REVOKE ALL ON FUNCTION "writ"."lock_ticket"("public"."ticket"[], "public"."ticket"[], "public"."ticket"[])
  FROM PUBLIC, anon, authenticated, service_role;
COMMENT ON FUNCTION "writ"."lock_ticket"("public"."ticket"[], "public"."ticket"[], "public"."ticket"[]) IS '3/Ticket';

CREATE TRIGGER "guard_client"
  BEFORE INSERT OR UPDATE OR DELETE ON "public"."ticket"
  FOR EACH ROW
  WHEN (current_user IN ('anon', 'authenticated', 'writ_client'))
  EXECUTE FUNCTION "writ"."guard_ticket"('client');
COMMENT ON TRIGGER "guard_client" ON "public"."ticket" IS '3/Ticket';

CREATE TRIGGER "guard_system"
  BEFORE INSERT OR UPDATE OR DELETE ON "public"."ticket"
  FOR EACH ROW
  WHEN (current_user NOT IN ('anon', 'authenticated', 'writ_client'))
  EXECUTE FUNCTION "writ"."guard_ticket"('system');
COMMENT ON TRIGGER "guard_system" ON "public"."ticket" IS '3/Ticket';

CREATE TRIGGER "after_somebody"
  AFTER UPDATE ON "public"."ticket"
  FOR EACH ROW
  WHEN (current_user IN ('anon', 'authenticated', 'service_role', 'writ_client'))
  EXECUTE FUNCTION "writ"."after_ticket"('somebody');
COMMENT ON TRIGGER "after_somebody" ON "public"."ticket" IS '3/Ticket';

CREATE TRIGGER "after_system"
  AFTER UPDATE ON "public"."ticket"
  FOR EACH ROW
  WHEN (current_user NOT IN ('anon', 'authenticated', 'service_role', 'writ_client'))
  EXECUTE FUNCTION "writ"."after_ticket"('system');
COMMENT ON TRIGGER "after_system" ON "public"."ticket" IS '3/Ticket';

CREATE CONSTRAINT TRIGGER "Rules_create"
  AFTER INSERT ON "public"."ticket" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  EXECUTE FUNCTION "writ"."rules_ticket"('create');
COMMENT ON TRIGGER "Rules_create" ON "public"."ticket" IS '3/Ticket';

CREATE CONSTRAINT TRIGGER "Rules_update"
  AFTER UPDATE ON "public"."ticket" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  EXECUTE FUNCTION "writ"."rules_ticket"('update');
COMMENT ON TRIGGER "Rules_update" ON "public"."ticket" IS '3/Ticket';

CREATE POLICY "select_ticket" ON "public"."ticket"
  FOR SELECT TO anon, authenticated, writ_client
  USING (
    (SELECT writ.has_role('mechanic'))
    OR ((SELECT auth.uid()) IS NOT NULL AND ("ticket"."created_by" = (SELECT auth.uid())))
  );
COMMENT ON POLICY "select_ticket" ON "public"."ticket" IS '6/Ticket/read';

CREATE POLICY "insert_ticket" ON "public"."ticket"
  FOR INSERT TO anon, authenticated, writ_client
  WITH CHECK (true);
COMMENT ON POLICY "insert_ticket" ON "public"."ticket" IS '6/Ticket/read';

CREATE POLICY "update_ticket" ON "public"."ticket"
  FOR UPDATE TO anon, authenticated, writ_client
  USING (
    (SELECT writ.has_role('mechanic'))
    OR ((SELECT auth.uid()) IS NOT NULL AND ("ticket"."created_by" = (SELECT auth.uid())))
  )
  WITH CHECK (true);
COMMENT ON POLICY "update_ticket" ON "public"."ticket" IS '6/Ticket/read';

CREATE POLICY "delete_ticket" ON "public"."ticket"
  FOR DELETE TO anon, authenticated, writ_client
  USING (
    (SELECT writ.has_role('mechanic'))
    OR ((SELECT auth.uid()) IS NOT NULL AND ("ticket"."created_by" = (SELECT auth.uid())))
  );
COMMENT ON POLICY "delete_ticket" ON "public"."ticket" IS '6/Ticket/read';

GRANT SELECT, INSERT, UPDATE, DELETE ON "public"."ticket" TO anon, authenticated, service_role;
