// Being signed in: a row for each device, what it was shown to be let in, and the two tokens that it gets.
import { randomBytes } from "node:crypto";
import type { ClientBase } from "pg";
import { AuthRefusal } from "../refusal.ts";
import type { AuthRequest, Fields } from "../request.ts";
import type { AuthService } from "../service.ts";
import { signAccessToken } from "./access-token.ts";
import { printRefreshToken } from "../tokens/refresh-token.ts";
import { audit } from "./audit.ts";
import { findAccount, isBanned, userJson, type Account } from "./account.ts";

/** How a user signed in: `password`, `otp`, `oauth`, `anonymous`, `invite`, `totp`. */
export type Method = "password" | "otp" | "oauth" | "anonymous" | "invite" | "email/signup" | "totp";

export type Session = {
  readonly id: string;
  readonly aal: "aal1" | "aal2";
  readonly amr: readonly { readonly method: string; readonly timestamp: number }[];
};

/** What is needed to renew it, besides. */
export type SessionRow = Session & {
  readonly user_id: string;
  readonly refresh_key: Buffer;
  readonly place: bigint;
  /** Milliseconds since its token was renewed. */
  readonly age: number;
  readonly created_at: Date;
  readonly has_ended: boolean;
};

export async function startSession(
  client: ClientBase,
  id: string,
  method: Method,
  request: AuthRequest,
  service: AuthService,
): Promise<Fields> {
  const key = randomBytes(32);
  const { rows } = await client.query<{ id: string }>(
    `WITH made AS (INSERT INTO auth.sessions (user_id, user_agent, ip, refresh_key) VALUES ($1, $2, $3, $4) RETURNING id),
      shown AS (INSERT INTO auth.mfa_amr_claims (session_id, authentication_method) SELECT id, $5 FROM made),
      seen AS (UPDATE auth.users SET last_sign_in_at = now(), updated_at = now() WHERE id = $1)
     SELECT id FROM made`,
    [id, request.headers.get("user-agent")?.slice(0, 500) ?? null, request.address, key, method],
  );
  await audit(client, request, "login", id);
  const made = await findSession(client, rows[0]?.id ?? "");
  const account = await findAccount(client, "id", id);
  if (made === undefined || account === undefined) throw new Error("who signs in has an account");
  if (isBanned(account)) throw banned();
  return sessionJson(account, made, service);
}

export const banned = () => new AuthRefusal(400, "user_banned", "User is banned");

/** The account of a session, without a lock. */
export async function ownerOf(client: ClientBase, id: string): Promise<string | undefined> {
  const { rows } = await client.query<{ user_id: string }>("SELECT user_id FROM auth.sessions WHERE id = $1", [id]);
  return rows[0]?.user_id;
}

/** Locked until the transaction ends; a transaction that locks the account as well locks that first. */
export async function findSession(client: ClientBase, id: string): Promise<SessionRow | undefined> {
  const { rows } = await client.query(
    `SELECT s.id, s.aal, s.user_id, s.refresh_key, s.refresh_counter AS place, s.created_at,
      extract(epoch FROM clock_timestamp() - s.refreshed_at)::double precision * 1000 AS age, COALESCE(s.not_after < now(), false) AS has_ended,
      COALESCE((SELECT jsonb_agg(jsonb_build_object('method', a.authentication_method, 'timestamp', floor(extract(epoch FROM a.updated_at))::bigint) ORDER BY a.updated_at DESC)
        FROM auth.mfa_amr_claims a WHERE a.session_id = s.id), '[]') AS amr
     FROM auth.sessions s WHERE s.id = $1 FOR UPDATE`,
    [id],
  );
  const row = rows[0];
  return row === undefined ? undefined : { ...row, place: BigInt(row.place) };
}

export async function sessionJson(account: Account, session: SessionRow, service: AuthService): Promise<Fields> {
  const { text, expiresAt } = await signAccessToken(account, session, service);
  return {
    access_token: text,
    token_type: "bearer",
    expires_in: service.settings.accessTokenSeconds,
    expires_at: expiresAt,
    refresh_token: printRefreshToken({ of: session.id, place: session.place }, session.refresh_key),
    user: userJson(account, service),
  };
}

/** `but`: the one that stays. With its devices ends what they began: a code that waits, an identity that is to be linked. */
export async function endSessions(client: ClientBase, user: string, but?: string): Promise<void> {
  await client.query("DELETE FROM auth.sessions WHERE user_id = $1 AND id IS DISTINCT FROM $2", [user, but ?? null]);
  await client.query("DELETE FROM auth.flow_state WHERE link_to = $1 OR (user_id = $1 AND auth_code IS NOT NULL)", [
    user,
  ]);
}
