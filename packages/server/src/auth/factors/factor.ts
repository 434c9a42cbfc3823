// The factor that a path names, of the person who asks.
import type { ClientBase } from "pg";
import type { FactorRow } from "../accounts/account.ts";
import { AuthRefusal } from "../refusal.ts";
import { isId, type AuthRequest } from "../request.ts";

export type Factor = {
  readonly id: string;
  readonly secret: string;
  readonly status: "unverified" | "verified";
  readonly last_step: string;
};

/** Another account's factor is reported as missing. */
export async function factorOfRequest(client: ClientBase, request: AuthRequest, user: string): Promise<Factor> {
  const id = request.parameters["factor_id"];
  if (!isId(id)) throw new AuthRefusal(404, "validation_failed", "factor_id must be an UUID");
  const { rows } = await client.query<Factor>(
    "SELECT id, secret, status, last_step FROM auth.mfa_factors WHERE id = $1 AND user_id = $2 FOR UPDATE",
    [id, user],
  );
  const factor = rows[0];
  if (factor === undefined) throw new AuthRefusal(404, "mfa_factor_not_found", "Factor not found");
  return factor;
}

/** People tell theirs apart by them. */
export function checkName(name: string, factors: readonly Pick<FactorRow, "friendly_name">[]): void {
  if (name === "" || !factors.some(({ friendly_name }) => friendly_name === name)) return;
  const message = `A factor with the friendly name "${name}" for this user already exists`;
  throw new AuthRefusal(422, "mfa_factor_name_conflict", message);
}
