// The token of an address that was signed: which file it is good for, for what, and for how long.
import { jwtVerify, errors, SignJWT } from "jose";
import { invalidRequest, invalidToken, wrongSignature } from "./refusal.ts";
import type { StorageRequest, StorageService } from "./service.ts";

/** For files alone: it is valid nowhere else, and no other token is one of these. */
const audience = "storage";

type Scope = "download" | "upload";

export async function sign(
  service: StorageService,
  scope: Scope,
  url: string,
  seconds: number,
  more: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  return new SignJWT({ ...more, url, scope })
    .setProtectedHeader({ alg: "HS256" })
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
    .sign(service.ring().secret);
}

type Signed = { readonly owner: string | null; readonly isUpsert: boolean; readonly expiresAt: Date };

/** Of the very object that the address names, and for this alone. */
export async function readSigned(
  asked: StorageRequest,
  service: StorageService,
  scope: Scope,
  token = asked.query.get("token") ?? "",
): Promise<Signed> {
  if (token === "") throw invalidRequest("querystring must have required property 'token'");
  const { payload } = await jwtVerify(token, service.ring().secret, { algorithms: ["HS256"], audience }).catch(
    (failure: unknown) => {
      if (failure instanceof errors.JWTExpired) throw invalidToken('"exp" claim timestamp check failed');
      if (failure instanceof errors.JWSInvalid) throw invalidToken("Invalid Compact JWS");
      if (failure instanceof errors.JOSEError) throw invalidToken("Invalid token");
      throw failure;
    },
  );
  if (payload["scope"] !== scope) throw wrongSignature(`Token is not scoped for ${scope}`);
  if (payload["url"] !== `${asked.bucket}/${asked.name}`) throw wrongSignature();
  return {
    owner: typeof payload["owner"] === "string" ? payload["owner"] : null,
    isUpsert: payload["upsert"] === true,
    expiresAt: new Date((payload.exp ?? 0) * 1000),
  };
}
