// POST /factors/:id/challenge: a code is asked for, within five minutes.
import type { AuthRequest } from "../request.ts";
import { inTransaction, type Answer, type AuthService } from "../service.ts";
import { audit } from "../accounts/audit.ts";
import { readClaims, readPerson } from "../accounts/person.ts";
import { countChallenge } from "../attempts.ts";
import { factorOfRequest } from "./factor.ts";

export async function challengeFactor(request: AuthRequest, service: AuthService): Promise<Answer> {
  const claims = await readClaims(request, service);
  await countChallenge(request, service, claims.sub ?? "");
  return inTransaction(request, service, async (client) => {
    const { account } = await readPerson(client, claims);
    const factor = await factorOfRequest(client, request, account.user.id);
    const { rows } = await client.query<{ id: string; expires_at: number }>(
      `INSERT INTO auth.mfa_challenges (factor_id, expires_at) VALUES ($1, now() + interval '5 minutes')
       RETURNING id, floor(extract(epoch FROM expires_at))::integer AS expires_at`,
      [factor.id],
    );
    await client.query("UPDATE auth.mfa_factors SET last_challenged_at = now() WHERE id = $1", [factor.id]);
    await audit(client, request, "challenge_created", account.user.id);
    return { body: { id: rows[0]?.id, type: "totp", expires_at: rows[0]?.expires_at } };
  });
}
