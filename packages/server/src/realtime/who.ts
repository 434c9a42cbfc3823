// Whose token it is, for as long as a client is connected with it.
import { readCaller, type Caller } from "../gate/caller.ts";
import { endedWords, type EndedSessions } from "../keys/ended-sessions.ts";
import type { TokenChecker } from "../keys/tokens.ts";
import { LiveRefusal } from "./service.ts";

/** Fails with a `LiveRefusal`. */
export async function callerOf(token: string, check: TokenChecker): Promise<Caller> {
  const entry = await readCaller({ get: (name) => (name === "authorization" ? `Bearer ${token}` : null) }, check);
  if ("caller" in entry) return entry.caller;
  const { why, message } = entry.refusal;
  if (why === "malformed") throw new LiveRefusal("MalformedJWT", "The token provided is not a valid JWT");
  throw new LiveRefusal("InvalidJWTToken", why === "expired" ? `Token has expired ${secondsSince(token)}` : message);
}

/** What was asked of the database meanwhile takes its time: a session may have ended since its token was looked at. */
export function checkGoesOn({ claims }: Caller, ended: Pick<EndedSessions, "has">): void {
  const { session_id: session } = claims;
  if (typeof session === "string" && ended.has(session)) throw new LiveRefusal("InvalidJWTToken", endedWords);
}

/** Of a token whose signature was found good: its middle part is JSON. */
function secondsSince(token: string): string {
  const claims: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  const { exp } = claims as { readonly exp?: unknown };
  return `${Math.max(0, Math.floor(Date.now() / 1000) - Number(exp ?? 0))} seconds ago`;
}
