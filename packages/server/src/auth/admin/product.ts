// GET /admin/product: which document is served, by its digest, and the key that its visitors come with.
import { createHash } from "node:crypto";
import { projectKey } from "../../keys/tokens.ts";
import { AuthRefusal } from "../refusal.ts";
import type { Answer, AuthService } from "../service.ts";
import type { AuthRequest } from "../request.ts";

export async function showProduct(_request: AuthRequest, service: AuthService): Promise<Answer> {
  const edition = service.edition();
  if (edition === undefined) throw new AuthRefusal(404, "not_found", "No document is served here.");
  const digest = createHash("sha256").update(edition.source).digest("hex");
  return {
    body: { document: digest, title: edition.compiled.model.title, anon_key: projectKey("anon", service.ring()) },
  };
}
