// /admin/users: accounts for programs that act for the product itself.
import type { ClientBase } from "pg";
import { emailExists, invalid } from "../refusal.ts";
import { decisionOf, emailOf, isId, objectOf, textOf, type AuthRequest, type Fields } from "../request.ts";
import { inTransaction, type Answer, type AuthService } from "../service.ts";
import { findAccount, listAccounts, userJson, type Account } from "../accounts/account.ts";
import { confirmAddress, keepEmailIdentity, makeAccount, needAccount } from "../accounts/changes.ts";
import { accountOfRequest } from "../accounts/person.ts";
import { audit } from "../accounts/audit.ts";
import { endSessions } from "../accounts/sessions.ts";
import { checkPassword, hashPassword, isKnownHash } from "../tokens/passwords.ts";
import { noPhone } from "../sign-in-methods.ts";
import { pageHeaders, pageOf } from "./pages.ts";

export async function listUsers(request: AuthRequest, service: AuthService): Promise<Answer> {
  const page = pageOf(request);
  return inTransaction(request, service, async (client) => {
    const { rows } = await client.query("SELECT count(*)::integer AS total FROM auth.users");
    const accounts = await listAccounts(client, page.size, (page.number - 1) * page.size);
    return {
      body: { users: accounts.map((account) => userJson(account, service)), aud: "authenticated" },
      headers: pageHeaders(`${service.url()}/auth/v1/admin/users`, page, Number(rows[0]?.total ?? 0)),
    };
  });
}

export async function showUserOf(request: AuthRequest, service: AuthService): Promise<Answer> {
  return inTransaction(request, service, async (client) => ({
    body: userJson(await accountOfRequest(client, request), service),
  }));
}

export async function createUser(request: AuthRequest, service: AuthService): Promise<Answer> {
  const { body } = request;
  if (textOf(body, "phone") !== undefined) throw noPhone();
  const email = emailOf(body);
  if (email === undefined) throw invalid("Cannot create a user without either an email or phone");
  const id = textOf(body, "id");
  if (id !== undefined && !isId(id)) throw invalid("ID must conform to the uuid v4 format");
  const wanted = {
    id,
    email,
    isConfirmed: decisionOf(body, "email_confirm") ?? false,
    password: await passwordOf(body, service),
    userData: objectOf(body, "user_metadata"),
    appData: objectOf(body, "app_metadata"),
  };
  return inTransaction(request, service, async (client) => {
    if ((await findAccount(client, "email", email)) !== undefined) throw emailExists();
    const account = await makeAccount(client, wanted);
    await ban(client, account, textOf(body, "ban_duration"));
    await audit(client, request, "user_created", account.user.id);
    return { body: userJson(await needAccount(client, account.user.id), service) };
  });
}

/** As a hash, where accounts are brought from elsewhere. */
async function passwordOf(body: Fields, service: AuthService): Promise<string | undefined> {
  const hash = textOf(body, "password_hash");
  if (hash !== undefined) {
    if (!isKnownHash(hash)) throw invalid("password_hash is a hash of bcrypt or Argon2");
    return hash;
  }
  const password = textOf(body, "password");
  if (password === undefined) return undefined;
  checkPassword(password, service.settings.passwordLength);
  return hashPassword(password);
}

export async function updateUser(request: AuthRequest, service: AuthService): Promise<Answer> {
  const { body } = request;
  if (textOf(body, "phone") !== undefined) throw noPhone();
  const email = emailOf(body);
  const password = await passwordOf(body, service);
  return inTransaction(request, service, async (client) => {
    const account = await accountOfRequest(client, request);
    const { id } = account.user;
    const isConfirmed = decisionOf(body, "email_confirm");
    if (email !== undefined && email !== account.user.email) await giveAddress(client, account, email);
    if (isConfirmed === true && (email ?? account.user.email) !== null)
      await confirmAddress(client, await needAccount(client, id));
    if (password !== undefined) {
      await client.query("UPDATE auth.users SET encrypted_password = $1 WHERE id = $2", [password, id]);
      await endSessions(client, id);
    }
    await merge(client, id, "raw_user_meta_data", objectOf(body, "user_metadata"));
    await merge(client, id, "raw_app_meta_data", objectOf(body, "app_metadata"));
    await ban(client, account, textOf(body, "ban_duration"));
    await client.query("UPDATE auth.users SET updated_at = now() WHERE id = $1", [id]);
    await audit(client, request, "user_modified", id);
    return { body: userJson(await needAccount(client, id), service) };
  });
}

/** What a program says counts; whether the address is theirs is for it to say, too. */
async function giveAddress(client: ClientBase, { user }: Account, email: string): Promise<void> {
  if ((await findAccount(client, "email", email)) !== undefined) throw emailExists();
  await client.query("UPDATE auth.users SET email = $1, email_change = NULL, is_anonymous = false WHERE id = $2", [
    email,
    user.id,
  ]);
  await keepEmailIdentity(client, user.id, email, user.email_confirmed_at !== null);
}

async function merge(
  client: ClientBase,
  id: string,
  column: "raw_user_meta_data" | "raw_app_meta_data",
  data: Fields | undefined,
): Promise<void> {
  if (data === undefined) return;
  await client.query(`UPDATE auth.users SET ${column} = jsonb_strip_nulls(${column} || $1) WHERE id = $2`, [data, id]);
}

/** `none`, or a time as Go writes it: `24h`, `1h30m`. */
async function ban(client: ClientBase, { user }: Account, duration: string | undefined): Promise<void> {
  if (duration === undefined) return;
  if (duration === "none") {
    await client.query("UPDATE auth.users SET banned_until = NULL WHERE id = $1", [user.id]);
    return;
  }
  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s)/g)];
  if (parts.length === 0 || parts.map(([whole]) => whole).join("") !== duration)
    throw invalid(`invalid format for ban duration: ${duration.slice(0, 40)}`);
  const lengths: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1, ms: 0.001 };
  const seconds = parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (lengths[unit ?? ""] ?? 0), 0);
  await client.query("UPDATE auth.users SET banned_until = now() + make_interval(secs => $1) WHERE id = $2", [
    Math.min(seconds, 1e10),
    user.id,
  ]);
  await endSessions(client, user.id);
}

/** The document's rows that refer to the account stay, without the reference. */
export async function deleteUser(request: AuthRequest, service: AuthService): Promise<Answer> {
  return inTransaction(request, service, async (client) => {
    const { user } = await accountOfRequest(client, request);
    await client.query("DELETE FROM auth.users WHERE id = $1", [user.id]);
    await audit(client, request, "user_deleted", user.id);
    return { body: {} };
  });
}

/** Every device of an account. */
export async function signOutUser(request: AuthRequest, service: AuthService): Promise<Answer> {
  return inTransaction(request, service, async (client) => {
    const { user } = await accountOfRequest(client, request);
    await endSessions(client, user.id);
    await audit(client, request, "logout", user.id);
    return { status: 204 };
  });
}
