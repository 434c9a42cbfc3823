// What every database of Writ has, whatever its document says: who asks, when it is, how a refusal is told, and what waits.
import { schedules } from "./schedules.ts";
import { sqlRuntime } from "../../expression/sql/sql-runtime.ts";
import { asking } from "./asking.ts";
import { awaiting } from "./awaiting.ts";
import { extensions } from "./extensions.ts";
import { files } from "./files.ts";
import { inbox } from "./inbox.ts";
import { languages } from "./languages.ts";
import { rates } from "./rates.ts";
import { readingBack } from "./reading-back.ts";
import { refusals } from "./refusals.ts";
import { surroundings } from "./surroundings.ts";

/** Sequence numbers are sorted by it: 2 before 10, A-2 before A-10. A PostgreSQL without ICU sorts them as texts. */
const byNumber = `DO $$ BEGIN
  IF to_regcollation('writ.by_number') IS NULL THEN
    BEGIN
      CREATE COLLATION writ.by_number (provider = icu, locale = 'und-u-kn-true');
    EXCEPTION WHEN feature_not_supported THEN
      CREATE COLLATION writ.by_number FROM "C";
    END;
  END IF;
END $$`;

/** Statements that may run again at any time. Everything is named in full, and functions look up nothing by a path. */
export function foundation(timeZone: string): readonly string[] {
  return [
    ...surroundings,
    "CREATE SCHEMA IF NOT EXISTS writ",
    "CREATE SCHEMA IF NOT EXISTS writ_data",
    // Policies know what is in it without its name: no role may name it.
    "CREATE SCHEMA IF NOT EXISTS writ_policies",
    "REVOKE ALL ON SCHEMA writ, writ_data, writ_policies FROM PUBLIC",
    "GRANT USAGE ON SCHEMA writ, public TO anon, authenticated, service_role, writ_client, writ_keeper",
    // Whoever writes through a view does it as this role. Nobody else can name a table there.
    "GRANT USAGE ON SCHEMA writ_data TO writ_client, writ_keeper",
    byNumber,
    ...extensions,
    ...sqlRuntime("writ"),
    ...clock(timeZone),
    ...tables,
    ...helpers,
    ...refusals,
    ...languages,
    ...rates,
    ...asking,
    ...awaiting,
    ...readingBack,
    ...files,
    ...waiting,
    ...inbox,
    ...schedules,
    // Last, so that it closes all that is above.
    ...closed,
  ];
}

/**
 * One instant for a whole transaction, to the millisecond as everywhere. Only a scratch copy has a row in writ.clock, which
 * moves the clock or lets it stand: a setting would be anybody's to change.
 */
const clock = (timeZone: string): readonly string[] => [
  "CREATE TABLE IF NOT EXISTS writ.clock (one boolean PRIMARY KEY DEFAULT true CHECK (one), moves interval NOT NULL)",
  "ALTER TABLE writ.clock ADD COLUMN IF NOT EXISTS stands timestamptz",
  `CREATE OR REPLACE FUNCTION writ.now() RETURNS timestamptz LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS
    $$ SELECT date_trunc('milliseconds', COALESCE((SELECT COALESCE(stands, transaction_timestamp() + moves) FROM writ.clock), transaction_timestamp())) $$`,
  `CREATE OR REPLACE FUNCTION writ.today() RETURNS date LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS
    $$ SELECT (writ.now() AT TIME ZONE '${timeZone.replaceAll("'", "''")}')::date $$`,
];

const tables: readonly string[] = [
  // Every error that can be met: built in, or of section 8. By language; '' is the document's first.
  "CREATE TABLE IF NOT EXISTS writ.error (code text PRIMARY KEY, status integer NOT NULL, message jsonb NOT NULL, not_shown text)",
  // Roles that people were given, in which thing where they are held within something, and by whom.
  `CREATE TABLE IF NOT EXISTS writ.assigned_role (person uuid NOT NULL, role text NOT NULL, thing uuid, given_by uuid,
    given_at timestamptz NOT NULL DEFAULT now())`,
  // Where it was made before roles were given in things, nobody has one twice still.
  "ALTER TABLE writ.assigned_role ADD COLUMN IF NOT EXISTS thing uuid",
  "ALTER TABLE writ.assigned_role DROP CONSTRAINT IF EXISTS assigned_role_pkey",
  "CREATE UNIQUE INDEX IF NOT EXISTS assigned_role_once ON writ.assigned_role (person, role, thing) NULLS NOT DISTINCT",
  "CREATE INDEX IF NOT EXISTS assigned_role_thing ON writ.assigned_role (thing) WHERE thing IS NOT NULL",
  // Who was given a role or lost it, when and by whom. Only ever appended to.
  `CREATE TABLE IF NOT EXISTS writ.role_change (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, person uuid NOT NULL, role text NOT NULL,
    event text NOT NULL CHECK (event IN ('given', 'removed')), by_person uuid, happened_at timestamptz NOT NULL)`,
  "ALTER TABLE writ.role_change ADD COLUMN IF NOT EXISTS thing uuid",
  // What is to happen after the transaction: mails, notifications, calls. Drained by the server, at least once.
  `CREATE TABLE IF NOT EXISTS writ.outbox (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, kind text NOT NULL, name text NOT NULL,
    payload jsonb NOT NULL, clause text NOT NULL, made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    due_at timestamptz NOT NULL DEFAULT clock_timestamp(), tries integer NOT NULL DEFAULT 0, failure text, done_at timestamptz)`,
  // Whose doing it was; nobody's where time or code of the system did it.
  "ALTER TABLE writ.outbox ADD COLUMN IF NOT EXISTS by_person uuid",
  // Which server has taken it and not written down what became of it.
  "ALTER TABLE writ.outbox ADD COLUMN IF NOT EXISTS claimed_by integer",
  "CREATE INDEX IF NOT EXISTS outbox_due ON writ.outbox (due_at) WHERE done_at IS NULL",
  // The last number of each sequence, in each scope.
  "CREATE TABLE IF NOT EXISTS writ.sequence (name text, scope text, last bigint NOT NULL, PRIMARY KEY (name, scope))",
  // What happened to rows of entities whose history is kept. Only ever appended to.
  `CREATE TABLE IF NOT EXISTS writ.history (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, entity text NOT NULL, row_id uuid NOT NULL,
    event text NOT NULL, changes jsonb NOT NULL, person uuid, happened_at timestamptz NOT NULL)`,
  "CREATE INDEX IF NOT EXISTS history_row ON writ.history (entity, row_id, id)",
  // What wrote where nobody did: the code of a call, which is named, a timer, or the sample.
  "ALTER TABLE writ.history ADD COLUMN IF NOT EXISTS through text, ADD COLUMN IF NOT EXISTS call text",
  // Seeds that were written once: a key is never written again, nor revived.
  // Keys may name each other in a circle, so an id is there before its row is written.
  `CREATE TABLE IF NOT EXISTS writ.seeded (entity text, key text, row_id uuid NOT NULL DEFAULT gen_random_uuid(),
    written boolean NOT NULL DEFAULT false, PRIMARY KEY (entity, key))`,
  // Every document that was applied, with what it made and what was then found: plans start from the last one.
  `CREATE TABLE IF NOT EXISTS writ.applied (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    title text NOT NULL, source text NOT NULL, foundation text NOT NULL, objects jsonb NOT NULL, steps jsonb NOT NULL, found jsonb NOT NULL)`,
  // What the server has to know of the document that no table says.
  "CREATE TABLE IF NOT EXISTS writ.product (one boolean PRIMARY KEY DEFAULT true CHECK (one), says jsonb NOT NULL)",
  // What names of the document are called in other languages.
  "CREATE TABLE IF NOT EXISTS writ.word (word text, language text, said text NOT NULL, PRIMARY KEY (word, language))",
  // When somebody last did what a rate counts.
  "CREATE TABLE IF NOT EXISTS writ.rate (name text, subject text, times timestamptz[] NOT NULL, PRIMARY KEY (name, subject))",
  // One row per entity that some rule reads as a whole: locked in place of all its rows.
  "CREATE TABLE IF NOT EXISTS writ.lock (entity text PRIMARY KEY)",
];

/** What guards of all tables ask; nobody else may. */
const helpers: readonly string[] = [
  // The next number of a sequence: the counter's row is locked until the transaction ends, so none is lost or given twice.
  `CREATE OR REPLACE FUNCTION writ.next_number(name text, scope text) RETURNS bigint LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = '' AS
    $$ INSERT INTO writ.sequence AS s (name, scope, last) VALUES ($1, $2, 1) ON CONFLICT ON CONSTRAINT sequence_pkey DO UPDATE SET last = s.last + 1 RETURNING last $$`,
  "REVOKE ALL ON FUNCTION writ.next_number(text, text) FROM PUBLIC",
  // Random places out of an alphabet. The first six bytes of such an id are all chance; a remainder of 48 bits favours nothing.
  `CREATE OR REPLACE FUNCTION writ.random_places(alphabet text, places integer) RETURNS text LANGUAGE sql VOLATILE SET search_path = '' AS
    $$ SELECT string_agg(substr(alphabet, 1 + (('x' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 12))::bit(48)::bigint % length(alphabet))::integer, 1), '' ORDER BY place)
      FROM generate_series(1, places) AS place $$`,
  "REVOKE ALL ON FUNCTION writ.random_places(text, integer) FROM PUBLIC",
  // A list of different values, none of them empty.
  `CREATE OR REPLACE FUNCTION writ.is_set(list anyarray) RETURNS boolean LANGUAGE sql IMMUTABLE SET search_path = '' AS
    $$ SELECT COALESCE(array_ndims(list), 1) = 1 AND cardinality(list) = (SELECT count(DISTINCT item) FROM unnest(list) AS item) $$`,
  "REVOKE ALL ON FUNCTION writ.is_set(anyarray) FROM PUBLIC",
  // The row of a key: one that is about to be written, or that is there still.
  `CREATE OR REPLACE FUNCTION writ.seed_id(entity text, key text, rows regclass) RETURNS uuid LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = '' AS $$
    DECLARE
      found record;
      is_there boolean;
    BEGIN
      INSERT INTO writ.seeded (entity, key) VALUES ($1, $2) ON CONFLICT DO NOTHING;
      SELECT s.row_id, s.written INTO found FROM writ.seeded s WHERE s.entity = $1 AND s.key = $2;
      IF NOT found.written THEN RETURN found.row_id; END IF;
      EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE id = $1)', rows) INTO is_there USING found.row_id;
      RETURN CASE WHEN is_there THEN found.row_id END;
    END $$`,
  "REVOKE ALL ON FUNCTION writ.seed_id(text, text, regclass) FROM PUBLIC",
];

/**
 * PostgreSQL lets everybody call a new function. Here nobody may, but what stands in policies and stored values: time,
 * and the arithmetic of expressions. What slices make says itself who calls it.
 */
const askedByPolicies = [
  "now()",
  "today()",
  "divide(numeric, numeric, integer)",
  "add_days(date, numeric)",
  "add_time(timestamptz, numeric)",
  "slug(text)",
  "was_written(uuid)",
  "file_row(text)",
];
const closed: readonly string[] = [
  "REVOKE ALL ON ALL FUNCTIONS IN SCHEMA writ FROM PUBLIC",
  ...askedByPolicies.map(
    (name) => `GRANT EXECUTE ON FUNCTION writ.${name} TO anon, authenticated, service_role, writ_client, writ_keeper`,
  ),
];

/** What waits for its time, and what waits to be done outside of the database. Nobody but the system may call any of it. */
const waiting: readonly string[] = [
  // The moment of a row that an effect has followed: the same moment is never followed twice.
  `CREATE TABLE IF NOT EXISTS writ.fired (timer text, row_id uuid, moment timestamptz NOT NULL, PRIMARY KEY (timer, row_id))`,
  // Rows whose timer could not be done, why, and when it is tried again.
  `CREATE TABLE IF NOT EXISTS writ.timer_failure (timer text, row_id uuid, tries integer NOT NULL DEFAULT 1, next_at timestamptz NOT NULL,
    failure text NOT NULL, clause text NOT NULL, PRIMARY KEY (timer, row_id))`,
  // A minute at first, then twice as long each time, at most a day.
  `CREATE OR REPLACE FUNCTION writ.timer_failed(timer text, row_id uuid, failure text, clause text) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = '' AS $$
    INSERT INTO writ.timer_failure AS known (timer, row_id, next_at, failure, clause) VALUES ($1, $2, writ.now() + interval '1 minute', $3, $4)
    ON CONFLICT ON CONSTRAINT timer_failure_pkey DO UPDATE SET tries = known.tries + 1, failure = excluded.failure, clause = excluded.clause,
      next_at = writ.now() + LEAST(interval '1 minute' * 2 ^ LEAST(known.tries, 11), interval '1 day') $$`,
  `CREATE OR REPLACE FUNCTION writ.enqueue(kind text, name text, payload jsonb, clause text) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = '' AS
    $$ INSERT INTO writ.outbox (kind, name, payload, clause, by_person) VALUES ($1, $2, $3, $4, auth.uid()) $$`,
  // The role of the connection: no client can take that of the service, whatever it claims to be.
  `CREATE OR REPLACE FUNCTION writ.acts_as_system() RETURNS boolean LANGUAGE sql STABLE SET search_path = '' AS
    $$ SELECT COALESCE(NULLIF(current_setting('role', true), 'none'), session_user) = 'service_role' $$`,
  ...["timer_failed(text, uuid, text, text)", "enqueue(text, text, jsonb, text)", "acts_as_system()"].map(
    (name) => `REVOKE ALL ON FUNCTION writ.${name} FROM PUBLIC`,
  ),
];
