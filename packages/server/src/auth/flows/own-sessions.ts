// GET /user/sessions, DELETE /user/sessions/:id: the devices where the caller is signed in.
import { AuthRefusal } from "../refusal.ts";
import { isId, type AuthRequest } from "../request.ts";
import { inTransaction, type Answer, type AuthService } from "../service.ts";
import { readClaims, readPerson } from "../accounts/person.ts";
import { audit } from "../accounts/audit.ts";

/** The one that asks first, then the last seen. */
export async function listSessions(request: AuthRequest, service: AuthService): Promise<Answer> {
  const claims = await readClaims(request, service);
  return inTransaction(request, service, async (client) => {
    const { account, session } = await readPerson(client, claims);
    const { rows: sessions } = await client.query(
      `SELECT id, created_at, refreshed_at, user_agent, ip, aal, id IS NOT DISTINCT FROM $2 AS is_this FROM auth.sessions
       WHERE user_id = $1 AND (not_after IS NULL OR not_after > now()) ORDER BY is_this DESC, refreshed_at DESC LIMIT 100`,
      [account.user.id, session?.id ?? null],
    );
    return { body: { sessions } };
  });
}

/** Another account's session is reported as missing. */
export async function endSession(request: AuthRequest, service: AuthService): Promise<Answer> {
  const claims = await readClaims(request, service);
  const id = request.parameters["session_id"];
  await inTransaction(request, service, async (client) => {
    const { account } = await readPerson(client, claims);
    const { rowCount } = isId(id)
      ? await client.query("DELETE FROM auth.sessions WHERE id = $1 AND user_id = $2", [id, account.user.id])
      : { rowCount: 0 };
    if (rowCount !== 1) throw new AuthRefusal(404, "session_not_found", "There is no such session");
    await audit(client, request, "logout", account.user.id);
  });
  return { status: 204 };
}
