// An OpenID provider for tests in a browser: the server reaches it through `fetch`, the browser through a page of its own.
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import type { Page } from "playwright-core";

export type TestProvider = {
  readonly issuer: string;
  readonly fetch: typeof fetch;
  /** Its page in this browser, with a button to agree and one to go back. */
  readonly appearIn: (page: Page) => Promise<void>;
  readonly isAway: { value: boolean };
  /** Whom it says that a user is. */
  readonly says: { subject: string; email: string };
};

export async function openIdProvider(email: string): Promise<TestProvider> {
  const issuer = "https://id.example.test";
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const jwk = { ...(await exportJWK(publicKey)), kid: "one", alg: "ES256", use: "sig" };
  const isAway = { value: false };
  const says = { subject: "olga", email };
  let nonce = "";
  const answers: Readonly<Record<string, () => Promise<unknown>>> = {
    "/.well-known/openid-configuration": async () => ({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["ES256"],
      code_challenge_methods_supported: ["S256"],
    }),
    "/keys": async () => ({ keys: [jwk] }),
    "/token": async () => ({
      access_token: "a",
      token_type: "Bearer",
      expires_in: 600,
      id_token: await new SignJWT({ nonce, email: says.email, email_verified: true, name: "Olga Provided" })
        .setProtectedHeader({ alg: "ES256", kid: "one" })
        .setIssuer(issuer)
        .setAudience("desk")
        .setSubject(says.subject)
        .setIssuedAt()
        .setExpirationTime("10m")
        .sign(privateKey),
    }),
  };
  return {
    issuer,
    isAway,
    says,
    fetch: async (input) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      const answer = answers[pathname];
      if (isAway.value || answer === undefined) throw new Error("nobody is there");
      return Response.json(await answer());
    },
    appearIn: async (page) => {
      await page.route(`${issuer}/**`, async (route) => {
        const asked = new URL(route.request().url()).searchParams;
        nonce = asked.get("nonce") ?? "";
        const back = (said: Readonly<Record<string, string>>) =>
          `${asked.get("redirect_uri") ?? ""}?${new URLSearchParams({ state: asked.get("state") ?? "", ...said }).toString().replaceAll("&", "&amp;")}`;
        await route.fulfill({
          contentType: "text/html",
          body: `<a href="${back({ code: "c", iss: issuer })}">Agree</a> <a href="${back({ error: "access_denied" })}">Cancel</a>`,
        });
      });
    },
  };
}
