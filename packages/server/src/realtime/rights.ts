// What policies on `realtime.messages` let a caller do on a private topic: asked as that person, with the topic set.
import { randomUUID } from "node:crypto";
import { DatabaseError } from "pg";
import type { Caller } from "../gate/caller.ts";
import { setLocally, settingsOf } from "../postgres/connections/caller-settings.ts";
import type { Value } from "../postgres/connections/messages.ts";
import { isOutdated } from "../postgres/connections/prepared.ts";
import { sendPacket } from "../postgres/connections/packet.ts";
import type { Kind } from "./hub.ts";
import { LiveRefusal, type LiveService } from "./service.ts";

export type TopicRights = Readonly<Record<"read" | "write", Readonly<Record<Kind, boolean>>>>;

export const everything: TopicRights = {
  read: { broadcast: true, presence: true },
  write: { broadcast: true, presence: true },
};

const statement = (text: string, values: readonly Value[] = []) => ({ text, values });

/** One message there and one back; nothing of what is tried stays. Fails with a `LiveRefusal` where a policy fails. */
export async function askTopic(...asked: Parameters<typeof askOnce>): Promise<TopicRights> {
  for (let turn = 1; ; turn++) {
    try {
      return await askOnce(...asked);
    } catch (failure) {
      // A table that is just being changed: a query that conflicted with that is retried.
      if (turn === mostTurns || !isConflict(failure)) throw failure;
    }
  }
}

const mostTurns = 3;

const isConflict = (failure: unknown): boolean =>
  failure instanceof DatabaseError && failure.code?.startsWith("40") === true;

async function askOnce(
  { role, claims }: Caller,
  topic: string,
  { owner }: Pick<LiveService, "owner">,
  turn?: string,
): Promise<TopicRights> {
  if (role === "service_role") return everything;
  const settings = {
    ...settingsOf({ role, claims, settings: {} }),
    "realtime.topic": topic,
    "request.jwt.claim.role": role,
    "request.jwt.claim.sub": claims.sub ?? "",
    search_path: "",
  };
  const ids = [randomUUID(), randomUUID()];
  const work = [
    statement("BEGIN"),
    // Policies decide which rows a caller sees, so there have to be some: visible in this transaction alone.
    statement(
      "INSERT INTO realtime.messages (id, topic, extension, private) VALUES ($1, $3, 'broadcast', true), ($2, $3, 'presence', true)",
      [...ids, topic],
    ),
    setLocally(settings),
    statement("SELECT extension FROM realtime.messages WHERE id IN ($1, $2)", ids),
    statement("SELECT realtime.may_send('broadcast') AS broadcast, realtime.may_send('presence') AS presence"),
    statement("ROLLBACK"),
  ];
  return owner.withConnection(
    async (client) => {
      try {
        const rows = await sendPacket(client, work, role);
        const seen = new Set((rows[3] ?? []).map(({ extension }) => extension));
        const may = rows[4]?.[0] ?? {};
        return {
          read: { broadcast: seen.has("broadcast"), presence: seen.has("presence") },
          write: { broadcast: may["broadcast"] === "t", presence: may["presence"] === "t" },
        };
      } catch (failure) {
        await client.query("ROLLBACK").catch(() => undefined);
        if (failure instanceof DatabaseError && !isPassing(failure))
          throw new LiveRefusal(
            "Unauthorized",
            `You do not have permissions to read from this Channel topic: ${topic}`,
          );
        throw failure;
      }
    },
    turn === undefined ? undefined : { caller: turn },
  );
}

/** Of the database and not of a policy: a lock, a connection, what the connection remembered. Asked again it may be another answer. */
const isPassing = (failure: DatabaseError): boolean =>
  isOutdated(failure) || /^(?:40|53|55|57|58|XX)/.test(failure.code ?? "");
