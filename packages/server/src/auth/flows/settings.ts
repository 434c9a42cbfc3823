// GET /settings, /health, /.well-known/jwks.json: what is public.
import type { AuthRequest } from "../request.ts";
import type { Answer, AuthService } from "../service.ts";
import { providersOf } from "../providers/providers.ts";
import { hasSignInMethod } from "../sign-in-methods.ts";

/** Providers that clients ask about by name, whether this product has them or not. */
const known = ["apple", "azure", "github", "google"];

export async function showSettings(_request: AuthRequest, service: AuthService): Promise<Answer> {
  const product = service.product();
  const providers = new Set(providersOf(service).map(({ name }) => name));
  const byAddress = product.signIn.some(({ kind }) =>
    ["email and password", "magic link", "code by mail"].includes(kind),
  );
  const names = [...new Set([...known, ...providers])].sort();
  return {
    body: {
      external: {
        anonymous_users: hasSignInMethod(product, "anonymous"),
        ...Object.fromEntries(names.map((name) => [name, providers.has(name)])),
        email: byAddress,
        phone: false,
      },
      disable_signup: product.signIn.length === 0,
      mailer_autoconfirm: !product.confirmedAddress,
      phone_autoconfirm: false,
      sms_provider: "",
      saml_enabled: false,
      passkeys_enabled: false,
      // What stands in the document, for pages that show it.
      sign_in: product.signIn.map(({ kind }) => kind),
    },
  };
}

export async function showHealth(): Promise<Answer> {
  return { body: { version: "writ", name: "GoTrue", description: "Accounts of a product that Writ runs" } };
}

/** The public halves, earlier ones included whose tokens are still about. */
export async function showKeys(_request: AuthRequest, service: AuthService): Promise<Answer> {
  const keys = [...service.ring().publicKeys.values()].map(({ jwk }) => jwk);
  return { body: { keys }, headers: { "Cache-Control": "public, max-age=600" } };
}
