// A token in which an OpenID provider says who someone is, brought by an app that asked for it itself: is it true, and
// for here?
import { createHash } from "node:crypto";
import { jwtVerify, type JWTPayload } from "jose";
import { AuthRefusal } from "../refusal.ts";
import type { AuthService } from "../service.ts";
import { clientIdsOf, reach } from "./configuration.ts";
import type { Provider } from "./providers.ts";

export type Brought = {
  readonly token: string;
  readonly nonce: string | undefined;
  readonly accessToken: string | undefined;
};

/** The keys are public and only verify signatures, so no algorithm of shared secrets is among them. */
const algorithms = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];

/** Clocks of two machines differ by seconds. */
const clockTolerance = 30;

export async function readIdToken(brought: Brought, provider: Provider, service: AuthService): Promise<JWTPayload> {
  const { configuration, keys } = await reach(provider, service);
  if (keys === undefined) throw refused("the provider signs none");
  const { payload, protectedHeader } = await jwtVerify(brought.token, keys, {
    algorithms,
    clockTolerance,
    requiredClaims: ["iss", "sub", "aud", "exp", "iat"],
  }).catch((failure: unknown) => {
    throw whyNot(failure);
  });
  const { issuer } = configuration.serverMetadata();
  checkIssuer(payload, [issuer, ...provider.aliases]);
  const key: Readonly<Record<string, unknown>> | undefined = keys
    .jwks()
    ?.keys.find(({ kid }) => kid === protectedHeader.kid);
  // Microsoft says of each key whose tokens it signs.
  if (typeof key?.["issuer"] === "string") checkIssuer(payload, [key["issuer"]]);
  checkAudience(payload, clientIdsOf(provider, service));
  if (Number(payload.iat) > Date.now() / 1000 + clockTolerance) throw refused("it was issued in the future");
  if (payload.sub === "") throw refused("it names nobody");
  checkNonce(payload, brought.nonce);
  if (brought.accessToken !== undefined) checkHash(payload, brought.accessToken, protectedHeader.alg);
  return payload;
}

const refused = (why: string) => new AuthRefusal(400, "bad_jwt", `Bad ID token: ${why}`);

function whyNot(failure: unknown): AuthRefusal {
  const code = failure instanceof Error && "code" in failure ? String(failure.code) : "";
  if (code === "ERR_JWKS_TIMEOUT" || code === "ERR_JOSE_GENERIC" || !code.startsWith("ERR_J"))
    return new AuthRefusal(503, "unexpected_failure", "The provider cannot be reached", {
      headers: { "Retry-After": "5" },
    });
  if (code === "ERR_JWT_EXPIRED") return refused("it has expired");
  if (code === "ERR_JWT_CLAIM_VALIDATION_FAILED" && failure instanceof Error) return refused(failure.message);
  return refused("its signature is not the provider's");
}

/** One tenant's word is one tenant's: `{tenantid}` stands for the one that the token names. */
function checkIssuer({ iss, tid }: JWTPayload, issuers: readonly string[]): void {
  const tenant = typeof tid === "string" && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(tid) ? tid : undefined;
  const expected = issuers.map((one) => (tenant === undefined ? one : one.replace("{tenantid}", tenant)));
  if (iss === undefined || iss.includes("{") || !expected.includes(iss)) throw refused("unexpected issuer");
}

/** A token for several has to say whose it is; one for one app may have been asked for by another of the same product. */
function checkAudience({ aud, azp }: JWTPayload, ids: readonly string[]): void {
  const audiences = [aud ?? []].flat();
  const isOurs = audiences.some((one) => ids.includes(one));
  const isShared = audiences.length > 1 && !(typeof azp === "string" && ids.includes(azp));
  if (!isOurs || isShared) throw refused("unexpected audience");
}

/**
 * The token holds the hash of the nonce: a reader of it in transit does not know the nonce that has to come with it.
 */
function checkNonce({ nonce: kept }: JWTPayload, given: string | undefined): void {
  const has = typeof kept === "string" && kept !== "";
  if (has !== (given !== undefined))
    throw new AuthRefusal(
      400,
      "validation_failed",
      "Passed nonce and nonce in id_token should either both exist or not.",
    );
  if (given !== undefined && createHash("sha256").update(given).digest("hex") !== kept)
    throw refused("Nonces mismatch");
}

/** The left half of what the access token hashes to. */
function checkHash({ at_hash: kept }: JWTPayload, accessToken: string, algorithm: string): void {
  if (kept === undefined) return;
  const bits = algorithm.startsWith("Ed") ? "512" : algorithm.slice(2);
  const whole = createHash(`sha${bits}`).update(accessToken).digest();
  if (kept !== whole.subarray(0, whole.length / 2).toString("base64url"))
    throw refused("the access token is not the one that came with it");
}
