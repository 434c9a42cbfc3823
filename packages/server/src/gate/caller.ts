// Who asks: from the headers of a request to a role and the claims of a token that was checked.
import type { Claims, TokenChecker, TokenRefusal } from "../keys/tokens.ts";

export const roles = ["anon", "authenticated", "service_role"] as const;
export type Role = (typeof roles)[number];

export type Caller = {
  readonly role: Role;
  readonly claims: Claims;
  readonly signedIn: boolean;
};

export type CallerResult = { readonly caller: Caller } | { readonly refusal: TokenRefusal };

const visitor: CallerResult = { caller: { role: "anon", claims: { role: "anon" }, signedIn: false } };

/**
 * A token in `Authorization` identifies the caller; without one, the key of the project does. A caller who sends
 * neither is a visitor: the anonymous key is public, so asking for it would protect nothing. Never from the address,
 * which ends up in logs.
 */
export async function readCaller(
  headers: { readonly get: (name: string) => string | null },
  check: TokenChecker,
): Promise<CallerResult> {
  // Blanks at the end of a header are gone already.
  const bearer = /^bearer(?: +(\S*) *)?$/i.exec(headers.get("authorization") ?? "")?.map((part = "") => part)[1];
  const token = bearer ?? headers.get("apikey")?.trim() ?? "";
  if (token === "")
    return bearer === undefined
      ? visitor
      : { refusal: { why: "malformed", message: "Empty JWT is sent in Authorization header" } };
  const checked = await check(token);
  if ("refusal" in checked) return checked;
  const { claims } = checked;
  const role = claims.role ?? "anon";
  // The database has other roles, and some of them may everything.
  if (!isRole(role)) return { refusal: { why: "claims", message: `role "${role}" does not exist` } };
  // The token of a signed-in user has to name the account.
  if (role === "authenticated" && !isId(claims.sub))
    return { refusal: { why: "claims", message: "JWT without subject" } };
  // A user who has set up a second factor needs both: one alone, stolen, opens no rows.
  if (claims["second_factor"] === "missing")
    return { refusal: { why: "claims", message: "The second factor of this account has not been verified" } };
  return { caller: { role, claims, signedIn: role !== "anon" } };
}

/** As the log of the console names it. */
export const nameOfCaller = ({ role, claims: { sub } }: Caller): string =>
  role === "service_role" ? "service key" : typeof sub === "string" ? sub : "anonymous";

const isRole = (role: string): role is Role => (roles as readonly string[]).includes(role);
const isId = (text: unknown): boolean =>
  typeof text === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
