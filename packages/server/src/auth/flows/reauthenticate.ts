// GET /reauthenticate: a code by mail for a signed-in user, to be sent with a change.
import { invalid } from "../refusal.ts";
import type { AuthRequest } from "../request.ts";
import { inTransaction, type Answer, type AuthService } from "../service.ts";
import { audit } from "../accounts/audit.ts";
import { readClaims, readPerson } from "../accounts/person.ts";
import { sendToken } from "../mails.ts";
import { siteOf } from "../redirects.ts";
import { countMail } from "../attempts.ts";

export async function reauthenticate(request: AuthRequest, service: AuthService): Promise<Answer> {
  const claims = await readClaims(request, service);
  await countMail(request, service, `reauthentication of ${claims.sub ?? ""}`);
  await inTransaction(request, service, async (client) => {
    const { account } = await readPerson(client, claims);
    const { email } = account.user;
    if (email === null) throw invalid("Reauthentication requires an email address");
    await sendToken(client, account, { kind: "reauthentication", to: email, redirectTo: siteOf(service) }, service);
    await audit(client, request, "user_reauthenticate_requested", account.user.id);
  });
  return { body: {} };
}
