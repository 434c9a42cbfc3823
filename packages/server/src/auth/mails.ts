// Mails about an account wait in the outbox, written in the transaction that they follow from.
import type { ClientBase } from "pg";
import { countMail } from "./attempts.ts";
import type { AuthRequest } from "./request.ts";
import { inTransaction, type AuthService } from "./service.ts";
import type { Account } from "./accounts/account.ts";
import { makeToken, type OneTimeToken, type TokenKind } from "./tokens/one-time-tokens.ts";
import { waitForLink, type Challenge } from "./tokens/browser-flow.ts";
import type { Method } from "./accounts/sessions.ts";
import { hasSignInMethod } from "./sign-in-methods.ts";
import { isReturnPage, withQuery } from "./redirects.ts";

export type Sending = {
  readonly kind: TokenKind;
  readonly to: string;
  readonly redirectTo: string;
  readonly challenge?: Challenge | undefined;
  /** What it will count as when it comes back. */
  readonly method?: Method;
};

/** For a user who has just signed up. */
export const confirmation = (to: string, redirectTo: string, challenge: Challenge | undefined): Sending => ({
  kind: "signup",
  to,
  redirectTo,
  challenge,
  method: "email/signup",
});

const sentAt: Partial<Record<TokenKind, string>> = {
  signup: "confirmation_sent_at",
  invite: "invited_at",
  magiclink: "recovery_sent_at",
  recovery: "recovery_sent_at",
  email_change_current: "email_change_sent_at",
  email_change_new: "email_change_sent_at",
  reauthentication: "reauthentication_sent_at",
};

export async function sendToken(
  client: ClientBase,
  { user }: Account,
  sending: Sending,
  service: AuthService,
): Promise<void> {
  const { kind, to, challenge, method = "otp" } = sending;
  const flow = await waitForLink(client, { challenge, method, user: user.id });
  const isCodeOnly = kind === "reauthentication";
  const byCode = isCodeOnly || hasSignInMethod(service.product(), "code by mail");
  const token = await makeToken(client, { user: user.id, kind, email: to, withCode: byCode, flow });
  const byLink = !isCodeOnly && (kind !== "magiclink" || hasSignInMethod(service.product(), "magic link"));
  await client.query(
    "SELECT writ.enqueue('account', $1, $2 || jsonb_build_object('language', writ.language()), '9/Sign-in')",
    [
      kind,
      {
        to,
        ...(byLink ? { link: mailedLink(token, sending, service) } : {}),
        ...(token.code === undefined ? {} : { code: token.code }),
        ...(user.email_change === null ? {} : { newAddress: user.email_change }),
      },
    ],
  );
  const column = sentAt[kind];
  if (column !== undefined) await client.query(`UPDATE auth.users SET ${column} = now() WHERE id = $1`, [user.id]);
}

/** The type that links and clients name; which of the two mails of a change it is, the token itself says. */
const typeOf = (kind: TokenKind): string => (kind.startsWith("email_change") ? "email_change" : kind);

export const linkOf = ({ link }: OneTimeToken, kind: TokenKind, redirectTo: string, service: AuthService): string =>
  withQuery(`${service.url()}/auth/v1/verify`, { token: link, type: typeOf(kind), redirect_to: redirectTo });

/**
 * A program that follows the links in mails before their reader does not use up a link to the product's own page. The
 * page itself redeems it: at once in the browser that asked for it, in another one when the user confirms the account
 * that it names. `asked` tells the browser that it is the one: only it has made the challenge.
 */
function mailedLink(token: OneTimeToken, { kind, redirectTo, challenge }: Sending, service: AuthService): string {
  if (challenge === undefined || !isReturnPage(redirectTo, service)) return linkOf(token, kind, redirectTo, service);
  return withQuery(redirectTo, {
    token_hash: token.link,
    type: typeOf(kind),
    asked: challenge.challenge.slice(0, 16),
  });
}

/** As long as the slowest of them takes, so that the response time does not reveal whether there is an account. */
const floor = 120;

/**
 * What sends a mail if there is someone to send it to. Whether there is, or something went wrong with them, the answer
 * is the same, and it comes after the same time.
 */
export async function quietly(
  request: AuthRequest,
  service: AuthService,
  email: string,
  work: (client: ClientBase) => Promise<void>,
): Promise<void> {
  const began = performance.now();
  await countMail(request, service, email);
  try {
    await inTransaction(request, service, work);
  } finally {
    const rest = floor - (performance.now() - began);
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
  }
}
