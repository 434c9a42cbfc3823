// Which ways in the document shows: what it does not show is refused, under the code that clients know for it.
import type { Product } from "@writ/language/plan";
import { AuthRefusal } from "./refusal.ts";
import type { AuthService } from "./service.ts";

export type SignInMethod = "email and password" | "magic link" | "code by mail" | "anonymous";

export const hasSignInMethod = (product: Product, way: SignInMethod): boolean =>
  product.signIn.some(({ kind }) => kind === way);

export function needPassword({ product }: AuthService): void {
  if (hasSignInMethod(product(), "email and password")) return;
  if (product().signIn.length === 0)
    throw new AuthRefusal(422, "signup_disabled", "Signups not allowed for this instance");
  throw new AuthRefusal(422, "email_provider_disabled", "Email logins with a password are disabled");
}

export function needAnonymous({ product }: AuthService): void {
  if (!hasSignInMethod(product(), "anonymous"))
    throw new AuthRefusal(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
}

/** A link or a code; which of the two, the mail shows. */
export function needMailSignIn({ product }: AuthService): void {
  if (!hasSignInMethod(product(), "magic link") && !hasSignInMethod(product(), "code by mail"))
    throw new AuthRefusal(422, "email_provider_disabled", "Sign-in by mail is disabled");
}

/** Any way that knows an address: then addresses are confirmed, changed and recovered by mail. */
export function needAddresses({ product }: AuthService): void {
  const known = product().signIn.some(({ kind }) => kind !== "anonymous");
  if (!known) throw new AuthRefusal(422, "email_provider_disabled", "Email logins are disabled");
}

export const noPhone = (): AuthRefusal =>
  new AuthRefusal(400, "phone_provider_disabled", "Unsupported phone provider: accounts have no phone numbers");
