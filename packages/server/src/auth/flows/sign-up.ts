// POST /signup: an account with an address and a password, or a visitor's without either.
import type { ClientBase } from "pg";
import { AuthRefusal, invalid } from "../refusal.ts";
import { emailOf, objectOf, textOf, type AuthRequest, type Fields } from "../request.ts";
import { inTransaction, withFairConnection, type Answer, type AuthService } from "../service.ts";
import { findAccount, passwordOf, userJson, type Account } from "../accounts/account.ts";
import { confirmAddress, letIn, makeAccount, needAccount, tryAccount } from "../accounts/changes.ts";
import { isNamed } from "../accounts/named-roles.ts";
import { audit } from "../accounts/audit.ts";
import { startSession } from "../accounts/sessions.ts";
import { confirmation, sendToken } from "../mails.ts";
import { redirectFor } from "../redirects.ts";
import { checkPassword, hashPassword, verifyPassword } from "../tokens/passwords.ts";
import { readChallenge, type Challenge } from "../tokens/browser-flow.ts";
import { countAct, countMail, countNew } from "../attempts.ts";
import { needAnonymous, needPassword, noPhone } from "../sign-in-methods.ts";

export async function signUp(request: AuthRequest, service: AuthService): Promise<Answer> {
  const { body } = request;
  if (textOf(body, "phone") !== undefined) throw noPhone();
  const email = emailOf(body);
  const data = objectOf(body, "data") ?? {};
  if (email === undefined && textOf(body, "password") === undefined) return signInAnonymously(request, service, data);
  needPassword(service);
  const password = textOf(body, "password");
  if (email === undefined || password === undefined) throw invalid("Signup requires a valid email and password");
  checkPassword(password, service.settings.passwordLength);
  const challenge = readChallenge(body);
  await countNew(request, service);
  await countAct(request, service, "sign up");
  await countMail(request, service, email);
  // Before it is known whether there is such an account, so that the answer takes as long either way.
  const hashed = await hashPassword(password);
  const isSame = service.product().confirmedAddress && (await isKept(email, password, request, service));
  const redirectTo = redirectFor(request, service);
  const wanted = { email, hashed, isSame, data, redirectTo, challenge };
  return inTransaction(request, service, async (client) => register(client, wanted, request, service));
}

type Wanted = {
  readonly email: string;
  readonly hashed: string;
  /** An account with this address has this password. */
  readonly isSame: boolean;
  readonly data: Fields;
  readonly redirectTo: string;
  readonly challenge: Challenge | undefined;
};

async function register(
  client: ClientBase,
  wanted: Wanted,
  request: AuthRequest,
  service: AuthService,
): Promise<Answer> {
  const { email, hashed, isSame, data, redirectTo, challenge } = wanted;
  const waits = service.product().confirmedAddress;
  const found = await findAccount(client, "email", email);
  if (found !== undefined) {
    // Without confirmation, sign-up lets a user in at once, so it would reveal anyway that the address is taken.
    if (!waits) throw new AuthRefusal(422, "user_already_exists", "User already registered");
    await tryAccount(client, data);
    if (found.user.email_confirmed_at === null) {
      // Two users have signed up with this address, and only one of them owns it: neither password opens the account
      // that one of them is about to confirm. The link lets its owner in, who chooses another.
      if (!isSame) await client.query("UPDATE auth.users SET encrypted_password = NULL WHERE id = $1", [found.user.id]);
      await sendToken(client, found, confirmation(email, redirectTo, challenge), service);
    }
    return { body: pretended(email, data, service) };
  }
  // A developer names people on the command line, and tries the product as them; no other client reaches this server
  // then. In production an address is confirmed by mail, also of a user who is named.
  const isTaken = service.settings.development && (await isNamed(client, email));
  const made = await makeAccount(client, { email, isConfirmed: false, password: hashed, userData: data });
  await audit(client, request, "user_signedup", made.user.id);
  if (isTaken) await confirmAddress(client, made);
  else await sendToken(client, made, confirmation(email, redirectTo, challenge), service);
  if (waits && !isTaken) return { body: hidden(await needAccount(client, made.user.id), service) };
  if (!isTaken) await letIn(client, made);
  return { body: await startSession(client, made.user.id, "password", request, service) };
}

/** Compared for every address, so that it takes as long whether there is an account or not. */
async function isKept(email: string, password: string, request: AuthRequest, service: AuthService): Promise<boolean> {
  const kept = await withFairConnection(request, service, async (client) => passwordOf(client, email));
  return (await verifyPassword(kept, password)).isRight;
}

/** The answer for an address that has an account: like that of a new one, down to every name in it. */
function pretended(email: string, data: Fields, service: AuthService): Fields {
  const id = crypto.randomUUID();
  const now = new Date().toISOString().replace("Z", "000+00:00");
  const moments = { last_sign_in_at: now, created_at: now, updated_at: now };
  const identity = {
    id: crypto.randomUUID(),
    user_id: id,
    provider: "email",
    provider_id: id,
    identity_data: { sub: id, email, email_verified: false, phone_verified: false },
    ...moments,
  };
  return hidden(
    {
      user: {
        id,
        email,
        phone: null,
        email_confirmed_at: null,
        let_in_at: null,
        encrypted_password: null,
        raw_app_meta_data: { provider: "email", providers: ["email"] },
        raw_user_meta_data: data,
        is_anonymous: false,
        invited_at: null,
        confirmation_sent_at: now,
        recovery_sent_at: null,
        email_change: null,
        email_change_sent_at: null,
        email_change_confirmed: [],
        reauthentication_sent_at: null,
        banned_until: null,
        ...moments,
        last_sign_in_at: null,
      },
      identities: [identity],
      factors: [],
    },
    service,
  );
}

/** What the database orders otherwise would tell the two apart. */
const hidden = (account: Account, service: AuthService): Fields => sorted(userJson(account, service));

function sorted(value: Fields): Fields {
  const deep = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(deep);
    return typeof one === "object" && one !== null ? sorted(one as Fields) : one;
  };
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, deep(one)]),
  );
}

/** A visitor who begins to own something. */
async function signInAnonymously(request: AuthRequest, service: AuthService, data: Fields): Promise<Answer> {
  needAnonymous(service);
  await countNew(request, service);
  return inTransaction(request, service, async (client) => {
    const { user } = await makeAccount(client, { isConfirmed: false, userData: data, isAnonymous: true });
    await audit(client, request, "user_signedup", user.id, { provider: "anonymous" });
    return { body: await startSession(client, user.id, "anonymous", request, service) };
  });
}
