// What becomes of an account: made, confirmed, taken over by the owner of the address.
import type { ClientBase } from "pg";
import type { Fields } from "../request.ts";
import { findAccount, type Account } from "./account.ts";
import { giveNamedRoles } from "./named-roles.ts";
import { endSessions } from "./sessions.ts";

export type NewAccount = {
  readonly id?: string | undefined;
  readonly email?: string | undefined;
  readonly isConfirmed: boolean;
  readonly password?: string | undefined;
  readonly userData?: Fields | undefined;
  readonly appData?: Fields | undefined;
  readonly isAnonymous?: boolean;
};

/** The document's guards check it as it is inserted and refuse it in the document's words. */
export async function makeAccount(client: ClientBase, made: NewAccount): Promise<Account> {
  const { id, email, isConfirmed, password, userData = {}, appData, isAnonymous = false } = made;
  const provider = email === undefined ? {} : { provider: "email", providers: ["email"] };
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO auth.users (id, email, email_confirmed_at, encrypted_password, raw_user_meta_data, raw_app_meta_data, is_anonymous)
     VALUES (COALESCE($1::uuid, gen_random_uuid()), $2, CASE WHEN $3 THEN now() END, $4, $5, $6, $7) RETURNING id`,
    [id ?? null, email ?? null, isConfirmed, password ?? null, userData, { ...provider, ...appData }, isAnonymous],
  );
  const user = rows[0]?.id ?? "";
  if (email !== undefined) await keepEmailIdentity(client, user, email, isConfirmed);
  if (email !== undefined && isConfirmed) await giveNamedRoles(client, email);
  return needAccount(client, user);
}

/** What waits for the end of the transaction speaks now. */
export async function askAll(client: ClientBase): Promise<void> {
  await client.query("SET CONSTRAINTS ALL IMMEDIATE");
  await client.query("SET CONSTRAINTS ALL DEFERRED");
}

/**
 * What the document would say to a new account with this data; nothing of it stays. Asked for an address that has an
 * account already, so that a refusal does not tell the two apart.
 */
export async function tryAccount(client: ClientBase, userData: Fields): Promise<void> {
  await client.query("SAVEPOINT tried");
  await makeAccount(client, { email: `${crypto.randomUUID()}@tried.invalid`, isConfirmed: false, userData });
  await askAll(client);
  await client.query("ROLLBACK TO SAVEPOINT tried");
}

export async function needAccount(client: ClientBase, id: string): Promise<Account> {
  const account = await findAccount(client, "id", id);
  if (account === undefined) throw new Error("an account that is there");
  return account;
}

export async function keepEmailIdentity(
  client: ClientBase,
  user: string,
  email: string,
  isVerified: boolean,
): Promise<void> {
  const data = { sub: user, email, email_verified: isVerified, phone_verified: false };
  await client.query(
    `INSERT INTO auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at) VALUES ($1, 'email', $2::jsonb ->> 'sub', $2, now())
     ON CONFLICT (provider, provider_id) DO UPDATE SET identity_data = excluded.identity_data, updated_at = now()`,
    [user, data],
  );
}

/** The address is shown to be theirs. Everything that counts on an address counts from now on. */
export async function confirmAddress(client: ClientBase, { user }: Account): Promise<void> {
  if (user.email === null) throw new Error("an address that is confirmed");
  await client.query(
    "UPDATE auth.users SET email_confirmed_at = COALESCE(email_confirmed_at, now()), is_anonymous = false, updated_at = now() WHERE id = $1",
    [user.id],
  );
  await client.query(
    "UPDATE auth.identities SET identity_data = identity_data || '{\"email_verified\": true}', updated_at = now() WHERE user_id = $1 AND provider = 'email'",
    [user.id],
  );
  await giveNamedRoles(client, user.email);
}

/**
 * No confirmation is asked for here. Clients learn that they are in, and nothing relies on the address because of it.
 */
export async function letIn(client: ClientBase, { user }: Account): Promise<void> {
  await client.query("UPDATE auth.users SET let_in_at = now() WHERE id = $1", [user.id]);
}

/**
 * A user shows that an unconfirmed address is theirs. The person who made the account may have typed another's address
 * on purpose, to be let in later: their password, factors, linked identities and devices end here.
 */
export async function takeOver(client: ClientBase, { user }: Account): Promise<void> {
  if (user.email_confirmed_at !== null) return;
  await client.query("UPDATE auth.users SET encrypted_password = NULL WHERE id = $1", [user.id]);
  await client.query("DELETE FROM auth.identities WHERE user_id = $1 AND provider <> 'email'", [user.id]);
  await client.query("DELETE FROM auth.mfa_factors WHERE user_id = $1", [user.id]);
  await endSessions(client, user.id);
}

/** In `app_metadata` stands how an account is entered. */
export async function keepProviders(client: ClientBase, user: string): Promise<void> {
  await client.query(
    `UPDATE auth.users u SET updated_at = now(), raw_app_meta_data = u.raw_app_meta_data || COALESCE(
       (SELECT jsonb_build_object('provider', (array_agg(i.provider ORDER BY i.created_at, i.id))[1], 'providers', jsonb_agg(DISTINCT i.provider))
        FROM auth.identities i WHERE i.user_id = u.id HAVING count(*) > 0), '{}') WHERE u.id = $1`,
    [user],
  );
}
