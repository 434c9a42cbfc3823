// Which providers the document shows, and how each is reached: what the operator has said in the environment.
import { createHash } from "node:crypto";
import * as client from "openid-client";
import { AuthRefusal } from "../refusal.ts";
import type { AuthService } from "../service.ts";

export type Provider = {
  /** On the wire and in identities. */
  readonly name: string;
  /** What its names in the environment begin with. */
  readonly prefix: string;
  readonly issuer: string;
  readonly scope: string;
  /** Not an OpenID provider: who somebody is has to be asked for apart. */
  readonly isGitHub: boolean;
  /** It answers by a form, as Apple does when it is asked for more than an id. */
  readonly byForm: boolean;
  /** Whether its word that an address is somebody's can be taken for it. */
  readonly isTrusted: (claims: Readonly<Record<string, unknown>>) => boolean;
};

const verified = (claims: Readonly<Record<string, unknown>>) =>
  claims["email_verified"] === true || claims["email_verified"] === "true";

const plain = { scope: "openid email profile", isGitHub: false, byForm: false, isTrusted: verified } as const;

const named: Readonly<Record<string, Provider>> = {
  Google: { ...plain, name: "google", prefix: "GOOGLE", issuer: "https://accounts.google.com" },
  GitHub: {
    ...plain,
    name: "github",
    prefix: "GITHUB",
    issuer: "https://github.com",
    scope: "read:user user:email",
    isGitHub: true,
  },
  Microsoft: {
    ...plain,
    name: "azure",
    prefix: "MICROSOFT",
    issuer: "https://login.microsoftonline.com/common/v2.0",
    // Whoever runs a tenant may write any address there, unless this says that the domain is theirs.
    isTrusted: (claims) => claims["xms_edov"] === true || claims["xms_edov"] === "1",
  },
  Apple: {
    ...plain,
    name: "apple",
    prefix: "APPLE",
    issuer: "https://appleid.apple.com",
    scope: "openid email name",
    byForm: true,
  },
};

/** The first OpenID provider of a document is `openid`; each is known by its host, too. */
export function providersOf({ product }: AuthService): readonly Provider[] {
  const issuers = product().signIn.flatMap(({ issuer }) => issuer ?? []);
  const openId = issuers.map((issuer, at): Provider => {
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
  return [...product().signIn.flatMap(({ kind }) => named[kind] ?? []), ...openId];
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

/** Kept while the process lives: what a provider publishes changes rarely, and its keys are looked up anew by themselves. */
const known = new WeakMap<AuthService, Map<string, Promise<client.Configuration>>>();

export async function configurationOf(provider: Provider, service: AuthService): Promise<client.Configuration> {
  const { environment } = service.settings;
  const id = environment[`WRIT_${provider.prefix}_CLIENT_ID`];
  const secret = environment[`WRIT_${provider.prefix}_CLIENT_SECRET`];
  if (id === undefined || id === "")
    throw new AuthRefusal(
      400,
      "validation_failed",
      `Unsupported provider: missing OAuth client ID (WRIT_${provider.prefix}_CLIENT_ID)`,
    );
  const of = known.get(service) ?? new Map<string, Promise<client.Configuration>>();
  known.set(service, of);
  const key = createHash("sha256")
    .update(JSON.stringify([provider.issuer, id, secret]))
    .digest("hex");
  const found = of.get(key) ?? discover(provider, id, secret, service);
  of.set(key, found);
  try {
    return await found;
  } catch {
    // What failed is tried again the next time.
    of.delete(key);
    throw new AuthRefusal(503, "unexpected_failure", "The provider cannot be reached", {
      headers: { "Retry-After": "5" },
    });
  }
}

async function discover(
  { issuer, isGitHub }: Provider,
  id: string,
  secret: string | undefined,
  service: AuthService,
): Promise<client.Configuration> {
  const reached = service.settings.fetch;
  if (isGitHub) {
    const metadata = {
      issuer,
      authorization_endpoint: "https://github.com/login/oauth/authorize",
      token_endpoint: "https://github.com/login/oauth/access_token",
    };
    const configuration = new client.Configuration(metadata, id, secret, client.ClientSecretPost(secret));
    if (reached !== undefined) configuration[client.customFetch] = reached as client.CustomFetch;
    return configuration;
  }
  const options = reached === undefined ? {} : { [client.customFetch]: reached as client.CustomFetch };
  return client.discovery(new URL(issuer), id, secret, secret === undefined ? client.None() : undefined, options);
}

export const callbackOf = (service: AuthService): string => `${service.url()}/auth/v1/callback`;
