// Calls that effects and schedules left in the outbox: each at least once, later where it fails, given up in the end.
// What code wrote and that it is done is one commit: for the document's own rows that is exactly once.
import type { Call } from "@writ/language/model";
import type { ClientBase } from "pg";
import { partOf, type ProcessSlot } from "../bus/slot.ts";
import { takeable } from "../outbox/claims.ts";
import { failureText } from "../outbox/failure-text.ts";
import { inOutboxSpan } from "../telemetry/outbox-span.ts";
import { networkless } from "./system-caller.ts";
import { invoke } from "./invoke.ts";
import { RequestFailed } from "./outgoing/request-out.ts";
import { send } from "./outgoing/send.ts";
import type { CallService } from "./service.ts";

type Waiting = {
  readonly id: string;
  readonly name: string;
  readonly payload: { readonly input?: unknown; readonly body?: unknown; readonly person?: string | null };
  readonly tries: number;
  readonly traceparent: string | null;
};

export type WaitingCalls = {
  /** Takes what is due and has room; does not wait for its end. */
  readonly take: () => Promise<void>;
  readonly end: () => Promise<void>;
};

/** An external service that does not respond occupies a place of requests, and none of code. */
type Places = { readonly code: number; readonly requests: number };

/** Of all processes together. */
const allPlaces: Places = { code: 5, requests: 16 };

type Sharing = {
  readonly places: Places;
  /** One call that hangs delays only its own runs. */
  readonly ofCall: Places;
  /** So does what one person sets off, whose other calls have a place beside one that hangs. */
  readonly ofPerson: Places;
};

function sharingOf(slot: ProcessSlot): Sharing {
  const places = { code: partOf(allPlaces.code, slot, 2), requests: partOf(allPlaces.requests, slot, 2) };
  const each = (of: (places: number) => number): Places => ({ code: of(places.code), requests: of(places.requests) });
  return {
    places,
    ofCall: each((all) => Math.max(1, Math.floor(all * 0.75))),
    ofPerson: each((all) => all - Math.ceil(all / 8)),
  };
}

/** Where Retries says nothing: as often as a mail. */
const usualRetries = 10;

export function createWaitingCalls(service: CallService, slot: ProcessSlot): WaitingCalls {
  const { places, ofCall, ofPerson } = sharingOf(slot);
  const going = { code: new Map<Promise<void>, Waiting>(), requests: new Map<Promise<void>, Waiting>() };
  /** What has all the places that one may have. */
  const fullOf = (kind: keyof Places, most: Places, of: (one: Waiting) => string | undefined): readonly string[] => {
    const counts = Map.groupBy(
      [...going[kind].values()].flatMap((one) => of(one) ?? []),
      (one) => one,
    );
    return [...counts].flatMap(([one, all]) => (all.length >= most[kind] ? [one] : []));
  };
  let taking: Promise<void> | undefined;
  const take = async (): Promise<void> => {
    const edition = service.edition();
    if (edition === undefined || service.ending.aborted) return;
    const sent = [...edition.compiled.lookup.calls.values()].filter(isSent).map(({ name }) => name.id);
    for (const kind of ["code", "requests"] as const) {
      while (going[kind].size < places[kind] && !service.ending.aborted) {
        const full = {
          names: fullOf(kind, ofCall, ({ name }) => name),
          people: fullOf(kind, ofPerson, ({ payload: { person } }) => person ?? undefined),
        };
        const one = await service.owner.withConnection(async (client) =>
          claim(client, service, full, sent, kind === "requests"),
        );
        if (one === undefined) break;
        const work = async () => attempt(one, service);
        const begun = inOutboxSpan(service.tracing, one, "call", work).finally(() => {
          going[kind].delete(begun);
          service.claims.going.delete(one.id);
          // A place is free.
          service.wake();
        });
        going[kind].set(begun, one);
      }
    }
  };
  return {
    take: async () => (taking ??= take().finally(() => (taking = undefined))),
    end: async () => {
      await taking?.catch(() => undefined);
      await Promise.all([...going.code.keys(), ...going.requests.keys()]);
    },
  };
}

const isSent = ({ kind }: Call): boolean => kind === "webhook out" || kind === "API";

/** Ours for longer than any call may take, or until this server is gone: then the next one takes it. */
async function claim(
  client: ClientBase,
  { claims }: CallService,
  full: { readonly names: readonly string[]; readonly people: readonly string[] },
  sent: readonly string[],
  areSent: boolean,
): Promise<Waiting | undefined> {
  const own = claims.own();
  if (own === undefined) return undefined;
  const { rows } = await client.query<Waiting>(
    `UPDATE writ.outbox SET tries = tries + 1, due_at = clock_timestamp() + interval '20 minutes', claimed_by = $1
     WHERE id IN (SELECT id FROM writ.outbox
       WHERE ${takeable} AND kind = 'call' AND (name = ANY ($4)) = $5 AND name <> ALL ($6)
         AND COALESCE(payload ->> 'person' <> ALL ($7), true)
       ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id, name, payload, tries, traceparent`,
    [own, await claims.gone(client), [...claims.going], sent, areSent, full.names, full.people],
  );
  const [one] = rows;
  if (one !== undefined) claims.going.add(one.id);
  return one;
}

/** Never fails: what went wrong is kept with what waits, and tried again. */
async function attempt(waiting: Waiting, service: CallService): Promise<void> {
  const { id, name, tries } = waiting;
  const call = service.edition()?.compiled.lookup.calls.get(name);
  try {
    const failure = await run(waiting, call, service);
    if (failure === undefined) return;
    const isDead = call === undefined || tries > (call.retries ?? usualRetries);
    await service.owner.withConnection(async (client) =>
      client.query(
        `UPDATE writ.outbox SET claimed_by = NULL, failure = $2, due_at = CASE WHEN $3 THEN 'infinity' ELSE clock_timestamp() + interval '1 minute' * 2 ^ $4 END
         WHERE id = $1 AND done_at IS NULL`,
        [id, failureText(failure), isDead, Math.min(tries - 1, 11)],
      ),
    );
  } catch (failure) {
    // The database is away: our claim lasts a while yet, and then any server may take it.
    if (!service.ending.aborted) service.log.failure(failure, { during: "calls", call: name });
  }
}

/** Why it failed; undefined where it is done. */
async function run(
  { id, name, payload }: Waiting,
  call: Call | undefined,
  service: CallService,
): Promise<string | undefined> {
  const { input = {}, body, person } = payload;
  if (call === undefined) return "the document has no such call any more";
  const done = async (client: ClientBase) => {
    const { rowCount } = await client.query(
      "UPDATE writ.outbox SET done_at = clock_timestamp(), claimed_by = NULL, failure = NULL WHERE id = $1 AND done_at IS NULL",
      [id],
    );
    // Another server has done it meanwhile: nothing of this run is kept.
    if (rowCount !== 1) throw new Error("it is done already");
  };
  try {
    if (isSent(call)) {
      await send(call, { body, key: `${name}-${id}` }, service);
      await service.owner.withConnection(done);
      return undefined;
    }
    const answer = await invoke(
      { call, input, caller: networkless(person ?? undefined), isRequested: false, along: done },
      service,
    );
    if (!("failure" in answer)) return undefined;
    const { code, message } = answer.failure.body;
    return `${code}: ${answer.why ?? message}`;
  } catch (failure) {
    if (failure instanceof RequestFailed) {
      service.onPrint?.(`${call.name.label}: ${failure.message}`);
      return failure.message;
    }
    service.log.failure(failure, { during: "calls", call: call.name.label });
    return failure instanceof Error ? failure.message : "unknown";
  }
}
