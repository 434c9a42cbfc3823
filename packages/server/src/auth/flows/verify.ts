// GET and POST /verify: what went out by mail comes back, as a link that was followed or a code that was typed.
import type { ClientBase } from "pg";
import { AuthRefusal, expired, invalid } from "../refusal.ts";
import { emailOf, textOf, type AuthRequest, type Fields } from "../request.ts";
import { inTransaction, type Answer, type AuthService } from "../service.ts";
import { findAccount, type Account } from "../accounts/account.ts";
import { auditFailed } from "../accounts/audit.ts";
import { confirmAddress, takeOver } from "../accounts/changes.ts";
import { startSession, type Method } from "../accounts/sessions.ts";
import { redirect, redirectFor, refusalAddress, sessionFragment, withFragment, withQuery } from "../redirects.ts";
import { issueCode } from "../tokens/browser-flow.ts";
import { followPreview, redeemCode, redeemLink, type Redeemed, type TokenKind } from "../tokens/one-time-tokens.ts";
import { clearAttempts, countGuess, countNetwork } from "../attempts.ts";
import { noPhone } from "../sign-in-methods.ts";
import { confirmChange } from "./confirm-change.ts";

const kindsOf: Readonly<Record<string, readonly TokenKind[]>> = {
  signup: ["signup"],
  email: ["signup", "magiclink"],
  magiclink: ["magiclink"],
  recovery: ["recovery"],
  invite: ["invite"],
  email_change: ["email_change_current", "email_change_new"],
};

function needKinds(type: string | null | undefined): readonly TokenKind[] {
  if (type === "sms" || type === "phone_change") throw noPhone();
  const kinds = Object.hasOwn(kindsOf, type ?? "") ? kindsOf[type ?? ""] : undefined;
  if (kinds === undefined) throw invalid("Verify requires a verification type");
  return kinds;
}

/** A person typed it, or a page has it from its own address. */
export async function verify(request: AuthRequest, service: AuthService): Promise<Answer> {
  const { body } = request;
  const kinds = needKinds(textOf(body, "type"));
  const link = textOf(body, "token_hash");
  const code = textOf(body, "token");
  const email = emailOf(body);
  if (link !== undefined) {
    if (email !== undefined || code !== undefined) throw invalid("Only the token_hash and type should be provided");
    await countNetwork(request, service);
    return inTransaction(request, service, async (client) => {
      const redeemed = await redeemLink(client, link, kinds);
      if (redeemed === undefined) throw expired();
      return { body: await follow(client, redeemed, request, service) };
    });
  }
  if (code === undefined || email === undefined) throw invalid("Verify requires either a token or a token hash");
  const whose = `code of ${email}`;
  await countGuess(request, service, whose);
  const answered = await inTransaction(request, service, async (client) => {
    const account = (await findAccount(client, "email", email)) ?? (await findWaiting(client, email));
    const redeemed = account && (await redeemCode(client, account.user.id, code, kinds));
    if (redeemed === undefined || redeemed.email !== email) throw expired();
    return follow(client, redeemed, request, service);
  }).catch(async (failure: unknown) => {
    if (failure instanceof AuthRefusal && failure.code === "otp_expired")
      await auditFailed(request, service, "code_failed", { email });
    throw failure;
  });
  await clearAttempts(request, service, whose);
  return { body: answered };
}

/** The new address of a change is not an account's yet; of several who want it, the one that the last mail went to. */
async function findWaiting(client: ClientBase, email: string): Promise<Account | undefined> {
  const { rows } = await client.query<{ id: string }>(
    "SELECT id FROM auth.users WHERE email_change = $1 ORDER BY email_change_sent_at DESC NULLS LAST LIMIT 1",
    [email],
  );
  return rows[0] === undefined ? undefined : findAccount(client, "id", rows[0].id);
}

/**
 * A user followed a link. The page that it leads to gets the outcome, where no server sees it. Programs that look at
 * links before people do must not use them up: they ask for the headers alone, or say that they look ahead.
 */
export async function verifyLink(request: AuthRequest, service: AuthService): Promise<Answer> {
  const to = redirectFor(request, service);
  const purpose = request.headers.get("sec-purpose") ?? request.headers.get("purpose") ?? "";
  if (purpose.includes("prefetch")) return { status: 204, headers: { "Cache-Control": "no-store" } };
  try {
    const kinds = needKinds(request.query.get("type"));
    const link = request.query.get("token") ?? "";
    await countNetwork(request, service);
    return await inTransaction(request, service, async (client) => {
      const redeemed = (await redeemLink(client, link, kinds)) ?? (await previewed(client, link, kinds, service));
      if (redeemed === undefined) throw new AuthRefusal(403, "otp_expired", "Email link is invalid or has expired");
      const { flow } = redeemed;
      if (flow !== undefined) {
        const told = await settle(client, redeemed);
        if (told !== undefined) return redirect(withFragment(to, { message: told }));
        return redirect(withQuery(to, { code: await issueCode(client, flow, redeemed.user) }));
      }
      const session = await follow(client, redeemed, request, service);
      if (typeof session["access_token"] !== "string")
        return redirect(withFragment(to, { message: String(session["msg"]) }));
      return redirect(withFragment(to, sessionFragment(session, request.query.get("type") ?? "")));
    });
  } catch (failure) {
    if (!(failure instanceof AuthRefusal)) throw failure;
    return redirect(refusalAddress(to, failure));
  }
}

/** Never in production: the rows of a preview there do not make its links work. */
async function previewed(
  client: ClientBase,
  link: string,
  kinds: readonly TokenKind[],
  { settings }: AuthService,
): Promise<Redeemed | undefined> {
  return settings.development && kinds.includes("magiclink") ? followPreview(client, link) : undefined;
}

const methodOf: Readonly<Record<string, Method>> = { signup: "email/signup", invite: "invite" };

/** A session, or what is still missing. */
async function follow(
  client: ClientBase,
  redeemed: Redeemed,
  request: AuthRequest,
  service: AuthService,
): Promise<Fields> {
  const told = await settle(client, redeemed);
  if (told !== undefined) return { code: "200", msg: told };
  return startSession(client, redeemed.user, methodOf[redeemed.kind] ?? "otp", request, service);
}

/** What it shows becomes true of the account. */
async function settle(client: ClientBase, redeemed: Redeemed): Promise<string | undefined> {
  const account = await findAccount(client, "id", redeemed.user);
  if (account === undefined) throw expired();
  if (redeemed.kind === "email_change_current" || redeemed.kind === "email_change_new")
    return confirmChange(client, account, redeemed.kind, redeemed.email);
  // It went to an address that is no longer this account's.
  if (account.user.email !== redeemed.email) throw expired();
  // A user who confirms their own sign-up keeps what they chose then; with other links it may be another person's.
  if (redeemed.kind !== "signup") await takeOver(client, account);
  await confirmAddress(client, account);
  return undefined;
}
