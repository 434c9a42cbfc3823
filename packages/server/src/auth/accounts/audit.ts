// What happened to accounts, for operators: written in the transaction that it tells of, and never a secret.
import type { ClientBase } from "pg";
import type { AuthRequest, Fields } from "../request.ts";
import { withFairConnection, type AuthService } from "../service.ts";

/** Each with the kind that clients of this wire know for it. */
const kinds = {
  login: "account",
  logout: "account",
  token_reused: "token",
  user_signedup: "team",
  user_invited: "team",
  user_deleted: "team",
  user_created: "team",
  user_modified: "user",
  user_recovery_requested: "user",
  user_reauthenticate_requested: "user",
  user_updated_password: "user",
  identity_linked: "user",
  identity_unlinked: "user",
  link_generated: "user",
  factor_in_progress: "factor",
  factor_updated: "factor",
  factor_deleted: "factor",
  factor_unenrolled: "factor",
  challenge_created: "factor",
  mfa_code_login: "factor",
  login_failed: "account",
  code_failed: "account",
  mfa_code_failed: "factor",
} as const;

type Failed = "login_failed" | "code_failed" | "mfa_code_failed";
export type Action = Exclude<keyof typeof kinds, Failed>;

/** `user`: whose account it is about. Who asked has the key of the service, or is that person. */
export async function audit(
  client: ClientBase,
  { address, caller }: Pick<AuthRequest, "address" | "caller">,
  action: Action,
  user: string,
  traits: Readonly<Record<string, string>> = {},
): Promise<void> {
  await client.query(
    "INSERT INTO auth.audit_log (action, user_id, by_service, address, traits) VALUES ($1, $2, $3, $4, $5)",
    [action, user, caller === undefined, address, traits],
  );
}

/**
 * A failed attempt is refused, so it is recorded in a transaction of its own: that it was tried, and not what was
 * typed. Also for an address without an account, so that it takes as long.
 */
export async function auditFailed(
  request: AuthRequest,
  service: AuthService,
  action: Failed,
  whose: { readonly email: string } | { readonly id: string },
): Promise<void> {
  const by = "id" in whose ? "id = $3::uuid" : "lower(email) = lower($3)";
  await withFairConnection(request, service, async (client) =>
    client.query(
      `INSERT INTO auth.audit_log (action, user_id, address) VALUES ($1, (SELECT id FROM auth.users WHERE ${by}), $2)`,
      [action, request.address, "id" in whose ? whose.id : whose.email],
    ),
  );
}

export type AuditFilter = {
  /** `author`: an address; `action`, `type`: as responses name them. Without a filter: everything. */
  readonly by: { readonly scope: "author" | "action" | "type"; readonly text: string } | undefined;
  readonly most: number;
  readonly from: number;
};

type Entry = {
  readonly uid: string;
  readonly action: string;
  /** Null: not of an account. */
  readonly user_id: string | null;
  readonly by_service: boolean;
  readonly address: string | null;
  readonly traits: Fields;
  readonly happened_at: Date;
  readonly email: string | null;
};

/** The last one first. Addresses are those that accounts have now: of one that is gone there is none. */
export async function readAudit(
  client: ClientBase,
  { by, most, from }: AuditFilter,
): Promise<{ readonly total: number; readonly entries: readonly Fields[] }> {
  const where = {
    author: "CASE WHEN a.by_service THEN 'service_role' ELSE COALESCE(u.email, '') END",
    action: "a.action",
    type: "$2::jsonb ->> a.action",
  }[by?.scope ?? "action"];
  const rows = await client.query<Entry & { readonly total: string }>(
    `SELECT a.uid, a.action, a.user_id, a.by_service, a.address, a.traits, a.happened_at, u.email, count(*) OVER () AS total
     FROM auth.audit_log a LEFT JOIN auth.users u ON u.id = a.user_id
     WHERE $2::jsonb IS NOT NULL AND strpos(lower(${where}), lower($1)) > 0 ORDER BY a.id DESC LIMIT $3 OFFSET $4`,
    [by?.text ?? "", kinds, most, from],
  );
  return { total: Number(rows.rows[0]?.total ?? 0), entries: rows.rows.map(entryJson) };
}

const nobody = "00000000-0000-0000-0000-000000000000";

const entryJson = ({ uid, action, user_id, by_service, address, traits, happened_at, email }: Entry): Fields => ({
  id: uid,
  payload: {
    action,
    actor_id: by_service ? nobody : (user_id ?? nobody),
    actor_username: by_service ? "service_role" : (email ?? ""),
    actor_via_sso: false,
    log_type: kinds[action as keyof typeof kinds] ?? "account",
    traits: by_service ? { user_id, user_email: email ?? "", ...traits } : traits,
  },
  created_at: happened_at.toISOString(),
  ip_address: address ?? "",
});
