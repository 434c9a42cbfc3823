// Tokens: which are taken for true, what they say, and the two that a project is known by.
import { createHmac } from "node:crypto";
import { compactVerify, errors, type JWTPayload } from "jose";
import type { KeyRing } from "./key-ring.ts";

export type Claims = JWTPayload & { readonly role?: string };

/** Why a token is not taken. `said` is for the sender. */
export type TokenRefusal = {
  readonly why: "malformed" | "expired" | "claims";
  readonly message: string;
  readonly details?: string;
};
export type Checked = { readonly claims: Claims } | { readonly refusal: TokenRefusal };

export type TokenChecker = (token: string) => Promise<Checked>;

/** As many different tokens as are remembered to be genuine. Checking a signature takes longer than the rest of a short request. */
const remembered = 10_000;

/**
 * The algorithm follows from the key and never from the token. `issuers`: who may have made it; a token with the shared
 * secret that names no issuer was made by some holder of the secret.
 */
export function tokenChecker(
  ring: () => KeyRing,
  { issuers, now = () => Date.now() }: { readonly issuers: () => readonly string[]; readonly now?: () => number },
): TokenChecker {
  const genuine = new Map<string, Claims>();
  let known: KeyRing | undefined;
  const answer = (claims: Claims): Checked => {
    const refusal = refusalOf(claims, issuers(), now() / 1000);
    return refusal === undefined ? { claims } : { refusal };
  };
  return async (token) => {
    // What another ring has checked is checked again: its key may be gone.
    const asked = ring();
    if (known !== asked) {
      genuine.clear();
      known = asked;
    }
    let claims = genuine.get(token);
    if (claims === undefined) {
      const checked = await verify(token, asked);
      if ("refusal" in checked) return checked;
      claims = checked.claims;
      // Keys may have changed meanwhile: what the earlier ones said is true once more, and not remembered.
      if (asked !== known) return answer(claims);
      const oldest = genuine.size >= remembered ? genuine.keys().next().value : undefined;
      if (oldest !== undefined) genuine.delete(oldest);
      genuine.set(token, claims);
    }
    return answer(claims);
  };
}

/** The signature alone; times are looked at apart, each time the token is used. */
async function verify(token: string, ring: KeyRing): Promise<Checked> {
  try {
    const { payload } = await compactVerify(
      token,
      ({ alg, kid }) => {
        if (alg === "HS256") return ring.secret;
        const found = kid === undefined ? undefined : ring.publicKeys.get(kid);
        if (alg !== "ES256" || found === undefined) throw new errors.JWKSNoMatchingKey();
        return found.key;
      },
      { algorithms: ["HS256", "ES256"] },
    );
    const claims: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(payload));
    if (typeof claims !== "object" || claims === null || Array.isArray(claims)) throw new errors.JWTInvalid();
    return { claims: claims as Claims };
  } catch (failure) {
    return { refusal: { why: "malformed", ...messageOf(token, failure) } };
  }
}

function messageOf(token: string, failure: unknown): Pick<TokenRefusal, "message" | "details"> {
  const parts = token.split(".").length;
  if (parts !== 3) return { message: `Expected 3 parts in JWT; got ${parts}` };
  if (failure instanceof errors.JOSEAlgNotAllowed) return { message: "Wrong or unsupported encoding algorithm" };
  if (failure instanceof errors.JWKSNoMatchingKey || failure instanceof errors.JWSSignatureVerificationFailed) {
    return { message: "No suitable key or wrong key type", details: "None of the keys was able to decode the JWT" };
  }
  return { message: "JWT cryptographic operation failed" };
}

/** Clocks of two machines differ by seconds. */
const tolerated = 30;

function refusalOf(claims: Claims, issuers: readonly string[], seconds: number): TokenRefusal | undefined {
  const { exp, nbf, iat, aud, iss, role } = claims;
  const wrong = (message: string): TokenRefusal => ({ why: "claims", message });
  const noTime = (["exp", "nbf", "iat"] as const).find((name) => !isTime(claims[name]));
  if (noTime !== undefined) return wrong(`The JWT '${noTime}' claim must be a number`);
  const audiences: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  if (aud !== undefined && audiences.some((one) => typeof one !== "string")) {
    return wrong("The JWT 'aud' claim must be a string or an array of strings");
  }
  if (exp !== undefined && exp + tolerated < seconds) return { why: "expired", message: "JWT expired" };
  if (nbf !== undefined && nbf - tolerated > seconds) return wrong("JWT not yet valid");
  if (iat !== undefined && iat - tolerated > seconds) return wrong("JWT issued at future");
  if (aud !== undefined && !audiences.includes("authenticated")) return wrong("JWT not in audience");
  if (iss !== undefined && !issuers.includes(iss)) return wrong("JWT not from this issuer");
  if (role !== undefined && typeof role !== "string") return wrong("Parsing claims failed");
  return undefined;
}

const isTime = (time: unknown): boolean => time === undefined || typeof time === "number";

/** The issuer of the keys of the project. */
export const projectIssuer = "writ";

/** What programs use to be let in: as a visitor, or past every right. The same as long as the secret is. */
export function projectKey(role: "anon" | "service_role", { secret, secretMadeAt }: KeyRing): string {
  const iat = Math.floor(secretMadeAt.getTime() / 1000);
  const tenYears = 10 * 365 * 24 * 60 * 60;
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const text = `${part({ alg: "HS256", typ: "JWT" })}.${part({ iss: projectIssuer, role, iat, exp: iat + tenYears })}`;
  return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
}
