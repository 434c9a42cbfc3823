// Who asks: the account and the device that a token names, both looked up, because either may be gone.
import type { ClientBase } from "pg";
import type { Claims } from "../../keys/tokens.ts";
import { AuthRefusal, userNotFound } from "../refusal.ts";
import { isId, type AuthRequest } from "../request.ts";
import type { AuthService } from "../service.ts";
import { findAccount, hasVerifiedFactor, isBanned, type Account } from "./account.ts";
import { banned, findSession, type SessionRow } from "./sessions.ts";

export type Person = { readonly account: Account; readonly session: SessionRow | undefined };

/** Only what stands in `Authorization`: the key of the project beside it says nothing about a person. */
export async function readClaims(request: AuthRequest, service: AuthService): Promise<Claims> {
  const token = /^bearer +(\S+) *$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (token === undefined)
    throw new AuthRefusal(401, "no_authorization", "This endpoint requires a valid Bearer token");
  const checked = await service.checkToken(token);
  if ("refusal" in checked)
    throw new AuthRefusal(
      403,
      "bad_jwt",
      `invalid JWT: unable to parse or verify signature, ${checked.refusal.message}`,
    );
  return checked.claims;
}

export async function readPerson(client: ClientBase, claims: Claims): Promise<Person> {
  if (claims.sub === undefined) throw new AuthRefusal(403, "bad_jwt", "invalid claim: missing sub claim");
  // The key of the project is no account's token.
  if (!isId(claims.sub) || claims.role !== "authenticated")
    throw new AuthRefusal(403, "bad_jwt", "invalid claim: sub claim must be a UUID of an account");
  const account = await findAccount(client, "id", claims.sub);
  if (account === undefined) throw new AuthRefusal(403, "user_not_found", "User from sub claim in JWT does not exist");
  if (isBanned(account)) throw banned();
  const named = claims["session_id"];
  // A token that a holder of the secret made has no session.
  if (named === undefined) return { account, session: undefined };
  const session = typeof named === "string" && isId(named) ? await findSession(client, named) : undefined;
  if (session === undefined || session.user_id !== account.user.id || session.has_ended)
    throw new AuthRefusal(403, "session_not_found", "Session from session_id claim in JWT does not exist");
  return { account, session };
}

export async function needAdmin(request: AuthRequest, service: AuthService): Promise<void> {
  const { role } = await readClaims(request, service);
  if (role !== "service_role") throw new AuthRefusal(403, "not_admin", "User not allowed");
}

/** Where a second factor is set up, only a user who has shown it may change what opens the account. */
export function needSecondFactor({ account, session }: Person, message: string): void {
  if (hasVerifiedFactor(account) && session?.aal !== "aal2") throw new AuthRefusal(401, "insufficient_aal", message);
}

/** An account that the path names. */
export async function accountOfRequest(client: ClientBase, request: AuthRequest): Promise<Account> {
  const id = request.parameters["user_id"];
  if (!isId(id)) throw new AuthRefusal(404, "validation_failed", "user_id must be an UUID");
  const account = await findAccount(client, "id", id);
  if (account === undefined) throw userNotFound();
  return account;
}
