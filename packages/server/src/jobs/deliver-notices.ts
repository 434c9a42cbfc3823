// Notices that wait in the outbox come into inboxes: each once, in every language of the document.
import type { ClientBase } from "pg";
import type { Product } from "@writ/language/plan";
import { wordsOfMail, type DocumentMailPayload, type MailWords } from "../mail/document-mail.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { inOutboxSpan } from "../telemetry/outbox-span.ts";
import type { Tracing } from "../telemetry/tracing.ts";
import type { RequestPool } from "../postgres/connections/request-pool.ts";
import { allOrNothing } from "../postgres/connections/transaction.ts";

type Waiting = {
  readonly id: string;
  readonly name: string;
  readonly payload: DocumentMailPayload;
  readonly tries: number;
  readonly traceparent: string | null;
};

const atOnce = 100;

/** True where there may be more. */
export async function deliverNotices(
  pool: RequestPool,
  product: Product,
  metrics: Pick<Metrics, "work">,
  tracing: Tracing | undefined,
): Promise<boolean> {
  return pool.withConnection(async (client) =>
    allOrNothing(client, async () => {
      const { rows } = await client.query<Waiting>(
        `SELECT id, name, payload, tries + 1 AS tries, traceparent FROM writ.outbox WHERE done_at IS NULL AND due_at <= clock_timestamp() AND kind = 'notify'
         ORDER BY due_at, id LIMIT ${atOnce} FOR UPDATE SKIP LOCKED`,
      );
      for (const one of rows) {
        const began = performance.now();
        const end = await inOutboxSpan(tracing, one, "notice", async () => deliver(one, client, product));
        metrics.work("notice", one.name, end, performance.now() - began);
      }
      return rows.length === atOnce;
    }),
  );
}

/** One that cannot be delivered keeps none of the others from it. */
async function deliver(one: Waiting, client: ClientBase, product: Product): Promise<"done" | "failed"> {
  await client.query("SAVEPOINT notice");
  try {
    const words = inAllLanguages(one, product);
    await client.query("SELECT writ.put_notice($1, $2)", [one.id, words === undefined ? null : JSON.stringify(words)]);
    return "done";
  } catch (failure) {
    await client.query("ROLLBACK TO SAVEPOINT notice");
    await client.query(
      `UPDATE writ.outbox SET tries = tries + 1, failure = $2,
        due_at = CASE WHEN tries >= 10 THEN 'infinity' ELSE clock_timestamp() + interval '1 minute' * 2 ^ tries END WHERE id = $1`,
      [one.id, failure instanceof Error ? failure.message.slice(0, 500) : "unknown"],
    );
    return "failed";
  }
}

/** It stays for a long time: its reader may speak another language by then, and the document say something else. */
function inAllLanguages({ name, payload }: Waiting, product: Product): Readonly<Record<string, MailWords>> | undefined {
  const spoken = ["", ...product.languages.slice(1)];
  const words = spoken.flatMap((language) => {
    const said = wordsOfMail(name, payload, language, product);
    return said === undefined ? [] : [[language, said] as const];
  });
  return words.length === 0 ? undefined : Object.fromEntries(words);
}
