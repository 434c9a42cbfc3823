// Who may import at this moment: one import of an account, few of all.
import { setTimeout } from "node:timers/promises";
import type { Client } from "pg";
import { ImportRefused } from "../refused.ts";
import { importLimits } from "./limits.ts";

const another = () =>
  new ImportRefused("another import of this account is under way. Try again when it has ended", {
    code: "BUSY",
    reason: { is: "busyAccount" },
  });
const many = () =>
  new ImportRefused("others are importing at this moment. Try again in a minute", {
    code: "BUSY",
    reason: { is: "busyProduct" },
  });

const tries = 10;
/** What was cut off a moment ago may have to be noticed first. */
const pause = 200;

/** Imports of this process, from the first piece of their files on. */
export class Uploads {
  readonly #accounts = new Set<string>();

  async alone<Result>(account: string, work: () => Promise<Result>): Promise<Result> {
    for (let left = tries; this.#accounts.has(account); left--) {
      if (left === 0) throw another();
      await setTimeout(pause);
    }
    if (this.#accounts.size >= importLimits.uploads) throw many();
    this.#accounts.add(account);
    try {
      return await work();
    } finally {
      this.#accounts.delete(account);
    }
  }
}

/** In all processes, until this connection ends. */
export async function enterAlone(client: Client, account: string): Promise<void> {
  for (let left = tries; ; left--) {
    const { rows } = await client.query<{ isAlone: boolean; hasRoom: boolean }>(
      `SELECT own.got AS "isAlone", own.got AND EXISTS (
         SELECT FROM generate_series(1, $2) AS place WHERE pg_try_advisory_lock(7765864, place)
       ) AS "hasRoom"
       FROM (SELECT pg_try_advisory_lock(7765863, hashtext($1)) AS got) AS own`,
      [account, importLimits.atOnce],
    );
    const [got] = rows;
    if (got?.hasRoom === true) return;
    await client.query("SELECT pg_advisory_unlock_all()");
    if (left === 0) throw got?.isAlone === true ? many() : another();
    await setTimeout(pause);
  }
}
