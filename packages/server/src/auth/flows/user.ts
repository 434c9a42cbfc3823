// GET and PUT /user: the caller's account, and what they change of it.
import type { ClientBase } from "pg";
import { AuthRefusal, emailExists, invalid } from "../refusal.ts";
import { emailOf, objectOf, textOf, type AuthRequest, type Fields } from "../request.ts";
import { inTransaction, type Answer, type AuthService } from "../service.ts";
import { findAccount, userJson, type Account } from "../accounts/account.ts";
import { keepEmailIdentity, keepProviders, letIn, needAccount } from "../accounts/changes.ts";
import { needSecondFactor, readClaims, readPerson, type Person } from "../accounts/person.ts";
import { audit } from "../accounts/audit.ts";
import { endSessions } from "../accounts/sessions.ts";
import { sendToken } from "../mails.ts";
import { redirectFor } from "../redirects.ts";
import { checkPassword, hashPassword, verifyPassword } from "../tokens/passwords.ts";
import { readChallenge, type Challenge } from "../tokens/browser-flow.ts";
import { redeemCode } from "../tokens/one-time-tokens.ts";
import { countGuess, countMail } from "../attempts.ts";
import { needAddresses, needPassword, noPhone } from "../sign-in-methods.ts";

export async function showUser(request: AuthRequest, service: AuthService): Promise<Answer> {
  const claims = await readClaims(request, service);
  return inTransaction(request, service, async (client) => ({
    body: userJson((await readPerson(client, claims)).account, service),
  }));
}

type Change = {
  readonly email: string | undefined;
  readonly password: string | undefined;
  readonly hashed: string | undefined;
  readonly nonce: string | undefined;
  readonly data: Fields | undefined;
  readonly redirectTo: string;
  readonly challenge: Challenge | undefined;
};

export async function changeUser(request: AuthRequest, service: AuthService): Promise<Answer> {
  const claims = await readClaims(request, service);
  const { body } = request;
  if (textOf(body, "phone") !== undefined) throw noPhone();
  const email = emailOf(body);
  const password = textOf(body, "password");
  if (email !== undefined) {
    needAddresses(service);
    await countMail(request, service, email);
  }
  if (password !== undefined) {
    needPassword(service);
    checkPassword(password, service.settings.passwordLength);
    await countGuess(request, service, `password of ${claims.sub ?? ""}`);
  }
  const change: Change = {
    email,
    password,
    hashed: password === undefined ? undefined : await hashPassword(password),
    nonce: textOf(body, "nonce"),
    data: objectOf(body, "data"),
    redirectTo: redirectFor(request, service),
    challenge: readChallenge(body),
  };
  return inTransaction(request, service, async (client) => {
    const person = await readPerson(client, claims);
    const { id } = person.account.user;
    if (change.data !== undefined) await changeData(client, id, change.data);
    // An address first: a visitor needs one before there can be a password.
    if (email !== undefined && email !== person.account.user.email)
      await changeAddress(client, person, email, change, service);
    if (change.hashed !== undefined) {
      await changePassword(client, person, change, change.hashed);
      await audit(client, request, "user_updated_password", id);
    }
    await audit(client, request, "user_modified", id);
    return { body: userJson(await needAccount(client, id), service) };
  });
}

/** What is null is taken away. */
async function changeData(client: ClientBase, id: string, data: Fields): Promise<void> {
  await client.query(
    "UPDATE auth.users SET raw_user_meta_data = jsonb_strip_nulls(raw_user_meta_data || $1), updated_at = now() WHERE id = $2",
    [data, id],
  );
}

async function changeAddress(
  client: ClientBase,
  person: Person,
  email: string,
  { redirectTo, challenge }: Change,
  service: AuthService,
): Promise<void> {
  needSecondFactor(person, "AAL2 session is required to update email or password when MFA is enabled.");
  const mustConfirm = service.product().confirmedAddress;
  // Otherwise only the owner of that mailbox learns it, when they confirm it.
  if (!mustConfirm && (await findAccount(client, "email", email)) !== undefined) throw emailExists();
  const { account } = person;
  const { id, email: current, email_confirmed_at: confirmed } = account.user;
  // The present address is unconfirmed, so there is no owner to ask.
  if (confirmed === null && !mustConfirm) {
    await client.query(
      "UPDATE auth.users SET email = $1, is_anonymous = false, email_change = NULL, updated_at = now() WHERE id = $2",
      [email, id],
    );
    await keepEmailIdentity(client, id, email, false);
    await keepProviders(client, id);
    await letIn(client, account);
    const changed = await needAccount(client, id);
    return sendToken(client, changed, { kind: "signup", to: email, redirectTo, challenge }, service);
  }
  await client.query(
    "UPDATE auth.users SET email_change = $1, email_change_confirmed = '{}', updated_at = now() WHERE id = $2",
    [email, id],
  );
  const waiting = await needAccount(client, id);
  await sendToken(client, waiting, { kind: "email_change_new", to: email, redirectTo, challenge }, service);
  // Both have to agree: an intruder at an open screen has only one of the two mailboxes.
  if (current !== null && confirmed !== null)
    await sendToken(client, waiting, { kind: "email_change_current", to: current, redirectTo, challenge }, service);
}

async function changePassword(client: ClientBase, person: Person, change: Change, hashed: string): Promise<void> {
  needSecondFactor(person, "AAL2 session is required to update email or password when MFA is enabled.");
  const { session } = person;
  const account = await needAccount(client, person.account.user.id);
  const { user } = account;
  if (user.email === null)
    throw invalid("Updating password of an anonymous user without an email or phone is not allowed");
  await needRecent(client, account, session?.created_at, change.nonce);
  if (
    user.encrypted_password !== null &&
    (await verifyPassword(user.encrypted_password, change.password ?? "")).isRight
  )
    throw new AuthRefusal(422, "same_password", "New password should be different from the old password.");
  await client.query("UPDATE auth.users SET encrypted_password = $1, updated_at = now() WHERE id = $2", [
    hashed,
    user.id,
  ]);
  // Another person with the old password may be signed in elsewhere.
  await endSessions(client, user.id, session?.id);
}

const recent = 24 * 3600 * 1000;

/**
 * A user who has been signed in for long shows once more that the mailbox is theirs: another person may sit at the
 * screen by now.
 */
async function needRecent(
  client: ClientBase,
  { user }: Account,
  since: Date | undefined,
  nonce: string | undefined,
): Promise<void> {
  if (nonce !== undefined) {
    const redeemed = await redeemCode(client, user.id, nonce, ["reauthentication"]);
    if (redeemed === undefined)
      throw new AuthRefusal(422, "reauthentication_not_valid", "Nonce has expired or is invalid");
    return;
  }
  const isOld = since !== undefined && Date.now() - since.getTime() > recent;
  if (isOld && user.email_confirmed_at !== null)
    throw new AuthRefusal(400, "reauthentication_needed", "Password update requires reauthentication");
}
