// POST /token?grant_type=pkce: the code that a browser came back with, and the secret that only this browser has.
import { AuthRefusal, invalid } from "../refusal.ts";
import { textOf, type AuthRequest } from "../request.ts";
import { inTransaction, type Answer, type AuthService } from "../service.ts";
import { linkTo } from "../providers/identify.ts";
import { startSession } from "../accounts/sessions.ts";
import { isVerifierOf, notFound, redeemAuthCode } from "../tokens/browser-flow.ts";

export async function exchangeCode(request: AuthRequest, service: AuthService): Promise<Answer> {
  const code = textOf(request.body, "auth_code");
  const verifier = textOf(request.body, "code_verifier");
  if (code === undefined || verifier === undefined)
    throw invalid("invalid request: both auth code and code verifier should be non-empty");
  const outcome = await inTransaction(request, service, async (client) => {
    const redeemed = await redeemAuthCode(client, code);
    if (redeemed === undefined) return notFound();
    // The code stays deleted: an attacker who intercepted it has one guess at a secret of 256 bits.
    if (!isVerifierOf(verifier, redeemed.challenge))
      return new AuthRefusal(400, "bad_code_verifier", "code challenge does not match previously saved code verifier");
    const { user, linking } = redeemed;
    if (linking !== undefined) await linkTo(client, user, linking, request);
    return { body: await startSession(client, user, redeemed.method, request, service) };
  });
  if (outcome instanceof AuthRefusal) throw outcome;
  return outcome;
}
