// What became of an entry of the outbox, and what an operator may do with it.
import type { ClientBase } from "pg";
import { oneLine } from "../../mail/mail.ts";

/**
 * Of a row of `writ.outbox`. What failed is not tried again by itself. What is dismissed keeps the failure that it was
 * dismissed with.
 */
export const fate = `CASE
  WHEN done_at IS NOT NULL AND failure IS NOT NULL THEN 'dismissed'
  WHEN done_at IS NOT NULL THEN 'done'
  WHEN due_at = 'infinity' THEN 'failed'
  WHEN failure IS NOT NULL THEN 'retrying'
  ELSE 'waiting'
END`;

/** Of the fates that are looked for, with commas between them; of all where none is. `given`: their parameter. */
export const isOfFate = (given: string): string => `(${given} = '' OR ${fate} = ANY (string_to_array(${given}, ',')))`;

/** A mail with a link or a code has lost it when it failed, and could not be read by anyone. */
export const mayRetry = "done_at IS NULL AND (kind <> 'account' OR payload ? 'link' OR payload ? 'code')";
/** What is on its way right now is left alone. */
export const mayDismiss = "done_at IS NULL AND failure IS NOT NULL AND (claimed_by IS NULL OR due_at = 'infinity')";

type Entry = { readonly kind: string; readonly name: string };
/** For the page Changes; undefined where there is no such entry. */
type Named = string | undefined;

const named = (rows: readonly Entry[], id: string): Named =>
  rows[0] && oneLine(`${rows[0].kind} ${rows[0].name}, job ${id}`);

/** Due at once; what failed has all of its tries again. */
export async function retryJob(client: ClientBase, id: string): Promise<Named> {
  const { rows } = await client.query<Entry>(
    `UPDATE writ.outbox SET due_at = clock_timestamp(), tries = CASE WHEN due_at = 'infinity' THEN 0 ELSE tries END
     WHERE id::text = $1 AND ${mayRetry} RETURNING kind, name`,
    [id],
  );
  return named(rows, id);
}

/** It is not tried again, and needs no attention any more. */
export async function dismissJob(client: ClientBase, id: string): Promise<Named> {
  const { rows } = await client.query<Entry>(
    `UPDATE writ.outbox SET done_at = clock_timestamp(), claimed_by = NULL, payload = payload - 'link' - 'code'
     WHERE id::text = $1 AND ${mayDismiss} RETURNING kind, name`,
    [id],
  );
  return named(rows, id);
}

/** Another mail with the same words. One about an account has lost its link or code, and cannot be sent twice. */
export async function resendMail(client: ClientBase, id: string): Promise<Named> {
  const { rows } = await client.query<Entry>(
    `INSERT INTO writ.outbox (kind, name, payload, clause, by_person)
     SELECT kind, name, payload - 'answer', clause, by_person FROM writ.outbox
     WHERE id::text = $1 AND kind = 'mail' AND done_at IS NOT NULL RETURNING kind, name`,
    [id],
  );
  return named(rows, id);
}
