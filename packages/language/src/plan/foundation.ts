// What every database of Writ has, whatever its document says: who asks, when it is, how a refusal is told, and what waits.
import { sqlRuntime } from "../expression/sql-runtime.ts";
import { asking } from "./foundation/asking.ts";
import { languages } from "./foundation/languages.ts";
import { rates } from "./foundation/rates.ts";
import { refusals } from "./foundation/refusals.ts";

/** Statements that may run again at any time. Everything is named in full, and functions look up nothing by a path. */
export function foundation(timeZone: string): readonly string[] {
  return [
    "CREATE SCHEMA IF NOT EXISTS writ",
    "CREATE SCHEMA IF NOT EXISTS writ_data",
    "REVOKE ALL ON SCHEMA writ, writ_data FROM PUBLIC",
    "GRANT USAGE ON SCHEMA writ TO anon, authenticated, service_role",
    "GRANT USAGE ON SCHEMA public TO anon, authenticated, service_role",
    ...sqlRuntime("writ"),
    ...clock(timeZone),
    ...tables,
    ...refusals,
    ...languages,
    ...rates,
    ...asking,
  ];
}

/**
 * One instant for a whole transaction, to the millisecond as everywhere. Only a scratch copy has a row in writ.clock:
 * a setting would be anybody's to change.
 */
const clock = (timeZone: string): readonly string[] => [
  "CREATE TABLE IF NOT EXISTS writ.clock (one boolean PRIMARY KEY DEFAULT true CHECK (one), moves interval NOT NULL)",
  `CREATE OR REPLACE FUNCTION writ.now() RETURNS timestamptz LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS
    $$ SELECT date_trunc('milliseconds', transaction_timestamp() + COALESCE((SELECT moves FROM writ.clock), interval '0')) $$`,
  `CREATE OR REPLACE FUNCTION writ.today() RETURNS date LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS
    $$ SELECT (writ.now() AT TIME ZONE '${timeZone.replaceAll("'", "''")}')::date $$`,
];

const tables: readonly string[] = [
  // Every error that can be met: built in, or of section 8. By language; '' is the document's first.
  "CREATE TABLE IF NOT EXISTS writ.error (code text PRIMARY KEY, status integer NOT NULL, message jsonb NOT NULL, not_shown text)",
  // Roles that people were given, and by whom.
  `CREATE TABLE IF NOT EXISTS writ.assigned_role (person uuid NOT NULL, role text NOT NULL, given_by uuid,
    given_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (person, role))`,
  // What is to happen after the transaction: mails, notifications, calls. Drained by the server, at least once.
  `CREATE TABLE IF NOT EXISTS writ.outbox (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, kind text NOT NULL, name text NOT NULL,
    payload jsonb NOT NULL, clause text NOT NULL, made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    due_at timestamptz NOT NULL DEFAULT clock_timestamp(), tries integer NOT NULL DEFAULT 0, failure text, done_at timestamptz)`,
  "CREATE INDEX IF NOT EXISTS outbox_due ON writ.outbox (due_at) WHERE done_at IS NULL",
  // The last number of each sequence, in each scope.
  "CREATE TABLE IF NOT EXISTS writ.sequence (name text, scope text, last bigint NOT NULL, PRIMARY KEY (name, scope))",
  // What happened to rows of entities whose history is kept. Only ever appended to.
  `CREATE TABLE IF NOT EXISTS writ.history (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, entity text NOT NULL, row_id uuid NOT NULL,
    event text NOT NULL, changes jsonb NOT NULL, person uuid, happened_at timestamptz NOT NULL)`,
  "CREATE INDEX IF NOT EXISTS history_row ON writ.history (entity, row_id, id)",
  // Seeds that were written once: a key is never written again, nor revived.
  "CREATE TABLE IF NOT EXISTS writ.seeded (entity text, key text, row_id uuid NOT NULL, PRIMARY KEY (entity, key))",
  // What names of the document are called in other languages.
  "CREATE TABLE IF NOT EXISTS writ.word (word text, language text, said text NOT NULL, PRIMARY KEY (word, language))",
  // When somebody last did what a rate counts.
  "CREATE TABLE IF NOT EXISTS writ.rate (name text, subject text, times timestamptz[] NOT NULL, PRIMARY KEY (name, subject))",
  // What a native constraint says when it is broken: a code of the catalogue, for the server, which knows its name.
  "CREATE TABLE IF NOT EXISTS writ.constraint_error (name text PRIMARY KEY, code text NOT NULL, field text, clause text NOT NULL)",
  // One row per entity that some rule reads as a whole: locked in place of all its rows.
  "CREATE TABLE IF NOT EXISTS writ.lock (entity text PRIMARY KEY)",
];
