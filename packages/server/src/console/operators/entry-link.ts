// A link that signs a person in once, made on the server: what a mail would have brought, where no mail can be sent.
import { DatabaseError, type ClientBase } from "pg";
import { readProduct } from "../../applying/product.ts";
import { noteAct, theCommandLine } from "./acts.ts";
import { allOrNothing } from "../../postgres/connections/transaction.ts";
import { refusedFor } from "../../postgres/refused.ts";
import { withQuery } from "../../auth/redirects.ts";
import { readAddress } from "../../auth/request.ts";
import { completeStored } from "../../stored/stored.ts";
import { makeToken } from "../../auth/tokens/one-time-tokens.ts";
import { findAccount, isBanned } from "../../auth/accounts/account.ts";
import { audit } from "../../auth/accounts/audit.ts";
import { askAll, makeAccount } from "../../auth/accounts/changes.ts";

export type EntryLink =
  | { readonly is: "made"; readonly link: string; readonly hasPassword: boolean }
  /** The document wants to know more of a new account than its address. */
  | { readonly is: "no account"; readonly why: string }
  | { readonly is: "no address" | "not applied" | "no sign-in" | "banned" };

/** Of a product: where people reach it, and the page of it that the person is led to. */
type Place = { readonly url: string; readonly then?: string | undefined };

/**
 * For whoever has the database. It is what a mail for a new password holds: good for an hour and for once, it makes the
 * one before it worthless, and only what it hashes to is kept. An address that nobody has confirmed is taken over by it: a
 * password that somebody else chose for it ends.
 */
export async function makeEntryLink(client: ClientBase, address: string, { url, then }: Place): Promise<EntryLink> {
  const email = readAddress(address);
  if (email === undefined) return { is: "no address" };
  if (!(await completeStored(client))) return { is: "not applied" };
  const { signIn } = await readProduct(client);
  if (!signIn.some(({ kind }) => kind !== "anonymous")) return { is: "no sign-in" };
  try {
    return await allOrNothing(client, async () => {
      const account =
        (await findAccount(client, "email", email)) ?? (await makeAccount(client, { email, isConfirmed: false }));
      await askAll(client);
      if (isBanned(account)) return { is: "banned" };
      const user = account.user.id;
      const token = await makeToken(client, { user, kind: "recovery", email, withCode: false });
      await audit(client, { address: "", caller: undefined }, "link_generated", user, { kind: "recovery" });
      await noteAct(client, theCommandLine, "Made a sign-in link", email);
      // The page itself uses the link up, when its reader presses a button: what looks at links before does not.
      const link = withQuery(`${url}/_/return`, {
        token_hash: token.link,
        type: "recovery",
        ...(then === undefined ? {} : { then }),
      });
      return { is: "made", link, hasPassword: signIn.some(({ kind }) => kind === "email and password") };
    });
  } catch (failure) {
    if (!(failure instanceof DatabaseError) || failure.code !== "PGRST") throw failure;
    const { message, clause } = refusedFor(failure);
    return { is: "no account", why: clause === undefined ? message : `${clause}: ${message}` };
  }
}
