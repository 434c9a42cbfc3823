// How often a client may try a secret that can be guessed: counted in the database, by network and by account.
import { networkOf } from "../gate/remote-address.ts";
import { tooOften } from "./refusal.ts";
import type { AuthRequest } from "./request.ts";
import { inTransaction, withFairConnection, type AuthService } from "./service.ts";

type Limit = { readonly act: string; readonly most: number; readonly seconds: number };

/** From one network: generous, because a company or a school is one network. */
const byNetwork: Limit = { act: "network", most: 60, seconds: 300 };
/** Of one account: a person mistypes; a program that guesses gets this far and no further. */
const byAccount: Limit = { act: "account", most: 10, seconds: 600 };
/** More than there may be codes shown for them; a page that is opened again asks again. */
const challengesOf: Limit = { act: "challenge", most: 20, seconds: 600 };
/** Mails to one address, whichever client asks for them. */
const mailsTo: Limit = { act: "mail", most: 6, seconds: 900 };
const mailsFrom: Limit = { act: "mails from network", most: 60, seconds: 3600 };
const newFrom: Limit = { act: "new accounts from network", most: 60, seconds: 3600 };

/**
 * `whose`: what is guessed about, whether it exists or not, so that the answer is the same. Each try counts, and a right
 * one as well: `clearTries` takes them back.
 */
export async function countGuess(request: AuthRequest, service: AuthService, whose: string): Promise<void> {
  await count(request, service, [...network(byNetwork, request, service), { ...byAccount, subject: whose }]);
}

/** Each is a row for five minutes. */
export async function countChallenge(request: AuthRequest, service: AuthService, whose: string): Promise<void> {
  await count(request, service, [...network(byNetwork, request, service), { ...challengesOf, subject: whose }]);
}

/** For secrets too long to guess: counted by the network alone. */
export async function countNetwork(request: AuthRequest, service: AuthService): Promise<void> {
  await count(request, service, network(byNetwork, request, service));
}

export async function countMail(request: AuthRequest, service: AuthService, email: string): Promise<void> {
  const counted = [...network(mailsFrom, request, service), { ...mailsTo, subject: email }];
  await count(request, service, counted, "over_email_send_rate_limit");
}

export async function countNew(request: AuthRequest, service: AuthService): Promise<void> {
  await count(request, service, network(newFrom, request, service));
}

/** A user who has signed in has shown that they did not guess. */
export async function clearAttempts(request: AuthRequest, service: AuthService, whose: string): Promise<void> {
  await withFairConnection(request, service, async (client) =>
    client.query("DELETE FROM auth.tries WHERE act = $1 AND subject = $2", [byAccount.act, whose]),
  );
}

type Counted = Limit & { readonly subject: string };

/** A developer makes many accounts from this machine; guesses at one account are still counted. */
function network(limit: Limit, { address }: AuthRequest, { settings }: AuthService): readonly Counted[] {
  if (settings.development && isLoopback(address)) return [];
  return [{ ...limit, subject: networkOf(address) }];
}

const isLoopback = (address: string): boolean => address === "::1" || address.startsWith("127.");

async function count(
  request: AuthRequest,
  service: AuthService,
  counted: readonly Counted[],
  code?: string,
): Promise<void> {
  if (counted.length === 0) return;
  const values = counted.flatMap(({ act, subject, most, seconds }) => [act, subject, most, seconds]);
  const calls = counted.map(
    (_, at) => `auth.count_try($${at * 4 + 1}, $${at * 4 + 2}, $${at * 4 + 3}, $${at * 4 + 4})`,
  );
  const wait = await withFairConnection(request, service, async (client) => {
    const { rows } = await client.query(`SELECT GREATEST(${calls.join(", ")}) AS wait`, values);
    return Number(rows[0]?.wait ?? 0);
  });
  if (wait > 0) throw tooOften(wait, code);
}

/** A limit of the document itself: every request to sign in or up counts, a wrong one too, since guessing is what is limited. */
export async function countAct(request: AuthRequest, service: AuthService, act: "sign in" | "sign up"): Promise<void> {
  await inTransaction(request, service, async (client) => client.query("SELECT writ.act($1)", [act]));
}
