// /admin/users/:id/factors: an operator helps a user who has lost their phone.
import { textOf, type AuthRequest } from "../request.ts";
import { inTransaction, type Answer, type AuthService } from "../service.ts";
import { factorJson } from "../accounts/account.ts";
import { needAccount } from "../accounts/changes.ts";
import { accountOfRequest } from "../accounts/person.ts";
import { audit } from "../accounts/audit.ts";
import { endSessions } from "../accounts/sessions.ts";
import { checkName, factorOfRequest } from "../factors/factor.ts";
import { noPhone } from "../sign-in-methods.ts";

export async function listFactors(request: AuthRequest, service: AuthService): Promise<Answer> {
  return inTransaction(request, service, async (client) => ({
    body: (await accountOfRequest(client, request)).factors.map(factorJson),
  }));
}

/** Changes its name: an operator who helps a user can then tell two phones apart. */
export async function updateFactor(request: AuthRequest, service: AuthService): Promise<Answer> {
  if (textOf(request.body, "phone") !== undefined) throw noPhone();
  const name = textOf(request.body, "friendly_name")?.trim().slice(0, 100);
  return inTransaction(request, service, async (client) => {
    const { user, factors } = await accountOfRequest(client, request);
    const { id } = await factorOfRequest(client, request, user.id);
    if (name !== undefined) {
      checkName(
        name,
        factors.filter((factor) => factor.id !== id),
      );
      await client.query("UPDATE auth.mfa_factors SET friendly_name = $2, updated_at = now() WHERE id = $1", [
        id,
        name,
      ]);
      await audit(client, request, "factor_updated", user.id);
    }
    const changed = (await needAccount(client, user.id)).factors.find((factor) => factor.id === id);
    if (changed === undefined) throw new Error("a factor that is there");
    return { body: factorJson(changed) };
  });
}

export async function deleteFactor(request: AuthRequest, service: AuthService): Promise<Answer> {
  return inTransaction(request, service, async (client) => {
    const { user } = await accountOfRequest(client, request);
    const factor = await factorOfRequest(client, request, user.id);
    await client.query("DELETE FROM auth.mfa_factors WHERE id = $1", [factor.id]);
    await endSessions(client, user.id);
    await audit(client, request, "factor_deleted", user.id);
    return { body: { id: factor.id } };
  });
}
