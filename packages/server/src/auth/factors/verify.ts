// POST /factors/:id/verify: the code, and from then on a higher level of certainty who this is.
import { Secret, TOTP } from "otpauth";
import { AuthRefusal } from "../refusal.ts";
import { isId, textOf, type AuthRequest } from "../request.ts";
import { inTransaction, type Answer, type AuthService } from "../service.ts";
import { needAccount } from "../accounts/changes.ts";
import { readClaims, readPerson } from "../accounts/person.ts";
import { audit, auditFailed } from "../accounts/audit.ts";
import { findSession, sessionJson } from "../accounts/sessions.ts";
import { clearAttempts, countGuess } from "../attempts.ts";
import { factorOfRequest } from "./factor.ts";

export async function verifyFactor(request: AuthRequest, service: AuthService): Promise<Answer> {
  const claims = await readClaims(request, service);
  // A million codes, three of which are right at any moment: by account, however many factors and challenges it has.
  const whose = `factors of ${claims.sub ?? ""}`;
  await countGuess(request, service, whose);
  const answer = await inTransaction(request, service, async (client) => {
    const { account, session } = await readPerson(client, claims);
    if (session === undefined) throw new AuthRefusal(403, "session_not_found", "A factor is shown for a session");
    const factor = await factorOfRequest(client, request, account.user.id);
    const challenge = textOf(request.body, "challenge_id");
    const open = isId(challenge)
      ? await client.query(
          "UPDATE auth.mfa_challenges SET verified_at = now() WHERE id = $1 AND factor_id = $2 AND verified_at IS NULL AND expires_at > now()",
          [challenge, factor.id],
        )
      : undefined;
    if (open?.rowCount !== 1)
      throw new AuthRefusal(
        422,
        "mfa_challenge_expired",
        "MFA challenge has expired, verify against another challenge or create a new challenge.",
      );
    const totp = new TOTP({ secret: Secret.fromBase32(factor.secret) });
    const shift = totp.validate({ token: (textOf(request.body, "code") ?? "").trim(), window: 1 });
    const step = shift === null ? 0 : totp.counter() + shift;
    // A code works once, since another person may have seen it being typed.
    if (shift === null || step <= Number(factor.last_step))
      throw new AuthRefusal(422, "mfa_verification_failed", "Invalid TOTP code entered");
    await client.query(
      "UPDATE auth.mfa_factors SET status = 'verified', last_step = $2, updated_at = now() WHERE id = $1",
      [factor.id, step],
    );
    await client.query(
      "UPDATE auth.sessions SET aal = 'aal2', updated_at = now(), refresh_counter = refresh_counter + 1, refreshed_at = now() WHERE id = $1",
      [session.id],
    );
    await client.query(
      `INSERT INTO auth.mfa_amr_claims (session_id, authentication_method) VALUES ($1, 'totp')
       ON CONFLICT (session_id, authentication_method) DO UPDATE SET updated_at = now()`,
      [session.id],
    );
    if (factor.status === "unverified") {
      // From now on one factor is not enough: devices that showed only one sign in again, and what was tried out goes.
      await client.query("DELETE FROM auth.sessions WHERE user_id = $1 AND aal = 'aal1'", [account.user.id]);
      await client.query("DELETE FROM auth.mfa_factors WHERE user_id = $1 AND status = 'unverified'", [
        account.user.id,
      ]);
    }
    await audit(client, request, "mfa_code_login", account.user.id);
    const raised = await findSession(client, session.id);
    if (raised === undefined) throw new Error("a session that was raised is there");
    return { body: await sessionJson(await needAccount(client, account.user.id), raised, service) };
  }).catch(async (failure: unknown) => {
    if (failure instanceof AuthRefusal && failure.code === "mfa_verification_failed")
      await auditFailed(request, service, "mfa_code_failed", { id: claims.sub ?? "" });
    throw failure;
  });
  await clearAttempts(request, service, whose);
  return answer;
}
