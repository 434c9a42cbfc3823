// Mails with what became of each, and the answer of the mail server. Their
// texts, which may hold links that sign people in, are not shown.
import type { Product } from "@writ/language/plan";
import type { ClientBase } from "pg";
import { writeAccountMail, type AccountMailPayload } from "../../mail/account-mail.ts";
import { wordsOfMail, type DocumentMailPayload } from "../../mail/document-mail.ts";
import type { MailFateView, MailFatesView } from "../operator-response-types.ts";
import { fate, isOfFate, mayDismiss, mayRetry } from "./fate.ts";

const page = 50;

type Found = Omit<MailFateView, "subject"> & {
  readonly kind: "mail" | "account";
  readonly payload: Readonly<Record<string, unknown>>;
};

export type MailSearch = { readonly fate: string; readonly text: string; readonly before: string };

export async function mailFatesOf(
  client: ClientBase,
  product: Product,
  { fate: wanted, text, before }: MailSearch,
): Promise<MailFatesView> {
  const { rows } = await client.query<Found>(
    `SELECT * FROM (
       SELECT id::text, id AS number, kind, name, clause, tries, made_at AS "madeAt", done_at AS "doneAt", failure, payload,
         payload ->> 'answer' AS answer, CASE WHEN due_at < 'infinity' THEN due_at END AS "nextAt", ${fate} AS is,
         ${mayRetry} AS "mayRetry", ${mayDismiss} AS "mayDismiss",
         kind = 'mail' AND done_at IS NOT NULL AS "mayResend",
         CASE WHEN kind = 'account' THEN payload ->> 'to' ELSE COALESCE(payload #>> '{to,address}',
           (SELECT u.email FROM auth.users u WHERE u.id::text = payload #>> '{to,person}')) END AS "to"
       FROM writ.outbox WHERE kind IN ('mail', 'account') AND ${isOfFate("$3")}
     ) AS m
     WHERE ($1 = '' OR strpos(lower(m."to"), lower($1)) > 0) AND ($2::bigint IS NULL OR m.number < $2)
     ORDER BY m.number DESC LIMIT ${page + 1}`,
    [text.trim(), /^\d{1,18}$/.test(before) ? before : null, wanted],
  );
  const mails = rows.slice(0, page).map(({ kind, payload, id, to, name, ...mail }): MailFateView => {
    const { clause, tries, madeAt, doneAt, nextAt, failure, answer, is, mayRetry: retry, mayDismiss: dismiss } = mail;
    const subject = subjectOf(kind, name, payload, product);
    const may = { mayRetry: retry, mayDismiss: dismiss, mayResend: mail.mayResend };
    return { id, to, subject, name, clause, is, tries, madeAt, doneAt, nextAt, failure, answer, ...may };
  });
  return { mails, hasMore: rows.length > page };
}

/** As it would be written now. */
function subjectOf(kind: Found["kind"], name: string, payload: Found["payload"], product: Product): string {
  try {
    if (kind === "account") return writeAccountMail(name, payload as AccountMailPayload, product).subject;
    return wordsOfMail(name, payload as DocumentMailPayload, "", product)?.subject ?? name;
  } catch {
    // Of another document, or of another version.
    return name;
  }
}
