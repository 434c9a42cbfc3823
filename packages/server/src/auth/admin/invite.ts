// POST /invite: a user gets an account, and a mail that lets them in.
import { emailExists } from "../refusal.ts";
import { needEmail, objectOf, type AuthRequest } from "../request.ts";
import { inTransaction, type Answer, type AuthService } from "../service.ts";
import { findAccount, userJson } from "../accounts/account.ts";
import { makeAccount, needAccount } from "../accounts/changes.ts";
import { audit } from "../accounts/audit.ts";
import { sendToken } from "../mails.ts";
import { redirectFor } from "../redirects.ts";

export async function invite(request: AuthRequest, service: AuthService): Promise<Answer> {
  const email = needEmail(request.body);
  const userData = objectOf(request.body, "data") ?? {};
  const redirectTo = redirectFor(request, service);
  return inTransaction(request, service, async (client) => {
    const found = await findAccount(client, "email", email);
    if (found !== undefined && found.user.email_confirmed_at !== null) throw emailExists();
    const account = found ?? (await makeAccount(client, { email, isConfirmed: false, userData }));
    await sendToken(client, account, { kind: "invite", to: email, redirectTo }, service);
    await audit(client, request, "user_invited", account.user.id);
    return { body: userJson(await needAccount(client, account.user.id), service) };
  });
}
