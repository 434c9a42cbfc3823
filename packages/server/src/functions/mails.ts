// Mails that code sends: they wait with those of effects, from the commit of the run's writes on.
import type { Lookup } from "@writ/language/model";
import { codeMailFunction } from "@writ/language/plan";
import type { ClientBase } from "pg";
import { isAddress } from "../mail/mail.ts";
import { Refused, WrongUse } from "./rows.ts";

type Recipient = { readonly person: string } | { readonly address: string };

/** A call with more recipients sends to them in several runs. */
const mostRecipients = 1000;

/**
 * Each speaks of its row as this run has left it; which language it is in is known when it goes out. As the owner: whom
 * code writes to is what the document says, as with effects, and no right of the caller.
 */
export async function leaveMails(client: ClientBase, mails: unknown, lookup: Lookup, clause: string): Promise<void> {
  const asked = Array.isArray(mails) ? mails.map(askedIn) : [];
  if (asked.reduce((sum, { to }) => sum + to.length, 0) > mostRecipients)
    throw new WrongUse(`one run may write to ${mostRecipients} people`);
  for (const { name, row, to } of asked) {
    const mail = lookup.mails.get(name);
    if (mail === undefined) throw new WrongUse(`there is no mail "${name.slice(0, 100)}" in section 7`);
    const { rows } = await client.query<{ waiting: object | null }>(
      `SELECT ${codeMailFunction(mail.name.id)}($1) AS waiting`,
      [row],
    );
    const waiting = rows[0]?.waiting;
    if (waiting === null || waiting === undefined) throw new Refused("NOT_FOUND");
    for (const one of to)
      await client.query("SELECT writ.enqueue('mail', $1, $2::jsonb || jsonb_build_object('to', $3::jsonb), $4)", [
        mail.name.id,
        JSON.stringify(waiting),
        JSON.stringify(one),
        clause,
      ]);
  }
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function askedIn(given: unknown): { readonly name: string; readonly row: string; readonly to: readonly Recipient[] } {
  const { name, row, to } = (given ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof name !== "string") throw new WrongUse("a mail has a name");
  if (typeof row !== "string" || !uuid.test(row)) throw new WrongUse(`mail("${name}") needs a row, or the id of one`);
  const all = (Array.isArray(to) ? to : [to]).flatMap((one): readonly Recipient[] => {
    // Without a recipient there is no mail, as with effects.
    if (one === null || one === undefined || one === "") return [];
    if (typeof one === "string" && uuid.test(one)) return [{ person: one }];
    if (typeof one === "string" && isAddress(one)) return [{ address: one }];
    throw new WrongUse(`mail("${name}") needs one or several people or addresses to go to`);
  });
  return { name, row, to: [...new Map(all.map((one) => [JSON.stringify(one), one])).values()] };
}
