// GET /authorize: to a provider and back. What comes back is bound to this request, and to the browser that made it.
import * as client from "openid-client";
import { invalid } from "../refusal.ts";
import type { AuthRequest } from "../request.ts";
import { inTransaction, type Answer, type AuthService } from "../service.ts";
import { needSecondFactor, readClaims, readPerson } from "../accounts/person.ts";
import { detour, redirectFor } from "../redirects.ts";
import { hashOf, newSecret, readChallenge, type Challenge } from "../tokens/browser-flow.ts";
import { countNetwork } from "../attempts.ts";
import { reach } from "./configuration.ts";
import { callbackOf, findProvider } from "./providers.ts";

export async function authorize(request: AuthRequest, service: AuthService): Promise<Answer> {
  // Without either, an attacker who began could send another user back with the code, to sign them in as the attacker.
  if (isAskedFor(request) && !request.query.has("code_challenge"))
    throw invalid("skip_http_redirect needs a code_challenge: a browser that is not sent gets no cookie");
  const { url, browser } = await begin(request, service, undefined);
  if (isAskedFor(request)) return { body: { url } };
  return detour(url, { "Set-Cookie": cookie(browser, service) });
}

/** A signed-in user adds a way to sign in. */
export async function linkIdentity(request: AuthRequest, service: AuthService): Promise<Answer> {
  const claims = await readClaims(request, service);
  const id = await inTransaction(request, service, async (db) => {
    const person = await readPerson(db, claims);
    needSecondFactor(person, "AAL2 session is required to link an identity when MFA is enabled.");
    return person.account.user.id;
  });
  const { url, browser } = await begin(request, service, id);
  const headers = { "Set-Cookie": cookie(browser, service) };
  return isAskedFor(request) ? { body: { url }, headers } : detour(url, headers);
}

const isAskedFor = ({ query }: AuthRequest): boolean => query.get("skip_http_redirect") === "true";

async function begin(
  request: AuthRequest,
  service: AuthService,
  linkTo: string | undefined,
): Promise<{ readonly url: string; readonly browser: string }> {
  const { query } = request;
  const provider = findProvider(query.get("provider") ?? "", service);
  await countNetwork(request, service);
  const challenge: Challenge | undefined = readChallenge(Object.fromEntries(query));
  const { configuration } = await reach(provider, service);
  const [state, nonce, browser] = [newSecret(), newSecret(), newSecret()];
  const verifier = client.randomPKCECodeVerifier();
  // With a challenge it has a secret of its own instead: until that is shown, nothing comes of it.
  const isBound = challenge === undefined;
  await inTransaction(request, service, async (db) =>
    db.query(
      `INSERT INTO auth.flow_state (code_challenge, code_challenge_method, method, redirect_to, provider, state, nonce, verifier, browser, link_to, expires_at)
       VALUES ($1, $2, 'oauth', $3, $4, $5, $6, $7, $8, $9, now() + interval '15 minutes')`,
      [
        challenge?.challenge ?? null,
        challenge?.method ?? null,
        redirectFor(request, service),
        provider.name,
        hashOf(state),
        nonce,
        verifier,
        isBound ? hashOf(browser) : null,
        linkTo ?? null,
      ],
    ),
  );
  const scopes = new Set([...provider.scope.split(" "), ...(query.get("scopes") ?? "").split(/[ ,]+/).filter(Boolean)]);
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: callbackOf(service),
    scope: [...scopes].join(" "),
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...(provider.isGitHub ? {} : { nonce }),
    ...(provider.byForm ? { response_mode: "form_post" } : {}),
    ...passedOn(query),
  });
  return { url: url.href, browser };
}

/** What a page may say to the provider; nothing that would change where it answers, or what. */
const passedOn = (query: URLSearchParams): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ["prompt", "login_hint", "hd", "domain_hint", "access_type", "ui_locales"].flatMap((name) => {
      const value = query.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );

export const cookieName = "writ_sign_in";

/** Lax would keep it from a provider that answers by a form, which only happens over TLS. */
function cookie(browser: string, service: AuthService): string {
  const isSecure = service.url().startsWith("https:");
  return `${cookieName}=${browser}; Path=/auth/v1/callback; Max-Age=900; HttpOnly; SameSite=${isSecure ? "None; Secure" : "Lax"}`;
}
