// POST /token?grant_type=password: an address and a password.
import { AuthRefusal, invalidCredentials } from "../refusal.ts";
import { emailOf, textOf, type AuthRequest } from "../request.ts";
import { inTransaction, withFairConnection, type Answer, type AuthService } from "../service.ts";
import { findAccount, passwordOf } from "../accounts/account.ts";
import { auditFailed } from "../accounts/audit.ts";
import { startSession } from "../accounts/sessions.ts";
import { verifyPassword } from "../tokens/passwords.ts";
import { clearAttempts, countAct, countGuess } from "../attempts.ts";
import { needPassword, noPhone } from "../sign-in-methods.ts";

export async function grantByPassword(request: AuthRequest, service: AuthService): Promise<Answer> {
  const { body } = request;
  if (textOf(body, "phone") !== undefined) throw noPhone();
  needPassword(service);
  const email = emailOf(body);
  const password = textOf(body, "password");
  if (email === undefined || password === undefined) throw invalidCredentials();
  const whose = await subjectOf(email, request, service);
  await countAct(request, service, "sign in");
  await countGuess(request, service, whose);
  // The row is not held while a password is compared, which takes long on purpose.
  const kept = await withFairConnection(request, service, async (client) => passwordOf(client, email));
  const { isRight, better } = await verifyPassword(kept, password);
  if (!isRight) {
    await auditFailed(request, service, "login_failed", { email });
    throw invalidCredentials();
  }
  const answer = await inTransaction(request, service, async (client) => {
    const account = await findAccount(client, "email", email);
    // Changed meanwhile: what was compared is no longer theirs.
    if (account === undefined || account.user.encrypted_password !== kept) throw invalidCredentials();
    if (service.product().confirmedAddress && account.user.email_confirmed_at === null)
      throw new AuthRefusal(400, "email_not_confirmed", "Email not confirmed");
    if (better !== undefined)
      await client.query("UPDATE auth.users SET encrypted_password = $1 WHERE id = $2", [better, account.user.id]);
    return { body: await startSession(client, account.user.id, "password", request, service) };
  });
  await clearAttempts(request, service, whose);
  return answer;
}

/**
 * An attacker who guesses a user's password from elsewhere must not lock them out where they usually are: an address
 * from which the account is signed in is counted apart.
 */
async function subjectOf(email: string, request: AuthRequest, service: AuthService): Promise<string> {
  const { address } = request;
  return withFairConnection(request, service, async (client) => {
    const { rows } = await client.query(
      "SELECT FROM auth.sessions s JOIN auth.users u ON u.id = s.user_id WHERE lower(u.email) = $1 AND s.ip = $2 LIMIT 1",
      [email, address],
    );
    return rows.length > 0 ? `${email} from ${address}` : email;
  });
}
