// The mailbox of development: what would have gone out, for the engineer to read.
import type { ClientBase } from "pg";
import type { Mail } from "./mail.ts";

export type StoredMail = Mail & { readonly id: string; readonly sentAt: Date };

/** Enough to look at, and no archive of links that sign people in. */
const kept = 200;

export async function storeMail(client: ClientBase, { to, subject, text, html }: Mail): Promise<void> {
  await client.query("INSERT INTO writ.mailbox (recipient, subject, text, html) VALUES ($1, $2, $3, $4)", [
    to,
    subject,
    text,
    html,
  ]);
  await client.query(
    "DELETE FROM writ.mailbox WHERE id <= (SELECT id FROM writ.mailbox ORDER BY id DESC OFFSET $1 LIMIT 1)",
    [kept],
  );
}

/** The last ones first; `to`: of one address. */
export async function readMailbox(client: ClientBase, to?: string): Promise<readonly StoredMail[]> {
  const { rows } = await client.query<StoredMail>(
    `SELECT id::text, sent_at AS "sentAt", recipient AS "to", subject, text, html FROM writ.mailbox
     WHERE $1::text IS NULL OR recipient = $1 ORDER BY mailbox.id DESC LIMIT $2`,
    [to ?? null, kept],
  );
  return rows;
}
