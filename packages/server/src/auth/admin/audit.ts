// GET /admin/audit: what happened to accounts, page by page.
import { invalid } from "../refusal.ts";
import type { AuthRequest } from "../request.ts";
import { inTransaction, type Answer, type AuthService } from "../service.ts";
import { readAudit, type AuditFilter } from "../accounts/audit.ts";
import { pageHeaders, pageOf } from "./pages.ts";

const scopes = ["author", "action", "type"] as const;

export async function listAudit(request: AuthRequest, service: AuthService): Promise<Answer> {
  const page = pageOf(request);
  const by = wantedIn(request.query.get("query") ?? "");
  return inTransaction(request, service, async (client) => {
    const { total, entries } = await readAudit(client, { by, most: page.size, from: (page.number - 1) * page.size });
    return { body: entries, headers: pageHeaders(`${service.url()}/auth/v1/admin/audit`, page, total) };
  });
}

/** `action:login`; nothing for all. */
function wantedIn(query: string): AuditFilter["by"] {
  if (query === "") return undefined;
  const [, name, text = ""] = /^(\w+):(.{1,200})$/s.exec(query) ?? [];
  const scope = scopes.find((one) => one === name);
  if (scope === undefined || text.includes("\0"))
    throw invalid("Invalid query: author:…, action:… or type:… with what to look for");
  return { scope, text };
}
