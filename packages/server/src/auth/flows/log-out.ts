// POST /logout: this device, all others, or all of them.
import { invalid } from "../refusal.ts";
import type { AuthRequest } from "../request.ts";
import { inTransaction, type Answer, type AuthService } from "../service.ts";
import { readClaims, readPerson } from "../accounts/person.ts";
import { audit } from "../accounts/audit.ts";
import { endSessions } from "../accounts/sessions.ts";

export async function logOut(request: AuthRequest, service: AuthService): Promise<Answer> {
  const scope = request.query.get("scope") ?? "global";
  if (!["global", "local", "others"].includes(scope)) throw invalid(`Unsupported logout scope "${scope.slice(0, 20)}"`);
  const claims = await readClaims(request, service);
  await inTransaction(request, service, async (client) => {
    const { account, session } = await readPerson(client, claims);
    const { id } = account.user;
    if (scope === "global") await endSessions(client, id);
    else if (scope === "others") await endSessions(client, id, session?.id);
    else if (session !== undefined) await client.query("DELETE FROM auth.sessions WHERE id = $1", [session.id]);
    await audit(client, request, "logout", id);
  });
  return { status: 204 };
}
