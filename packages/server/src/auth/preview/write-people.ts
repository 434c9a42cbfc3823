// People to try a product as, in development: one account for each role that a user can be given and no sample person has.
import { DatabaseError, escapeIdentifier, type ClientBase } from "pg";
import type { Compiled } from "@writ/language";
import { asSample } from "@writ/language/plan";
import { refusedFor } from "../../postgres/refused.ts";
import { allOrNothing } from "../../postgres/connections/transaction.ts";
import { completeStored } from "../../stored/stored.ts";

/** A role of the document for which no person could be made, and why. */
export type MissingPerson = { readonly role: string; readonly why: string };

/**
 * Written once, as samples are, whatever became of them since: who lost a role, or was deleted, stays without it. Only
 * `writ run --sample` does this; addresses of `example.test` have no owner, so no mail and no provider leads to them.
 */
export async function writePeople(client: ClientBase, compiled: Compiled): Promise<readonly MissingPerson[]> {
  const { permissions, constants } = compiled.model;
  // Without a way to sign in there are no accounts, in a preview neither.
  if (constants.settings.signIn.length === 0) return [];
  await completeStored(client);
  const missing: MissingPerson[] = [];
  await allOrNothing(client, async () => {
    await client.query(asSample);
    for (const { name, givenBy, within } of permissions.roles) {
      const isNamed = givenBy.some(({ kind }) => kind === "named at installation");
      const isGiven = isNamed || givenBy.some(({ kind }) => kind === "assigned by");
      // A role that is only assigned within something is assigned in the first thing of the samples.
      const things = isGiven && !isNamed ? within && compiled.lookup.entities.get(within.entity.id) : undefined;
      if (!isGiven && !givenBy.some(({ kind }) => kind === "signed in")) continue;
      // The people of the samples are somebody, and have something: one of them will do.
      if (await isHeldBySample(client, isGiven ? name.id : undefined)) continue;
      await client.query("SAVEPOINT person");
      try {
        const thing = things && (await firstOf(client, things.name.id));
        if (things !== undefined && thing === undefined) {
          missing.push({ role: name.label, why: `there is no ${things.name.label} to hold it in` });
          continue;
        }
        await writePerson(client, name, isGiven, thing);
        await client.query("SET CONSTRAINTS ALL IMMEDIATE");
        await client.query("SET CONSTRAINTS ALL DEFERRED");
      } catch (failure) {
        if (!(failure instanceof DatabaseError)) throw failure;
        await client.query("ROLLBACK TO SAVEPOINT person");
        missing.push({ role: name.label, why: whyOf(failure) });
      }
    }
  });
  return missing;
}

type RoleName = { readonly label: string; readonly id: string };

/** Whether a person of the document's samples has the role; undefined: one that every user has. */
async function isHeldBySample(client: ClientBase, role: string | undefined): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT FROM writ.seeded s JOIN auth.users u ON u.id = s.row_id WHERE s.entity = 'user' AND s.written AND s.key NOT LIKE 'role %' AND u.email IS NOT NULL
       AND ($1::text IS NULL OR EXISTS (SELECT FROM writ.assigned_role a WHERE a.person = u.id AND a.role = $1)) LIMIT 1`,
    [role ?? null],
  );
  return rows.length > 0;
}

/** The first sample, by its key, which is still there. */
async function firstOf(client: ClientBase, entity: string): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT s.row_id AS id FROM writ.seeded s JOIN public.${escapeIdentifier(entity)} one ON one.id = s.row_id WHERE s.entity = $1 ORDER BY s.key LIMIT 1`,
    [entity],
  );
  return rows[0]?.id;
}

/** Fields that the document requires of every user are taken from the first person of its samples. */
async function writePerson(
  client: ClientBase,
  { label, id }: RoleName,
  isGiven: boolean,
  thing: string | undefined,
): Promise<void> {
  // No key of a sample has a space.
  const key = `role ${id}`;
  await client.query("INSERT INTO writ.seeded (entity, key) VALUES ('user', $1) ON CONFLICT DO NOTHING", [key]);
  const { rows } = await client.query<{ id: string }>(
    `WITH claimed AS (UPDATE writ.seeded SET written = true WHERE entity = 'user' AND key = $1 AND NOT written RETURNING row_id),
       asked AS (SELECT COALESCE((SELECT u.raw_user_meta_data FROM auth.users u JOIN writ.seeded s ON s.row_id = u.id AND s.entity = 'user'
         ORDER BY u.created_at, s.key LIMIT 1), '{}') AS said)
     INSERT INTO auth.users (id, email, email_confirmed_at, raw_user_meta_data)
     SELECT claimed.row_id, $2, now(), asked.said || jsonb_build_object('name', $3::text) FROM claimed, asked RETURNING id`,
    [key, `${id}@example.test`, label],
  );
  const person = rows[0]?.id;
  if (person === undefined || !isGiven) return;
  await client.query(
    "INSERT INTO writ.assigned_role (person, role, thing) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    [person, id, thing],
  );
}

/** The document's own words, where it refuses. */
const whyOf = (failure: DatabaseError): string =>
  failure.constraint === "users_email_key" ? "somebody has that address already" : refusedFor(failure).message;
