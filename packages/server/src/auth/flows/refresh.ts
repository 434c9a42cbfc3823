// POST /token?grant_type=refresh_token: new tokens for old ones, and the end of a session whose token was copied.
import { AuthRefusal, invalid } from "../refusal.ts";
import { textOf, type AuthRequest } from "../request.ts";
import { inTransaction, type Answer, type AuthService } from "../service.ts";
import { findAccount, isBanned } from "../accounts/account.ts";
import { audit } from "../accounts/audit.ts";
import { banned, findSession, ownerOf, sessionJson } from "../accounts/sessions.ts";
import { isGenuine, parseRefreshToken } from "../tokens/refresh-token.ts";

/** Tabs that renew at once, and requests that were on their way with what had just been renewed, come back so soon. */
const raceMilliseconds = 10_000;

/**
 * An answer that got lost on a line that broke is asked for again within this time: a browser gives up waiting after a
 * minute, and looks again every half. Only as long as no one has used what the answer brought: it has not got lost
 * then, and who still comes with the token before has a copy, and could come with it after each renewal.
 */
const lostMilliseconds = 120_000;

export async function refresh(request: AuthRequest, service: AuthService): Promise<Answer> {
  const token = textOf(request.body, "refresh_token");
  if (token === undefined) throw invalid("refresh_token required");
  const given = parseRefreshToken(token);
  if (given === undefined) throw notFound();
  const outcome = await inTransaction(request, service, async (client): Promise<Answer | AuthRefusal> => {
    // The account before its session, as everywhere: others hold the one and wait for the other.
    const owner = await ownerOf(client, given.of);
    const account = owner === undefined ? undefined : await findAccount(client, "id", owner);
    const session = await findSession(client, given.of);
    if (session === undefined || !isGenuine(token, session.refresh_key)) return notFound();
    if (account === undefined || session.has_ended) return notFound();
    if (isBanned(account)) return banned();
    if (given.place === session.place) {
      await client.query(
        "UPDATE auth.sessions SET refresh_counter = refresh_counter + 1, refreshed_at = now(), updated_at = now(), ip = $2 WHERE id = $1",
        [session.id, request.address],
      );
      return { body: await sessionJson(account, { ...session, place: session.place + 1n }, service) };
    }
    // By PostgreSQL's clock alone, which wrote down when: that of this machine may be another one.
    const { age } = session;
    const isLost = age < lostMilliseconds && !service.used.has(session.id, session.place);
    // The same token as the first request got: a client that lost the response has it now, and no other exists.
    if (given.place === session.place - 1n && (age < raceMilliseconds || isLost))
      return { body: await sessionJson(account, session, service) };
    // There is a copy of the token; the server cannot tell which of the two clients is the thief, so both end. This is
    // committed although the request is refused.
    await client.query("DELETE FROM auth.sessions WHERE id = $1", [session.id]);
    await audit(client, request, "token_reused", account.user.id);
    return new AuthRefusal(400, "refresh_token_already_used", "Invalid Refresh Token: Already Used");
  });
  if (outcome instanceof AuthRefusal) throw outcome;
  return outcome;
}

const notFound = () =>
  new AuthRefusal(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");
