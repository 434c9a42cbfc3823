// POST /token: which of the grants is asked for.
import { AuthRefusal } from "../refusal.ts";
import type { AuthRequest } from "../request.ts";
import type { Answer, AuthService, Flow } from "../service.ts";
import { grantByIdToken } from "../providers/id-token-grant.ts";
import { exchangeCode } from "./exchange-code.ts";
import { grantByPassword } from "./password-grant.ts";
import { refresh } from "./refresh.ts";

const grants: ReadonlyMap<string, Flow> = new Map([
  ["password", grantByPassword],
  ["refresh_token", refresh],
  ["pkce", exchangeCode],
  ["id_token", grantByIdToken],
]);

export async function token(request: AuthRequest, service: AuthService): Promise<Answer> {
  const grant = grants.get(request.query.get("grant_type") ?? "");
  if (grant === undefined) throw new AuthRefusal(400, "validation_failed", "unsupported_grant_type");
  return grant(request, service);
}
