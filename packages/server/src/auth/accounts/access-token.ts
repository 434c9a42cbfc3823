// The access token: the account, how its user signed in, and when it expires.
import { SignJWT } from "jose";
import { signingKey } from "../../keys/key-ring.ts";
import { hasVerifiedFactor, type Account } from "./account.ts";
import type { SessionRow } from "./sessions.ts";
import type { AuthService } from "../service.ts";

/** Signed with the current key, whose other half is public. */
export async function signAccessToken(
  account: Account,
  { id, aal, amr, place }: SessionRow,
  service: AuthService,
): Promise<{ readonly text: string; readonly expiresAt: number }> {
  const { user } = account;
  const now = Math.floor(Date.now() / 1000);
  const expiresAt = now + service.settings.accessTokenSeconds;
  const { kid, privateKey } = signingKey(service.ring());
  const text = await new SignJWT({
    role: "authenticated",
    email: user.email ?? "",
    phone: user.phone ?? "",
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    aal,
    amr,
    session_id: id,
    // By which it is known that the answer which brought it has arrived: see `flows/refresh.ts`.
    renewal: Number(place),
    is_anonymous: user.is_anonymous,
    // Good for showing the second factor, and for nothing else: see `gate/caller.ts`.
    ...(aal === "aal1" && hasVerifiedFactor(account) ? { second_factor: "missing" } : {}),
  })
    .setProtectedHeader({ alg: "ES256", typ: "JWT", kid })
    .setIssuer(`${service.url()}/auth/v1`)
    .setSubject(user.id)
    .setAudience("authenticated")
    .setIssuedAt(now)
    .setExpirationTime(expiresAt)
    .sign(privateKey);
  return { text, expiresAt };
}
