// DELETE /user: a user deletes their own account. Rows that refer to it stay, without the reference.
import { AuthRefusal } from "../refusal.ts";
import { textOf, type AuthRequest } from "../request.ts";
import { inTransaction, type Answer, type AuthService } from "../service.ts";
import { needSecondFactor, readClaims, readPerson } from "../accounts/person.ts";
import { audit } from "../accounts/audit.ts";
import { redeemCode } from "../tokens/one-time-tokens.ts";
import { verifyPassword } from "../tokens/passwords.ts";
import { countGuess } from "../attempts.ts";

/** It cannot be undone, so an open screen is not enough: the password, or a code by mail where there is none. */
export async function leave(request: AuthRequest, service: AuthService): Promise<Answer> {
  const claims = await readClaims(request, service);
  await countGuess(request, service, `password of ${claims.sub ?? ""}`);
  await inTransaction(request, service, async (client) => {
    const person = await readPerson(client, claims);
    needSecondFactor(person, "AAL2 session is required to delete an account when MFA is enabled.");
    const { user } = person.account;
    const password = textOf(request.body, "password");
    const nonce = textOf(request.body, "nonce");
    const isShown =
      (nonce !== undefined && (await redeemCode(client, user.id, nonce, ["reauthentication"])) !== undefined) ||
      (password !== undefined && (await verifyPassword(user.encrypted_password, password)).isRight);
    // A visitor, and a user with an unconfirmed address, can be sent nothing.
    const canReauthenticate = user.encrypted_password !== null || user.email_confirmed_at !== null;
    if (canReauthenticate && !isShown)
      throw new AuthRefusal(
        400,
        "reauthentication_needed",
        "Deleting an account requires its password, or a nonce from reauthentication",
      );
    await client.query("DELETE FROM auth.users WHERE id = $1", [user.id]);
    // The trail says that an account went, and from now on not whose it was.
    await client.query("UPDATE auth.audit_log SET address = NULL WHERE user_id = $1", [user.id]);
    await client.query("DELETE FROM auth.tries WHERE subject = $1 OR subject LIKE $2", [
      user.email ?? "",
      `% of ${user.id}`,
    ]);
    await audit(client, { ...request, address: "" }, "user_deleted", user.id);
  });
  return { status: 204 };
}
