// POST /recover: a link by mail for a user who has forgotten their password.
import { needEmail, type AuthRequest } from "../request.ts";
import type { Answer, AuthService } from "../service.ts";
import { audit } from "../accounts/audit.ts";
import { findAccount } from "../accounts/account.ts";
import { quietly, sendToken } from "../mails.ts";
import { redirectFor } from "../redirects.ts";
import { readChallenge } from "../tokens/browser-flow.ts";
import { needPassword } from "../sign-in-methods.ts";

export async function recover(request: AuthRequest, service: AuthService): Promise<Answer> {
  needPassword(service);
  const email = needEmail(request.body);
  const challenge = readChallenge(request.body);
  const redirectTo = redirectFor(request, service);
  await quietly(request, service, email, async (client) => {
    const account = await findAccount(client, "email", email);
    if (account === undefined) return;
    await sendToken(client, account, { kind: "recovery", to: email, redirectTo, challenge }, service);
    await audit(client, request, "user_recovery_requested", account.user.id);
  });
  return { body: {} };
}
