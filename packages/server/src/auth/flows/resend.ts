// POST /resend: the mail that confirms an address, or a change of it, once more.
import { invalid } from "../refusal.ts";
import { needEmail, textOf, type AuthRequest } from "../request.ts";
import type { Answer, AuthService } from "../service.ts";
import { findAccount } from "../accounts/account.ts";
import { confirmation, quietly, sendToken } from "../mails.ts";
import { redirectFor } from "../redirects.ts";
import { readChallenge } from "../tokens/browser-flow.ts";
import { needAddresses, noPhone } from "../sign-in-methods.ts";

export async function resend(request: AuthRequest, service: AuthService): Promise<Answer> {
  const { body } = request;
  const type = textOf(body, "type");
  if (type === "sms" || type === "phone_change" || textOf(body, "phone") !== undefined) throw noPhone();
  if (type !== "signup" && type !== "email_change")
    throw invalid("Missing one of these types: signup, email_change, sms, phone_change");
  needAddresses(service);
  const email = needEmail(body);
  const challenge = readChallenge(body);
  const redirectTo = redirectFor(request, service);
  await quietly(request, service, email, async (client) => {
    const account = await findAccount(client, "email", email);
    if (account === undefined) return;
    const { email_confirmed_at: confirmed, email_change: wanted } = account.user;
    if (type === "signup" && confirmed === null)
      await sendToken(client, account, confirmation(email, redirectTo, challenge), service);
    if (type === "email_change" && wanted !== null) {
      await sendToken(client, account, { kind: "email_change_new", to: wanted, redirectTo, challenge }, service);
      if (confirmed !== null)
        await sendToken(client, account, { kind: "email_change_current", to: email, redirectTo, challenge }, service);
    }
  });
  return { body: {} };
}
