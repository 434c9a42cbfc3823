// What is live in the console: sockets, topics, who says that they are there, and how far the feed of changes is behind.
import type { ClientBase } from "pg";
import type { LiveLook } from "../realtime/live.ts";
import type { LiveView, SlotView } from "./response-types.ts";

/** Of each, the largest first. */
const most = 100;
const mostPresent = 20;

export async function liveOf(client: ClientBase, { connections, topics, feed }: LiveLook): Promise<LiveView> {
  const shown = connections.toSorted((a, b) => b.channels.length - a.channels.length).slice(0, most);
  const largest = topics.toSorted((a, b) => b.members - a.members).slice(0, most);
  const names = await namesOf(client, [
    ...shown.flatMap(({ callers }) => callers.flatMap(({ account }) => account ?? [])),
    ...largest.flatMap(({ present }) => present.slice(0, mostPresent)),
  ]);
  return {
    sockets: connections.length,
    channels: connections.reduce((sum, one) => sum + one.channels.length, 0),
    networks: new Set(connections.map(({ network }) => network)).size,
    connections: shown.map(({ since, heardAt, network, channels, callers, waitingBytes }) => ({
      since: since.toISOString(),
      heardAt: heardAt.toISOString(),
      network,
      channels: channels.length,
      people: [...new Set(callers.map(({ role, account }) => names.get(account ?? "") ?? words[role] ?? role))],
      waitingBytes,
    })),
    topicCount: topics.length,
    topics: largest.map(({ name, isPrivate, members, present }) => ({
      name,
      isPrivate,
      members,
      present: present.length,
      people: present.slice(0, mostPresent).flatMap((key) => names.get(key) ?? []),
    })),
    subscriptions: feed.subscriptions.map(({ table = null, count }) => ({ table, count })),
    waitingBytes: feed.waitingBytes,
    lacking: feed.lacking ?? null,
    slot: feed.slot === undefined ? null : await slotOf(client, feed.slot),
  };
}

const words: Readonly<Record<string, string>> = {
  anon: "a visitor",
  authenticated: "a signed-in user",
  service_role: "a program with the service key",
};

/** Clients choose the keys of presence; keys that are accounts have names. */
async function namesOf(client: ClientBase, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ id: string; name: string }>(
    `SELECT id, COALESCE(NULLIF(raw_user_meta_data ->> 'name', ''), email, id::text) AS name FROM auth.users WHERE id::text = ANY ($1::text[])`,
    [[...new Set(keys)].filter((key) => key.length === 36)],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** `lag`: what was written and not heard of yet. `kept`: what the database keeps on its disk because of it. */
async function slotOf(client: ClientBase, name: string): Promise<SlotView | null> {
  const { rows } = await client.query<SlotView>(
    `SELECT slot_name AS name, active AS "isActive", wal_status AS status, invalidation_reason AS reason,
       pg_wal_lsn_diff(pg_current_wal_lsn(), confirmed_flush_lsn)::float8 AS "lagBytes",
       pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::float8 AS "keptBytes", safe_wal_size::float8 AS "leftBytes"
     FROM pg_replication_slots WHERE slot_name = $1`,
    [name],
  );
  return rows[0] ?? null;
}
