// What a browser begins and comes back to: it keeps a secret, tells what that hashes to, and shows it to get its tokens.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { ClientBase } from "pg";
import { AuthRefusal, invalid } from "../refusal.ts";
import { textOf, type Fields } from "../request.ts";
import type { Method } from "../accounts/sessions.ts";
import type { ProvidedPerson } from "../providers/identify.ts";

export type Challenge = { readonly challenge: string; readonly method: "s256" | "plain" };

export function readChallenge(fields: Fields): Challenge | undefined {
  const challenge = textOf(fields, "code_challenge");
  const method = textOf(fields, "code_challenge_method")?.toLowerCase() ?? "s256";
  if (challenge === undefined) return undefined;
  if (!/^[\w.~-]{43,128}$/.test(challenge))
    throw invalid("code challenge has to be between 43 and 128 characters of A-Z, a-z, 0-9, -, ., _ or ~");
  if (method !== "s256" && method !== "plain") throw invalid("code_challenge_method is s256 or plain");
  return { challenge, method };
}

/** For a link in a mail. */
export async function waitForLink(
  client: ClientBase,
  waiting: { readonly challenge: Challenge | undefined; readonly method: Method; readonly user?: string },
): Promise<string | undefined> {
  if (waiting.challenge === undefined) return undefined;
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO auth.flow_state (code_challenge, code_challenge_method, method, user_id, expires_at)
     VALUES ($1, $2, $3, $4, now() + interval '1 day') RETURNING id`,
    [waiting.challenge.challenge, waiting.challenge.method, waiting.method, waiting.user ?? null],
  );
  return rows[0]?.id;
}

/**
 * The person is known: a code for the browser that waits, worth nothing to any other. `linking`: what becomes theirs when
 * the code comes back.
 */
export async function issueCode(
  client: ClientBase,
  flow: string,
  user: string,
  linking?: ProvidedPerson,
): Promise<string> {
  const code = crypto.randomUUID();
  const { rowCount } = await client.query(
    "UPDATE auth.flow_state SET auth_code = $1, user_id = $2, linking = $4, expires_at = now() + interval '5 minutes' WHERE id = $3 AND auth_code IS NULL",
    [hashOf(code), user, flow, linking ?? null],
  );
  if (rowCount !== 1) throw notFound();
  return code;
}

export type RedeemedCode = {
  readonly user: string;
  readonly method: Method;
  readonly challenge: Challenge;
  readonly linking: ProvidedPerson | undefined;
};

/** Once: a wrong secret invalidates the code, too. */
export async function redeemAuthCode(client: ClientBase, code: string): Promise<RedeemedCode | undefined> {
  const { rows } = await client.query(
    `DELETE FROM auth.flow_state WHERE auth_code = $1 AND expires_at > now() AND code_challenge IS NOT NULL
     RETURNING user_id, method, code_challenge AS challenge, code_challenge_method, linking`,
    [hashOf(code)],
  );
  const row = rows[0];
  if (row === undefined) return undefined;
  return {
    user: row.user_id,
    method: row.method,
    challenge: { challenge: row.challenge, method: row.code_challenge_method },
    linking: row.linking ?? undefined,
  };
}

export function isVerifierOf(verifier: string, { challenge, method }: Challenge): boolean {
  const shown = method === "plain" ? verifier : createHash("sha256").update(verifier).digest("base64url");
  const [a, b] = [Buffer.from(shown), Buffer.from(challenge)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export const notFound = () =>
  new AuthRefusal(404, "flow_state_not_found", "invalid flow state, no valid flow state found");

/** What comes back from a provider, and what is bound to the browser that went there. */
export const newSecret = (): string => randomBytes(24).toString("base64url");
export const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");
