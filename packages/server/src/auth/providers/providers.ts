// Which providers the document shows, and what is known of each.
import { AuthRefusal } from "../refusal.ts";
import { isThisMachine } from "../redirects.ts";
import type { AuthService } from "../service.ts";

export type Provider = {
  /** On the wire and in identities. */
  readonly name: string;
  /** What its names in the environment begin with. */
  readonly prefix: string;
  readonly issuer: string;
  readonly scope: string;
  /** Not an OpenID provider: the user has to be requested separately. */
  readonly isGitHub: boolean;
  /** It answers by a form, as Apple does when it is asked for more than an id. */
  readonly byForm: boolean;
  /** Other names that it gives itself in tokens. */
  readonly aliases: readonly string[];
  /** Whether its claim that an address is confirmed can be trusted. */
  readonly isTrusted: (claims: Readonly<Record<string, unknown>>) => boolean;
};

const says = (value: unknown): boolean => [true, "true", 1, "1"].includes(value as string);
const verified = (claims: Readonly<Record<string, unknown>>) => says(claims["email_verified"]);

const plain = {
  scope: "openid email profile",
  isGitHub: false,
  byForm: false,
  aliases: [],
  isTrusted: verified,
} as const;

/** `url`: another address than the usual one: GitHub on a company's own server, one tenant of Microsoft. */
const named: Readonly<Record<string, (url: (prefix: string, usual: string) => string) => Provider>> = {
  Google: () => ({
    ...plain,
    name: "google",
    prefix: "GOOGLE",
    issuer: "https://accounts.google.com",
    aliases: ["accounts.google.com"],
  }),
  GitHub: (url) => ({
    ...plain,
    name: "github",
    prefix: "GITHUB",
    issuer: url("GITHUB", "https://github.com"),
    scope: "read:user user:email",
    isGitHub: true,
  }),
  Microsoft: (url) => ({
    ...plain,
    name: "azure",
    prefix: "MICROSOFT",
    issuer: `${url("MICROSOFT", "https://login.microsoftonline.com/common")}/v2.0`,
    // The operator of a tenant may write any address there, unless this claim confirms that the domain is theirs.
    isTrusted: (claims) => says(claims["xms_edov"]),
  }),
  Apple: () => ({
    ...plain,
    name: "apple",
    prefix: "APPLE",
    issuer: "https://appleid.apple.com",
    scope: "openid email name",
    byForm: true,
  }),
};

/** The first OpenID provider of a document is `openid`; each is known by its host, too. */
export function providersOf(service: Pick<AuthService, "product" | "settings">): readonly Provider[] {
  const { signIn } = service.product();
  const openId = signIn
    .flatMap(({ issuer }) => issuer ?? [])
    .map((issuer, at): Provider => {
      const host = new URL(issuer).hostname;
      return at === 0
        ? { ...plain, name: "openid", prefix: "OPENID", issuer }
        : {
            ...plain,
            name: `custom:${host}`,
            prefix: `OPENID_${host.toUpperCase().replaceAll(/[^A-Z0-9]/g, "_")}`,
            issuer,
          };
    });
  const url = (prefix: string, usual: string) => givenUrl(prefix, service) ?? usual;
  return [...signIn.flatMap(({ kind }) => named[kind]?.(url) ?? []), ...openId];
}

/** Secrets and codes go there: only over TLS, except for trials on the developer's own machine. */
function givenUrl(prefix: string, { settings }: Pick<AuthService, "settings">): string | undefined {
  const given = settings.environment[`WRIT_${prefix}_URL`]?.replace(/\/+$/, "");
  if (given === undefined || given === "") return undefined;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const isLocal = settings.development && url?.protocol === "http:" && isThisMachine(url.hostname);
  if (url === undefined || (url.protocol !== "https:" && !isLocal) || url.search !== "" || url.hash !== "")
    throw new AuthRefusal(500, "unexpected_failure", `WRIT_${prefix}_URL is an address that begins with https://`);
  return given;
}

export function findProvider(name: string, service: AuthService): Provider {
  const found = providersOf(service).find(
    (provider) =>
      provider.name === name ||
      (provider.prefix.startsWith("OPENID") && name === `custom:${new URL(provider.issuer).hostname}`),
  );
  if (found === undefined)
    throw new AuthRefusal(400, "validation_failed", "Unsupported provider: provider is not enabled");
  return found;
}

export const callbackOf = (service: AuthService): string => `${service.url()}/auth/v1/callback`;
