// A request of another program, signed as the document says or otherwise.
import { createHmac } from "node:crypto";
import type { Program } from "../interpreter/world/world.ts";
import type { RequestAttempt } from "../plan/attempts/request-attempt.ts";
import type { Outcome } from "../plan/situation/situation.ts";
import { answerOf, letInOr, type CallAnswer } from "./calling.ts";
import { fetchWithoutCopy } from "./fetch-without-copy.ts";
import { bodyOf } from "./given.ts";
import type { Ground } from "./ground.ts";

/** What a copy knows a program by whose secret the document names: no product outside has it. */
export const trialSecret = (name: string): string => `a secret for trying things out, called ${name}`;

export async function tryRequest(
  { url }: Pick<Ground, "url">,
  program: Program,
  tried: RequestAttempt,
  outcome: Outcome,
): Promise<CallAnswer> {
  const { signature, timestamp, method, path } = tried;
  const call = program.lookup.calls.get(tried.call);
  const body = call === undefined ? "" : JSON.stringify(bodyOf(call, tried.given));
  const moment = timestamp === undefined ? undefined : String(Date.now() + timestamp.ahead);
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (timestamp !== undefined && moment !== undefined) headers[timestamp.header] = moment;
  if (signature !== undefined) {
    const hmac = createHmac("sha256", trialSecret(signature.secret));
    // A sender who gives a moment signs it with the body.
    if (moment !== undefined) hmac.update(`${moment}.`);
    headers[signature.header] = hmac.update(signature.over === "this body" ? body : `${body} `).digest("hex");
  }
  const response = await fetchWithoutCopy(`${url}${path}`, { method, headers, body });
  return letInOr(response.ok ? undefined : await answerOf(response), outcome);
}
