// DELETE /factors/:id: a user who has just shown a second factor removes it.
import type { AuthRequest } from "../request.ts";
import { inTransaction, type Answer, type AuthService } from "../service.ts";
import { needSecondFactor, readClaims, readPerson } from "../accounts/person.ts";
import { audit } from "../accounts/audit.ts";
import { factorOfRequest } from "./factor.ts";

export async function unenrollFactor(request: AuthRequest, service: AuthService): Promise<Answer> {
  const claims = await readClaims(request, service);
  return inTransaction(request, service, async (client) => {
    const person = await readPerson(client, claims);
    const factor = await factorOfRequest(client, request, person.account.user.id);
    if (factor.status === "verified") needSecondFactor(person, "AAL2 required to unenroll verified factor");
    await client.query("DELETE FROM auth.mfa_factors WHERE id = $1", [factor.id]);
    // What was shown with it is shown no longer, where it was the last one.
    await client.query(
      `UPDATE auth.sessions SET aal = 'aal1', updated_at = now() WHERE user_id = $1
         AND NOT EXISTS (SELECT FROM auth.mfa_factors f WHERE f.user_id = $1 AND f.status = 'verified')`,
      [person.account.user.id],
    );
    await audit(client, request, "factor_unenrolled", person.account.user.id);
    return { body: { id: factor.id } };
  });
}
