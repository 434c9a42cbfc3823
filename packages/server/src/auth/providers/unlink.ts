// DELETE /user/identities/:id: a way to sign in is taken away, as long as another one stays.
import { AuthRefusal } from "../refusal.ts";
import { isId, type AuthRequest } from "../request.ts";
import { inTransaction, type Answer, type AuthService } from "../service.ts";
import { audit } from "../accounts/audit.ts";
import { keepProviders } from "../accounts/changes.ts";
import { needSecondFactor, readClaims, readPerson } from "../accounts/person.ts";

export async function unlinkIdentity(request: AuthRequest, service: AuthService): Promise<Answer> {
  const claims = await readClaims(request, service);
  const id = request.parameters["identity_id"];
  if (!isId(id)) throw new AuthRefusal(404, "validation_failed", "identity_id must be an UUID");
  return inTransaction(request, service, async (client) => {
    const person = await readPerson(client, claims);
    needSecondFactor(person, "AAL2 session is required to unlink an identity when MFA is enabled.");
    const { identities, user } = person.account;
    const identity = identities.find((one) => one.id === id);
    if (identity === undefined) throw new AuthRefusal(422, "identity_not_found", "Identity doesn't exist");
    if (identities.length === 1)
      throw new AuthRefusal(422, "single_identity_not_deletable", "User must have at least 1 identity after unlinking");
    await client.query("DELETE FROM auth.identities WHERE id = $1", [id]);
    // Without this identity its password opens nothing any more.
    if (identity.provider === "email")
      await client.query("UPDATE auth.users SET encrypted_password = NULL WHERE id = $1", [user.id]);
    await keepProviders(client, user.id);
    await audit(client, request, "identity_unlinked", user.id, { provider: identity.provider });
    return { body: {} };
  });
}
