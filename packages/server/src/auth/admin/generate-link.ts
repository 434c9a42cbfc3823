// POST /admin/generate_link: the link that a mail would hold, for a program that sends its own mails.
import type { ClientBase } from "pg";
import { emailExists, invalid, userNotFound } from "../refusal.ts";
import { emailOf, needEmail, objectOf, textOf, type AuthRequest } from "../request.ts";
import { inTransaction, type Answer, type AuthService } from "../service.ts";
import { audit } from "../accounts/audit.ts";
import { findAccount, userJson, type Account } from "../accounts/account.ts";
import { makeAccount, needAccount } from "../accounts/changes.ts";
import { linkOf } from "../mails.ts";
import { accountMailKinds } from "../../mail/account-texts.ts";
import { redirectFor } from "../redirects.ts";
import { makeToken, type TokenKind } from "../tokens/one-time-tokens.ts";
import { checkPassword, hashPassword } from "../tokens/passwords.ts";

/** What asks for a code alone has no link. */
const kinds: readonly TokenKind[] = accountMailKinds.filter((kind) => kind !== "reauthentication");

export async function generateLink(request: AuthRequest, service: AuthService): Promise<Answer> {
  const { body } = request;
  const type = textOf(body, "type");
  const kind = kinds.find((one) => one === type);
  if (kind === undefined) throw invalid(`Invalid email action link type requested: ${(type ?? "").slice(0, 40)}`);
  const email = needEmail(body);
  const redirectTo = redirectFor(request, service);
  const password = textOf(body, "password");
  if (kind === "signup") {
    if (password === undefined) throw invalid("Signup requires a valid password");
    checkPassword(password, service.settings.passwordLength);
  }
  const hashed = password === undefined ? undefined : await hashPassword(password);
  return inTransaction(request, service, async (client) => {
    const account = await accountOf(client, kind, email, hashed, request);
    const wanted = kind === "email_change_new" ? (account.user.email_change ?? email) : email;
    await audit(client, request, "link_generated", account.user.id, { kind });
    const token = await makeToken(client, { user: account.user.id, kind, email: wanted, withCode: true });
    return {
      body: {
        ...userJson(await needAccount(client, account.user.id), service),
        action_link: linkOf(token, kind, redirectTo, service),
        email_otp: token.code,
        hashed_token: token.link,
        verification_type: kind,
        redirect_to: redirectTo,
      },
    };
  });
}

async function accountOf(
  client: ClientBase,
  kind: TokenKind,
  email: string,
  password: string | undefined,
  { body }: AuthRequest,
): Promise<Account> {
  const found = await findAccount(client, "email", email);
  const isNew = kind === "signup" || kind === "invite" || kind === "magiclink";
  if (found === undefined) {
    if (!isNew) throw userNotFound();
    const userData = objectOf(body, "data") ?? {};
    return makeAccount(client, { email, isConfirmed: false, password, userData });
  }
  if ((kind === "signup" || kind === "invite") && found.user.email_confirmed_at !== null) throw emailExists();
  if (!kind.startsWith("email_change")) return found;
  const wanted = emailOf(body, "new_email");
  if (wanted === undefined) throw invalid("Update email requires a new email address");
  if ((await findAccount(client, "email", wanted)) !== undefined) throw emailExists();
  await client.query(
    `UPDATE auth.users SET email_change = $1, email_change_confirmed = CASE WHEN email_change = $1 THEN email_change_confirmed ELSE '{}' END WHERE id = $2`,
    [wanted, found.user.id],
  );
  return needAccount(client, found.user.id);
}
