// A change of address, confirmed from one of its two ends: when both have agreed, it holds.
import type { ClientBase } from "pg";
import { emailExists, expired } from "../refusal.ts";
import { findAccount, type Account } from "../accounts/account.ts";
import { confirmAddress, keepEmailIdentity, keepProviders, needAccount } from "../accounts/changes.ts";

/** What is still missing, in words; undefined when it is done. */
export async function confirmChange(
  client: ClientBase,
  { user }: Account,
  kind: "email_change_current" | "email_change_new",
  email: string,
): Promise<string | undefined> {
  const { id, email: current, email_change: wanted } = user;
  // Another change was asked for since.
  if (wanted === null || email !== (kind === "email_change_new" ? wanted : current)) throw expired();
  const agreed = new Set([...user.email_change_confirmed, kind]);
  const isAlone = current === null || user.email_confirmed_at === null;
  if (!agreed.has("email_change_new") || (!isAlone && !agreed.has("email_change_current"))) {
    await client.query("UPDATE auth.users SET email_change_confirmed = $1 WHERE id = $2", [[...agreed], id]);
    return "Confirmation link accepted. Please proceed to confirm link sent to the other email";
  }
  // Another account may have taken the address meanwhile.
  if ((await findAccount(client, "email", wanted)) !== undefined) throw emailExists();
  await client.query(
    `UPDATE auth.users SET email = $1, email_confirmed_at = now(), email_change = NULL, email_change_confirmed = '{}', is_anonymous = false,
       updated_at = now() WHERE id = $2`,
    [wanted, id],
  );
  await keepEmailIdentity(client, id, wanted, true);
  await keepProviders(client, id);
  await confirmAddress(client, await needAccount(client, id));
  return undefined;
}
