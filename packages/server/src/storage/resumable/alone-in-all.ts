// An upload that no other process changes meanwhile either: by a lock in PostgreSQL, which goes with the process that has it.
import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "pg";
import type { Bus } from "../../bus/bus.ts";
import type { Database } from "../../postgres/index.ts";
import { oneAtATime, type Alone } from "../disk/one-at-a-time.ts";

/** The class of the advisory locks. */
const uploadLock = 7_765_832;

const subjects = { giveWay: "uploads.giveWay", free: "uploads.free" } as const;
/** Where nothing is heard of the process that has it. */
const lookAgainMilliseconds = 100;

export type AloneInAll = { readonly alone: Alone; readonly stop: () => Promise<void> };

export function aloneInAll(database: Database, bus: Bus): AloneInAll {
  const here = oneAtATime();
  /** What this process has the locks for, and how it gives way. */
  const held = new Map<string, () => void>();
  const waiting = new Map<string, () => void>();
  let session: Promise<Client> | undefined;
  const connect = async (): Promise<Client> => {
    const client = await database.connect({ as: "owner", application_name: "writ uploads" });
    client.once("end", () => {
      session = undefined;
      // The locks are gone with it.
      for (const giveWay of held.values()) giveWay();
    });
    return client;
  };
  const ask = async (question: string, name: string): Promise<boolean> => {
    session ??= connect().catch((failure: unknown) => {
      session = undefined;
      throw failure;
    });
    const { rows } = await (
      await session
    ).query<{ is: boolean }>(`SELECT ${question}($1, hashtext($2)) AS is`, [uploadLock, name]);
    return rows[0]?.is === true;
  };
  const take = async (name: string): Promise<void> => {
    while (!(await ask("pg_try_advisory_lock", name))) {
      const { promise: isFree, resolve } = Promise.withResolvers<void>();
      waiting.set(name, resolve);
      bus.publish(subjects.giveWay, name);
      await Promise.race([isFree, delay(lookAgainMilliseconds, undefined, { ref: false })]);
      waiting.delete(name);
    }
  };
  const free = async (name: string): Promise<void> => {
    // A session that has ended has none.
    await ask("pg_advisory_unlock", name).catch(() => undefined);
    bus.publish(subjects.free, name);
  };
  const stops = [
    bus.subscribe<string>(subjects.giveWay, (name) => held.get(name)?.()),
    bus.subscribe<string>(subjects.free, (name) => waiting.get(name)?.()),
  ];
  return {
    alone: async (name, work, giveWay = () => undefined) =>
      here(
        name,
        async () => {
          await take(name);
          held.set(name, giveWay);
          try {
            return await work();
          } finally {
            held.delete(name);
            await free(name);
          }
        },
        giveWay,
      ),
    stop: async () => {
      for (const stop of stops) stop();
      await (await session?.catch(() => undefined))?.end();
    },
  };
}
