// An account as the database keeps it, and as its owner is shown it.
import type { ClientBase } from "pg";
import type { Fields } from "../request.ts";
import type { AuthService } from "../service.ts";

export type UserRow = {
  readonly id: string;
  readonly email: string | null;
  readonly phone: string | null;
  /** Its owner has shown that the address is theirs: all that goes by an address goes by this. */
  readonly email_confirmed_at: string | null;
  /** Let in without that, where the document asks for none; null otherwise. */
  readonly let_in_at: string | null;
  readonly encrypted_password: string | null;
  readonly raw_app_meta_data: Fields;
  readonly raw_user_meta_data: Fields;
  readonly is_anonymous: boolean;
  readonly invited_at: string | null;
  readonly confirmation_sent_at: string | null;
  readonly recovery_sent_at: string | null;
  readonly email_change: string | null;
  readonly email_change_sent_at: string | null;
  readonly email_change_confirmed: readonly string[];
  readonly reauthentication_sent_at: string | null;
  readonly last_sign_in_at: string | null;
  readonly banned_until: string | null;
  readonly created_at: string;
  readonly updated_at: string;
};

export type IdentityRow = {
  readonly id: string;
  readonly user_id: string;
  readonly provider: string;
  readonly provider_id: string;
  readonly identity_data: Fields;
  readonly last_sign_in_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
};

export type FactorRow = {
  readonly id: string;
  readonly friendly_name: string | null;
  readonly factor_type: "totp";
  readonly status: "unverified" | "verified";
  readonly created_at: string;
  readonly updated_at: string;
};

export type Account = {
  readonly user: UserRow;
  readonly identities: readonly IdentityRow[];
  readonly factors: readonly FactorRow[];
};

const columns = `to_jsonb(u) AS "user",
  COALESCE((SELECT jsonb_agg(to_jsonb(i) ORDER BY i.created_at, i.id) FROM auth.identities i WHERE i.user_id = u.id), '[]') AS identities,
  COALESCE((SELECT jsonb_agg(to_jsonb(f) - 'secret' - 'last_step' ORDER BY f.created_at, f.id) FROM auth.mfa_factors f WHERE f.user_id = u.id), '[]') AS factors`;

/** Held until the transaction ends, so that two requests about one account do not cross. */
export async function findAccount(client: ClientBase, by: "id" | "email", value: string): Promise<Account | undefined> {
  const where = by === "id" ? "u.id = $1" : "lower(u.email) = lower($1)";
  const { rows } = await client.query<Account>(`SELECT ${columns} FROM auth.users u WHERE ${where} FOR UPDATE OF u`, [
    value,
  ]);
  return rows[0];
}

/** Its hash alone, without holding the row. */
export async function passwordOf(client: ClientBase, email: string): Promise<string | null | undefined> {
  const { rows } = await client.query<{ hash: string | null }>(
    "SELECT encrypted_password AS hash FROM auth.users WHERE lower(email) = $1",
    [email],
  );
  return rows[0]?.hash;
}

export async function listAccounts(client: ClientBase, most: number, from: number): Promise<readonly Account[]> {
  const { rows } = await client.query<Account>(
    `SELECT ${columns} FROM auth.users u ORDER BY u.created_at DESC, u.id LIMIT $1 OFFSET $2`,
    [most, from],
  );
  return rows;
}

/** As this product has it now: one that requires a confirmation does not count users whom it let in without. */
export function userJson({ user, identities, factors }: Account, { product }: Pick<AuthService, "product">): Fields {
  // As GoTrue says it: that a sign-up is complete. Whether the address was shown to be theirs stands in their identity.
  const confirmed = user.email_confirmed_at ?? (product().confirmedAddress ? null : user.let_in_at);
  const moments = {
    email_confirmed_at: confirmed,
    confirmed_at: confirmed,
    confirmation_sent_at: user.confirmation_sent_at,
    recovery_sent_at: user.recovery_sent_at,
    email_change_sent_at: user.email_change === null ? null : user.email_change_sent_at,
    new_email: user.email_change,
    invited_at: user.invited_at,
    reauthentication_sent_at: user.reauthentication_sent_at,
    last_sign_in_at: user.last_sign_in_at,
    banned_until: user.banned_until,
  };
  return {
    id: user.id,
    aud: "authenticated",
    role: "authenticated",
    email: user.email ?? "",
    phone: user.phone ?? "",
    ...Object.fromEntries(Object.entries(moments).filter(([, value]) => value !== null)),
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    identities: identities.map((one) => identityJson(one, user)),
    ...(factors.length === 0 ? {} : { factors: factors.map(factorJson) }),
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: user.is_anonymous,
  };
}

const identityJson = ({ id, provider_id, ...identity }: IdentityRow, user: UserRow): Fields => {
  const { provider, identity_data: data } = identity;
  const verified = provider === "email" ? { email_verified: user.email_confirmed_at !== null } : {};
  return {
    identity_id: id,
    id: provider_id,
    ...identity,
    identity_data: { ...data, ...verified },
    ...(typeof data["email"] === "string" ? { email: data["email"] } : {}),
  };
};

export const factorJson = ({ id, friendly_name, factor_type, status, created_at, updated_at }: FactorRow): Fields => ({
  id,
  friendly_name: friendly_name ?? "",
  factor_type,
  status,
  created_at,
  updated_at,
});

export const isBanned = ({ user }: Account): boolean =>
  user.banned_until !== null && Date.parse(user.banned_until) > Date.now();
export const hasVerifiedFactor = ({ factors }: Account): boolean => factors.some(({ status }) => status === "verified");
