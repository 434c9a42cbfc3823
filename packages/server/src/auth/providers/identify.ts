// Whose account a provider's person is: one that has this identity, one that shares a confirmed address, or a new one.
import type { ClientBase } from "pg";
import { AuthRefusal, emailExists } from "../refusal.ts";
import type { AuthRequest, Fields } from "../request.ts";
import type { AuthService } from "../service.ts";
import { findAccount, isBanned } from "../accounts/account.ts";
import { confirmAddress, keepProviders, makeAccount, needAccount, takeOver } from "../accounts/changes.ts";
import { audit } from "../accounts/audit.ts";
import { banned } from "../accounts/sessions.ts";

export type ProvidedPerson = {
  readonly provider: string;
  readonly id: string;
  readonly email: string | undefined;
  /** The provider has made certain that the address is theirs. */
  readonly isVerified: boolean;
  readonly data: Fields;
};

/** A signed-in user adds this way to sign in. */
export async function linkTo(
  client: ClientBase,
  id: string,
  person: ProvidedPerson,
  request: AuthRequest,
): Promise<void> {
  await checkLink(client, id, person);
  await keepIdentity(client, id, person);
  await adopt(client, id, person);
  await audit(client, request, "identity_linked", id, { provider: person.provider });
}

/** Fails where the identity belongs to an account already. */
export async function checkLink(client: ClientBase, id: string, person: ProvidedPerson): Promise<void> {
  const owner = await ownerOf(client, person);
  if (owner === undefined) return;
  const message = owner === id ? "Identity is already linked" : "Identity is already linked to another user";
  throw new AuthRefusal(422, "identity_already_exists", message);
}

/** The answer is the account's id. */
export async function accountFor(
  client: ClientBase,
  person: ProvidedPerson,
  request: AuthRequest,
  service: AuthService,
): Promise<string> {
  const owner = await ownerOf(client, person);
  if (owner !== undefined) {
    await keepIdentity(client, owner, person);
    const account = await needAccount(client, owner);
    if (isBanned(account)) throw banned();
    return owner;
  }
  const { email, isVerified } = person;
  const found = email === undefined ? undefined : await findAccount(client, "email", email);
  if (found !== undefined) {
    // An address that the provider has not verified opens no account.
    if (!isVerified) throw emailExists();
    if (isBanned(found)) throw banned();
    await takeOver(client, found);
    await keepIdentity(client, found.user.id, person);
    await confirmAddress(client, found);
    await keepProviders(client, found.user.id);
    await audit(client, request, "identity_linked", found.user.id, { provider: person.provider });
    return found.user.id;
  }
  if (service.product().confirmedAddress && !isVerified)
    throw new AuthRefusal(422, "provider_email_needs_verification", "The provider has not verified this address");
  await client.query("SELECT writ.act('sign up')");
  const { user } = await makeAccount(client, { email, isConfirmed: isVerified, userData: person.data });
  await audit(client, request, "user_signedup", user.id, { provider: person.provider });
  // It was made without a password: mail and password are no way into it yet.
  await client.query("DELETE FROM auth.identities WHERE user_id = $1 AND provider = 'email'", [user.id]);
  await keepIdentity(client, user.id, person);
  await keepProviders(client, user.id);
  return user.id;
}

async function ownerOf(client: ClientBase, { provider, id }: ProvidedPerson): Promise<string | undefined> {
  const { rows } = await client.query<{ user_id: string }>(
    "SELECT user_id FROM auth.identities WHERE provider = $1 AND provider_id = $2 FOR UPDATE",
    [provider, id],
  );
  return rows[0]?.user_id;
}

async function keepIdentity(client: ClientBase, user: string, person: ProvidedPerson): Promise<void> {
  const { provider, id, email, isVerified, data } = person;
  const kept = {
    ...data,
    ...(email === undefined ? {} : { email }),
    email_verified: isVerified,
    phone_verified: false,
  };
  // A name that the provider sent once stays.
  await client.query(
    `INSERT INTO auth.identities AS kept (user_id, provider, provider_id, identity_data, last_sign_in_at) VALUES ($1, $2, $3, $4, now())
     ON CONFLICT (provider, provider_id) DO UPDATE SET last_sign_in_at = now(), updated_at = now(), identity_data =
       jsonb_strip_nulls(jsonb_build_object('name', kept.identity_data -> 'name', 'full_name', kept.identity_data -> 'full_name')) || excluded.identity_data`,
    [user, provider, id, kept],
  );
}

/** A visitor gets the provider's address; an account that has one keeps it. */
async function adopt(client: ClientBase, id: string, person: ProvidedPerson): Promise<void> {
  const account = await needAccount(client, id);
  const { email, isVerified } = person;
  if (account.user.email === null && email !== undefined && isVerified) {
    if ((await findAccount(client, "email", email)) !== undefined) throw emailExists();
    await client.query("UPDATE auth.users SET email = $1 WHERE id = $2", [email, id]);
    await confirmAddress(client, await needAccount(client, id));
  }
  await client.query("UPDATE auth.users SET is_anonymous = false WHERE id = $1", [id]);
  await keepProviders(client, id);
}
