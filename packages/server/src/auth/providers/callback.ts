// GET and POST /callback: a user comes back from a provider, which identifies them.
import { timingSafeEqual } from "node:crypto";
import * as client from "openid-client";
import { AuthRefusal, refusalIn } from "../refusal.ts";
import type { AuthRequest } from "../request.ts";
import { inTransaction, type Answer, type AuthService } from "../service.ts";
import { startSession } from "../accounts/sessions.ts";
import { detour, refusalAddress, sessionFragment, siteOf, withFragment, withQuery } from "../redirects.ts";
import { hashOf, issueCode } from "../tokens/browser-flow.ts";
import { countAct, countNetwork } from "../attempts.ts";
import { cookieName } from "./authorize.ts";
import { personOfGitHub } from "./github.ts";
import { reach } from "./configuration.ts";
import { accountFor, checkLink, linkTo, type ProvidedPerson } from "./identify.ts";
import { nameOfForm, personOfClaims } from "./person-of-claims.ts";
import { callbackOf, findProvider, type Provider } from "./providers.ts";

type Waiting = {
  readonly id: string;
  readonly redirect_to: string;
  readonly provider: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly browser: string | null;
  readonly link_to: string | null;
  readonly code_challenge: string | null;
};

export async function callback(request: AuthRequest, service: AuthService): Promise<Answer> {
  await countNetwork(request, service);
  const said = saidBy(request);
  const waiting = await takeWaiting(request, service, said.get("state") ?? "");
  // Without a state, the page that began this is unknown; an attacker may have sent the user here.
  if (waiting === undefined)
    return detour(
      refusalAddress(siteOf(service), new AuthRefusal(400, "bad_oauth_state", "OAuth callback with invalid state")),
    );
  const to = waiting.redirect_to;
  try {
    const error = said.get("error");
    if (error !== null)
      throw new AuthRefusal(400, "bad_oauth_callback", (said.get("error_description") ?? error).slice(0, 200));
    if (waiting.link_to === null) await countAct(request, service, "sign in");
    const provider = findProvider(waiting.provider, service);
    const person = await askProvider(provider, waiting, said, service);
    return await inTransaction(request, service, async (db) => {
      const linking = waiting.link_to ?? undefined;
      if (linking !== undefined && waiting.code_challenge !== null) {
        // The user who comes back may have been sent to the provider by another one: it waits for the secret of the
        // browser that began.
        await checkLink(db, linking, person);
        return detour(withQuery(to, { code: await issueCode(db, waiting.id, linking, person) }), gone);
      }
      if (linking !== undefined) await linkTo(db, linking, person, request);
      const user = linking ?? (await accountFor(db, person, request, service));
      if (waiting.code_challenge !== null)
        return detour(withQuery(to, { code: await issueCode(db, waiting.id, user) }), gone);
      await db.query("DELETE FROM auth.flow_state WHERE id = $1", [waiting.id]);
      const session = await startSession(db, user, "oauth", request, service);
      return detour(withFragment(to, sessionFragment(session, "oauth")), gone);
    });
  } catch (failure) {
    const refusal = refusalIn(failure);
    if (refusal === undefined) throw failure;
    return detour(refusalAddress(to, refusal), gone);
  }
}

/** In the address or in a form, and not half of it here and half of it there. */
function saidBy({ query, body }: AuthRequest): URLSearchParams {
  const texts = Object.entries(body).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
  return texts.length > 0 ? new URLSearchParams(texts) : query;
}

const gone = { "Set-Cookie": `${cookieName}=; Path=/auth/v1/callback; Max-Age=0; HttpOnly` };

/** Once: a second request with the same state finds none. */
async function takeWaiting(request: AuthRequest, service: AuthService, state: string): Promise<Waiting | undefined> {
  return inTransaction(request, service, async (db) => {
    const { rows } = await db.query<Waiting>(
      `UPDATE auth.flow_state SET state = NULL WHERE state = $1 AND expires_at > now()
       RETURNING id, redirect_to, provider, nonce, verifier, browser, link_to, code_challenge`,
      [hashOf(state)],
    );
    const waiting = rows[0];
    if (waiting === undefined || waiting.browser === null) return waiting;
    // Another user's callback, handed to this browser, would sign it in as that user.
    const shown = new RegExp(`(?:^|; *)${cookieName}=([\\w-]+)`).exec(request.headers.get("cookie") ?? "")?.[1] ?? "";
    const isSame = timingSafeEqual(Buffer.from(hashOf(shown)), Buffer.from(waiting.browser));
    return isSame ? waiting : undefined;
  });
}

async function askProvider(
  provider: Provider,
  { nonce, verifier }: Waiting,
  said: URLSearchParams,
  service: AuthService,
): Promise<ProvidedPerson> {
  const { configuration } = await reach(provider, service);
  // The state was looked up, so it is right; the address is the one that the provider was given.
  const came = new URL(callbackOf(service));
  for (const name of ["code", "iss"]) {
    const value = said.get(name);
    if (value !== null) came.searchParams.set(name, value);
  }
  try {
    const tokens = await client.authorizationCodeGrant(configuration, came, {
      pkceCodeVerifier: verifier,
      ...(provider.isGitHub ? {} : { expectedNonce: nonce, idTokenExpected: true }),
    });
    if (provider.isGitHub) return await personOfGitHub(tokens.access_token, provider, service);
    const claims = tokens.claims();
    if (claims === undefined) throw new AuthRefusal(400, "bad_oauth_callback", "The provider does not say who it is");
    // Some say more only when they are asked apart.
    const more =
      claims["email"] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
        ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : {};
    return personOfClaims(provider, { ...more, ...claims }, provider.byForm ? nameOfForm(said.get("user")) : {});
  } catch (failure) {
    if (failure instanceof AuthRefusal) throw failure;
    // What a provider answers may hold tokens; its kind is enough.
    const code = failure instanceof Error && "code" in failure ? String(failure.code) : "";
    throw new AuthRefusal(400, "bad_oauth_callback", `Unable to exchange external code. ${code}`.trim());
  }
}
