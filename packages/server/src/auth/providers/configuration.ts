// How a provider is reached: its addresses as it publishes them, and what the operator has from it.
import { createHash } from "node:crypto";
import { createRemoteJWKSet, customFetch, importPKCS8, SignJWT } from "jose";
import * as client from "openid-client";
import { AuthRefusal } from "../refusal.ts";
import type { AuthService } from "../service.ts";
import type { Provider } from "./providers.ts";

export type ReachableProvider = {
  readonly configuration: client.Configuration;
  /** For what the provider signs; none where it signs nothing. */
  readonly keys: ReturnType<typeof createRemoteJWKSet> | undefined;
};

/** Separated by commas: the first is that of the web, others are those of apps that bring tokens of their own. */
export const configuredClientIds = (
  { prefix }: Provider,
  { settings }: Pick<AuthService, "settings">,
): readonly string[] =>
  (settings.environment[`WRIT_${prefix}_CLIENT_ID`] ?? "").split(",").flatMap((id) => id.trim() || []);

/** None is refused. */
export function clientIdsOf(provider: Provider, service: AuthService): readonly string[] {
  const ids = configuredClientIds(provider, service);
  if (ids.length > 0) return ids;
  const { prefix } = provider;
  const message = `Unsupported provider: missing OAuth client ID (WRIT_${prefix}_CLIENT_ID)`;
  throw new AuthRefusal(400, "validation_failed", message);
}

export async function reach(provider: Provider, service: AuthService): Promise<ReachableProvider> {
  const [id = ""] = clientIdsOf(provider, service);
  const secrets = secretNames.map(
    (name) => service.settings.environment[`WRIT_${provider.prefix}_${name}`] || undefined,
  );
  const { providers } = service;
  const key = createHash("sha256")
    .update(JSON.stringify([provider.issuer, id, secrets]))
    .digest("hex");
  const found = providers.get(key) ?? discover(provider, id, await authenticationOf(id, secrets, provider), service);
  providers.set(key, found);
  try {
    return await found;
  } catch {
    // What failed is tried again the next time.
    providers.delete(key);
    throw new AuthRefusal(503, "unexpected_failure", "The provider cannot be reached", {
      headers: { "Retry-After": "5" },
    });
  }
}

const secretNames = ["CLIENT_SECRET", "TEAM_ID", "KEY_ID", "PRIVATE_KEY"] as const;

/** A secret, or at Apple the key that makes one: what one signs by hand ends after half a year. */
async function authenticationOf(
  id: string,
  [secret, team, keyId, pem]: readonly (string | undefined)[],
  { name, prefix, issuer }: Provider,
): Promise<client.ClientAuth> {
  if (name === "apple" && team !== undefined && keyId !== undefined && pem !== undefined) {
    const key = await importPKCS8(pem.replaceAll(String.raw`\n`, "\n"), "ES256").catch(() => {
      throw new AuthRefusal(500, "unexpected_failure", `WRIT_${prefix}_PRIVATE_KEY is not a private key from Apple`);
    });
    return async (_server, _client, body) => {
      const signed = new SignJWT().setProtectedHeader({ alg: "ES256", kid: keyId });
      const made = signed.setIssuer(team).setSubject(id).setAudience(issuer).setIssuedAt().setExpirationTime("5m");
      body.set("client_id", id);
      body.set("client_secret", await made.sign(key));
    };
  }
  if (secret === undefined) return client.None();
  const [post, basic] = [client.ClientSecretPost(secret), client.ClientSecretBasic(secret)];
  return (server, ...rest) => {
    // What a provider means that does not say how it wants to be shown the secret.
    const ways = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    return (ways.includes("client_secret_post") ? post : basic)(server, ...rest);
  };
}

async function discover(
  { issuer, isGitHub }: Provider,
  id: string,
  authentication: client.ClientAuth,
  { settings }: AuthService,
): Promise<ReachableProvider> {
  const reached = settings.fetch as client.CustomFetch | undefined;
  // Only an address on this machine may be one, and only in development.
  const execute = issuer.startsWith("http:") ? [client.allowInsecureRequests] : [];
  if (isGitHub) {
    const metadata = {
      issuer,
      authorization_endpoint: `${issuer}/login/oauth/authorize`,
      token_endpoint: `${issuer}/login/oauth/access_token`,
      token_endpoint_auth_methods_supported: ["client_secret_post"],
    };
    const configuration = new client.Configuration(metadata, id, undefined, authentication);
    if (reached !== undefined) configuration[client.customFetch] = reached;
    for (const change of execute) change(configuration);
    return { configuration, keys: undefined };
  }
  const options = { execute, ...(reached === undefined ? {} : { [client.customFetch]: reached }) };
  const configuration = await client.discovery(new URL(issuer), id, undefined, authentication, options);
  const { jwks_uri: address } = configuration.serverMetadata();
  const fetched = reached === undefined ? {} : { [customFetch]: reached as typeof fetch };
  const keys =
    address === undefined ? undefined : createRemoteJWKSet(new URL(address), { ...fetched, timeoutDuration: 5000 });
  return { configuration, keys };
}
