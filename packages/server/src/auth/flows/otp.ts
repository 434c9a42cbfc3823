// POST /otp and /magiclink: a link or a code by mail, for a user who has an account or is to get one.
import type { ClientBase } from "pg";
import { refusalIn } from "../refusal.ts";
import { decisionOf, needEmail, objectOf, textOf, type AuthRequest, type Fields } from "../request.ts";
import type { Answer, AuthService } from "../service.ts";
import { findAccount, isBanned, type Account } from "../accounts/account.ts";
import { askAll, makeAccount, tryAccount } from "../accounts/changes.ts";
import { quietly, sendToken } from "../mails.ts";
import { redirectFor } from "../redirects.ts";
import { readChallenge } from "../tokens/browser-flow.ts";
import { countAct, countNew } from "../attempts.ts";
import { needMailSignIn, noPhone } from "../sign-in-methods.ts";

export async function sendLink(request: AuthRequest, service: AuthService): Promise<Answer> {
  const { body } = request;
  if (textOf(body, "phone") !== undefined) throw noPhone();
  needMailSignIn(service);
  const email = needEmail(body);
  const mayMake = decisionOf(body, "create_user") ?? true;
  const said = objectOf(body, "data") ?? {};
  const data = Object.keys(said).length === 0 ? undefined : said;
  const challenge = readChallenge(body);
  const redirectTo = redirectFor(request, service);
  await countAct(request, service, "sign in");
  if (mayMake) await countNew(request, service);
  await quietly(request, service, email, async (client) => {
    const found = await findAccount(client, "email", email);
    // What is said of a new person is judged the same whether they are new or not.
    if (found !== undefined && data !== undefined) await tryAccount(client, data);
    // Nothing is sent, and nothing is said.
    if (found === undefined ? !mayMake : isBanned(found)) return;
    const account = found ?? (await newAccount(client, email, data));
    if (account !== undefined)
      await sendToken(client, account, { kind: "magiclink", to: email, redirectTo, challenge }, service);
  });
  return { body: {} };
}

/**
 * A request without user data only wants to sign in; where the document requires more, there is nothing to send.
 */
async function newAccount(
  client: ClientBase,
  email: string,
  userData: Fields | undefined,
): Promise<Account | undefined> {
  if (userData !== undefined) return makeAccount(client, { email, isConfirmed: false, userData });
  await client.query("SAVEPOINT new");
  try {
    const made = await makeAccount(client, { email, isConfirmed: false });
    await askAll(client);
    return made;
  } catch (failure) {
    if (refusalIn(failure) === undefined) throw failure;
    await client.query("ROLLBACK TO SAVEPOINT new");
    return undefined;
  }
}
