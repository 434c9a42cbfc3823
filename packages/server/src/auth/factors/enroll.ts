// POST /factors: a second factor that an app on a phone computes, shown once, and counted on when it was right once.
import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";
import { AuthRefusal, invalid } from "../refusal.ts";
import { textOf, type AuthRequest } from "../request.ts";
import { inTransaction, type Answer, type AuthService } from "../service.ts";
import { audit } from "../accounts/audit.ts";
import { needSecondFactor, readClaims, readPerson } from "../accounts/person.ts";
import { checkName } from "./factor.ts";

const most = 10;

export async function enrollFactor(request: AuthRequest, service: AuthService): Promise<Answer> {
  const claims = await readClaims(request, service);
  const type = textOf(request.body, "factor_type");
  if (type === "phone" || type === "webauthn")
    throw new AuthRefusal(422, `mfa_${type}_enroll_not_enabled`, `MFA enroll is disabled for ${type}`);
  if (type !== "totp") throw invalid("factor_type needs to be totp, phone or webauthn");
  const name = textOf(request.body, "friendly_name")?.trim().slice(0, 100) ?? "";
  return inTransaction(request, service, async (client) => {
    const person = await readPerson(client, claims);
    const { user, factors } = person.account;
    if (user.is_anonymous)
      throw new AuthRefusal(403, "no_authorization", "Anonymous user not allowed to perform these actions");
    needSecondFactor(person, "AAL2 required to enroll a new factor");
    if (factors.length >= most)
      throw new AuthRefusal(
        422,
        "too_many_enrolled_mfa_factors",
        "Maximum number of enrolled factors reached, unenroll to continue",
      );
    checkName(name, factors);
    const secret = new Secret({ size: 20 });
    const { rows } = await client.query<{ id: string }>(
      "INSERT INTO auth.mfa_factors (user_id, friendly_name, factor_type, secret) VALUES ($1, $2, 'totp', $3) RETURNING id",
      [user.id, name, secret.base32],
    );
    await audit(client, request, "factor_in_progress", user.id);
    // A picture holds no more, and an app shows less.
    const issuer = (textOf(request.body, "issuer") ?? service.product().title).slice(0, 100).toWellFormed();
    const uri = new TOTP({ issuer, label: user.email ?? user.id, secret }).toString();
    return {
      body: {
        id: rows[0]?.id,
        type: "totp",
        friendly_name: name,
        totp: { qr_code: renderSVG(uri), secret: secret.base32, uri },
      },
    };
  });
}
