// Calls that effects and schedules left in the outbox: each at least once, later where it fails, given up in the end.
// What it wrote and that it is done is one commit: for the document's own rows that is exactly once.
import type { Call } from "@writ/language/model";
import type { ClientBase } from "pg";
import { networkless } from "./system-caller.ts";
import { invoke } from "./invoke.ts";
import type { CallService } from "./service.ts";

type Waiting = {
  readonly id: string;
  readonly name: string;
  readonly payload: { readonly input?: unknown; readonly person?: string | null };
  readonly tries: number;
};

const atOnce = 4;
/** Where Retries says nothing: as often as a mail. */
const usualRetries = 10;

/** True where there may be more. */
export async function runWaiting(service: CallService): Promise<boolean> {
  const { edition, owner } = service;
  if (edition() === undefined) return false;
  const waiting = await owner.withConnection(claim);
  await Promise.all(waiting.map(async (one) => run(one, service)));
  return waiting.length === atOnce;
}

/** Ours for longer than any call may take: whoever dies in between leaves it to the next one. */
async function claim(client: ClientBase): Promise<readonly Waiting[]> {
  const { rows } = await client.query<Waiting>(
    `UPDATE writ.outbox SET tries = tries + 1, due_at = clock_timestamp() + interval '20 minutes'
     WHERE id IN (SELECT id FROM writ.outbox WHERE done_at IS NULL AND due_at <= clock_timestamp() AND kind = 'call'
       ORDER BY due_at, id LIMIT ${atOnce} FOR UPDATE SKIP LOCKED)
     RETURNING id, name, payload, tries`,
  );
  return rows;
}

async function run({ id, name, payload, tries }: Waiting, service: CallService): Promise<void> {
  const call = service.edition()?.compiled.lookup.calls.get(name);
  const failure = await attempt(id, call, payload, service);
  if (failure === undefined) return;
  const isDead = call === undefined || !hasCode(call) || tries > (call.retries ?? usualRetries);
  await service.owner.withConnection(async (client) =>
    client.query(
      `UPDATE writ.outbox SET failure = $2, due_at = CASE WHEN $3 THEN 'infinity' ELSE clock_timestamp() + interval '1 minute' * 2 ^ $4 END
       WHERE id = $1 AND done_at IS NULL`,
      [id, failure.slice(0, 500), isDead, Math.min(tries - 1, 11)],
    ),
  );
}

const hasCode = ({ kind }: Call): boolean => kind === "function" || kind === "schedule";

/** Why it failed; undefined where it is done. */
async function attempt(
  id: string,
  call: Call | undefined,
  { input = {}, person }: Waiting["payload"],
  service: CallService,
): Promise<string | undefined> {
  if (call === undefined) return "the document has no such call any more";
  if (!hasCode(call)) return `NOT_SHOWN: a ${call.kind ?? "call"} does not run yet`;
  try {
    const answer = await invoke(
      {
        call,
        given: input,
        caller: networkless(person ?? undefined),
        isAsked: false,
        along: async (client) => {
          const { rowCount } = await client.query(
            "UPDATE writ.outbox SET done_at = clock_timestamp(), failure = NULL WHERE id = $1 AND done_at IS NULL",
            [id],
          );
          // Somebody else has done it meanwhile: nothing of this run is kept.
          if (rowCount !== 1) throw new Error("it is done already");
        },
      },
      service,
    );
    return "failure" in answer ? `${answer.failure.body.code}: ${answer.failure.body.message}` : undefined;
  } catch (failure) {
    service.log.failure(failure, { during: "calls", call: call.name.label });
    return failure instanceof Error ? failure.message : "unknown";
  }
}
