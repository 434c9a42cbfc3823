// Mails that wait in the outbox go out: each at least once, later where it fails, and to the dead letters in the end.
import type { ClientBase } from "pg";
import type { Product } from "@writ/language/plan";
import { writeAccountMail, type AccountMailPayload } from "../mail/account-mail.ts";
import { writeDocumentMail, type DocumentMailPayload } from "../mail/document-mail.ts";
import type { Mail } from "../mail/mail.ts";
import { countDocumentMail, MailWaits, TooManyMails, type MailLimits } from "../mail/mail-limits.ts";
import { Undeliverable, type Sender } from "../mail/sender.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { inSpan, type Tracing } from "../telemetry/tracing.ts";
import { inOutboxSpan } from "../telemetry/outbox-span.ts";
import type { RequestPool } from "../postgres/connections/request-pool.ts";
import { lookAs } from "../postgres/connections/transaction.ts";
import { takeable, type Claims } from "../outbox/claims.ts";
import { failureText } from "../outbox/failure-text.ts";

type Waiting = {
  readonly id: string;
  readonly kind: "mail" | "account";
  readonly name: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly tries: number;
  readonly sender: string | null;
  readonly traceparent: string | null;
};

const atOnce = 10;
/** A minute at first, then twice as long each time: the last one after about seventeen hours. */
const mostTries = 11;

export type Sending = {
  readonly sender: Sender;
  readonly limits: MailLimits;
  readonly claims: Claims;
  readonly tracing: Tracing | undefined;
};

/** True where there may be more. */
export async function sendMails(
  pool: RequestPool,
  product: Product,
  sending: Sending,
  metrics: Pick<Metrics, "work">,
): Promise<boolean> {
  const { claims } = sending;
  await claims.settle();
  const waiting = await pool.withConnection(async (client) => claim(client, claims));
  const work = async (one: Waiting) => send(one, pool, product, sending, metrics);
  await Promise.all(waiting.map(async (one) => inOutboxSpan(sending.tracing, one, "mail", async () => work(one))));
  return waiting.length === atOnce;
}

/**
 * Ours until it is written down what became of it, or until this server is gone: then the next one takes it, which may send
 * it a second time. A mail that comes twice is better than one that never comes.
 */
async function claim(client: ClientBase, claims: Claims): Promise<readonly Waiting[]> {
  const own = claims.own();
  if (own === undefined) return [];
  const { rows } = await client.query<Waiting>(
    `UPDATE writ.outbox SET tries = tries + 1, due_at = clock_timestamp() + interval '5 minutes', claimed_by = $1
     WHERE id IN (SELECT id FROM writ.outbox WHERE ${takeable} AND kind IN ('mail', 'account')
       ORDER BY due_at, id LIMIT ${atOnce} FOR UPDATE SKIP LOCKED)
     RETURNING id, kind, name, payload, tries, by_person AS sender, traceparent`,
    [own, await claims.gone(client), [...claims.going]],
  );
  for (const { id } of rows) claims.going.add(id);
  return rows;
}

async function send(
  one: Waiting,
  pool: RequestPool,
  product: Product,
  { sender, limits, claims, tracing }: Sending,
  metrics: Pick<Metrics, "work">,
): Promise<void> {
  const began = performance.now();
  let failure: unknown;
  let answer: string | undefined;
  try {
    const mail = await write(one, pool, product);
    // While the mail server is away each is tried many times, and would soon be one too many.
    if (mail !== undefined && one.kind === "mail" && one.tries === 1)
      await pool.withConnection(async (client) =>
        countDocumentMail(client, { to: mail.to, sender: one.sender }, limits),
      );
    if (mail !== undefined)
      answer = await inSpan(tracing, { name: "SMTP", kind: "client" }, async () => sender.send(mail));
  } catch (failed) {
    failure = failed;
  }
  const isHeldBack = failure instanceof TooManyMails || failure instanceof MailWaits;
  const end = failure === undefined ? "done" : isHeldBack ? "refused" : "failed";
  metrics.work("mail", one.name, end, performance.now() - began);
  await claims.end(one.id, async () => pool.withConnection(async (client) => note(client, one, failure, answer)));
}

/** What became of it. */
async function note(client: ClientBase, one: Waiting, failure: unknown, answer: string | undefined): Promise<void> {
  if (failure instanceof MailWaits) {
    // It has not been tried.
    await client.query(
      "UPDATE writ.outbox SET claimed_by = NULL, failure = $2, tries = tries - 1, due_at = clock_timestamp() + make_interval(secs => $3) WHERE id = $1",
      [one.id, failure.message, failure.seconds],
    );
    return;
  }
  if (failure === undefined) {
    // Its link or code may sign a user in; once it is sent, it is not needed here.
    await client.query(
      "UPDATE writ.outbox SET done_at = clock_timestamp(), claimed_by = NULL, failure = NULL, payload = payload - 'link' - 'code' || jsonb_strip_nulls(jsonb_build_object('answer', $2::text)) WHERE id = $1",
      [one.id, answer === undefined ? null : failureText(answer)],
    );
    return;
  }
  const isDead = failure instanceof Undeliverable || failure instanceof TooManyMails || one.tries >= mostTries;
  await client.query(
    `UPDATE writ.outbox SET claimed_by = NULL, failure = $2, due_at = CASE WHEN $3 THEN 'infinity' ELSE clock_timestamp() + interval '1 minute' * 2 ^ $4 END,
        payload = CASE WHEN $3 THEN payload - 'link' - 'code' ELSE payload END WHERE id = $1`,
    [one.id, failure instanceof Error ? failureText(failure.message) : "unknown", isDead, Math.min(one.tries - 1, 11)],
  );
}

async function write({ kind, name, payload }: Waiting, pool: RequestPool, product: Product): Promise<Mail | undefined> {
  if (kind === "account") return writeAccountMail(name, payload as AccountMailPayload, product);
  const given = payload as DocumentMailPayload & {
    readonly to: { readonly person?: string; readonly address?: string };
  };
  const reader = await pool.withConnection(async (client) => readerOf(client, given.to));
  // No recipient: an account without a confirmed address, or one that is gone.
  return reader === undefined ? undefined : writeDocumentMail(name, given, reader.address, reader.language, product);
}

async function readerOf(
  client: ClientBase,
  { person, address }: { readonly person?: string; readonly address?: string },
): Promise<{ readonly address: string; readonly language: string } | undefined> {
  if (person === undefined) return address === undefined ? undefined : { address, language: "" };
  // The language of its reader, as responses to their own requests would have it.
  return lookAs(client, person, async () => {
    const { rows } = await client.query<{ address: string; language: string }>(
      "SELECT email AS address, writ.language() AS language FROM auth.users WHERE id = $1 AND email_confirmed_at IS NOT NULL AND email IS NOT NULL",
      [person],
    );
    return rows[0];
  });
}
