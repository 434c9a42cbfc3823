// POST /token?grant_type=id_token: an app has asked a provider itself, and brings what it said.
import { AuthRefusal, invalid } from "../refusal.ts";
import { decisionOf, textOf, type AuthRequest, type Fields } from "../request.ts";
import { inTransaction, type Answer, type AuthService } from "../service.ts";
import { needAccount } from "../accounts/changes.ts";
import { needSecondFactor, readClaims, readPerson } from "../accounts/person.ts";
import { sessionJson, startSession } from "../accounts/sessions.ts";
import { countAct, countNetwork } from "../attempts.ts";
import { accountFor, linkTo, type ProvidedPerson } from "./identify.ts";
import { clientIdsOf } from "./configuration.ts";
import { readIdToken } from "./id-token.ts";
import { personOfClaims } from "./person-of-claims.ts";
import { findProvider, providersOf, type Provider } from "./providers.ts";

export async function grantByIdToken(request: AuthRequest, service: AuthService): Promise<Answer> {
  const { body } = request;
  const token = textOf(body, "id_token");
  if (token === undefined) throw invalid("id_token required");
  const provider = providerOf(body, service);
  const isLink = decisionOf(body, "link_identity") ?? false;
  await countNetwork(request, service);
  if (!isLink) await countAct(request, service, "sign in");
  const brought = { token, nonce: textOf(body, "nonce"), accessToken: textOf(body, "access_token") };
  const person = personOfClaims(provider, await readIdToken(brought, provider, service));
  if (isLink) return link(request, service, person);
  return inTransaction(request, service, async (client) => {
    const user = await accountFor(client, person, request, service);
    return { body: await startSession(client, user, "oauth", request, service) };
  });
}

/** A signed-in user adds a way to sign in, and keeps their session. */
async function link(request: AuthRequest, service: AuthService, provided: ProvidedPerson): Promise<Answer> {
  const claims = await readClaims(request, service);
  return inTransaction(request, service, async (client) => {
    const person = await readPerson(client, claims);
    needSecondFactor(person, "AAL2 session is required to link an identity when MFA is enabled.");
    const { session, account } = person;
    if (session === undefined) throw new AuthRefusal(403, "session_not_found", "An identity is linked by a session");
    await linkTo(client, account.user.id, provided, request);
    return { body: await sessionJson(await needAccount(client, account.user.id), session, service) };
  });
}

/** By its name; or by the issuer, with the id of an app of ours. */
function providerOf(body: Fields, service: AuthService): Provider {
  const [name, issuer, id] = [textOf(body, "provider"), textOf(body, "issuer"), textOf(body, "client_id")];
  if (name === undefined && (issuer === undefined || id === undefined))
    throw invalid("provider or client_id and issuer required");
  const found =
    name === undefined
      ? providersOf(service).find((one) => [one.issuer, ...one.aliases].includes(issuer ?? ""))
      : findProvider(name, service);
  if (found === undefined || found.isGitHub)
    throw new AuthRefusal(400, "oauth_provider_not_supported", "This provider gives no ID tokens that are taken here");
  if (id !== undefined && !clientIdsOf(found, service).includes(id))
    throw new AuthRefusal(400, "validation_failed", "client_id is not known");
  return found;
}
