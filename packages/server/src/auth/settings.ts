// What an operator says of accounts, in the environment: addresses, mail, keys of providers. The document says the rest.
import { accessTokenSeconds } from "../keys/ended-sessions.ts";

export type AuthSettings = {
  /** Where the product's pages are; this server itself where nothing is said. */
  readonly siteUrl: string | undefined;
  /** Where links may lead besides: addresses in which `*` stands for a part of a path and `**` for anything. */
  readonly redirects: readonly string[];
  /** A developer works on the document on this machine: see the code that reads it. */
  readonly development: boolean;
  readonly passwordLength: number;
  readonly accessTokenSeconds: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** How providers are reached. */
  readonly fetch?: typeof fetch;
};

export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
  { development }: { readonly development: boolean },
): AuthSettings {
  const list = (text: string | undefined) => (text ?? "").split(",").flatMap((one) => one.trim() || []);
  return {
    siteUrl: environment["WRIT_SITE_URL"] || undefined,
    redirects: list(environment["WRIT_REDIRECT_URLS"]),
    development,
    passwordLength: Math.max(6, Number(environment["WRIT_PASSWORD_LENGTH"]) || 8),
    accessTokenSeconds,
    environment,
  };
}
