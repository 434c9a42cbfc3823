// /admin/users/:id/factors: somebody has lost their phone, and is helped.
import type { AuthRequest } from "../request.ts";
import { inTransaction, type Answer, type AuthService } from "../service.ts";
import { factorJson } from "../accounts/account.ts";
import { namedAccount } from "../accounts/person.ts";
import { audit, endSessions } from "../accounts/sessions.ts";
import { namedFactor } from "../factors/factor.ts";

export async function listFactors(request: AuthRequest, service: AuthService): Promise<Answer> {
  return inTransaction(request, service, async (client) => ({
    body: (await namedAccount(client, request)).factors.map(factorJson),
  }));
}

export async function deleteFactor(request: AuthRequest, service: AuthService): Promise<Answer> {
  return inTransaction(request, service, async (client) => {
    const { user } = await namedAccount(client, request);
    const factor = await namedFactor(client, request, user.id);
    await client.query("DELETE FROM auth.mfa_factors WHERE id = $1", [factor.id]);
    await endSessions(client, user.id);
    await audit(client, request, "factor_deleted", user.id);
    return { body: { id: factor.id } };
  });
}
