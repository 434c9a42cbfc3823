// The session of the product in this browser: the console is entered with its token, and keeps nothing of it.
import { sessionKey } from "../preload/remembered.ts";

export type ProductSession = {
  readonly token: string;
  readonly email: string;
  /** Otherwise the product has to renew it first. */
  readonly isCurrent: boolean;
};

export function productSession(): ProductSession | undefined {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(sessionKey) ?? "null");
    const { access_token: token, expires_at: end, user } = (read ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof token !== "string" || typeof end !== "number") return undefined;
    const { email } = (user ?? {}) as { readonly email?: unknown };
    return { token, email: typeof email === "string" ? email : "", isCurrent: end * 1000 > Date.now() + 5000 };
  } catch {
    return undefined;
  }
}

/** The product's own page, which leads back to this address. */
export function signInAddress(): string {
  const search = new URLSearchParams(location.search);
  search.delete("left");
  const query = search.toString();
  return `/_/sign-in?then=${encodeURIComponent(`${location.pathname}${query === "" ? "" : `?${query}`}`)}`;
}
