// Backups while a product is served: one of everything from time to time, and the log of changes in between.
import { dirname, resolve } from "node:path";
import type { Client } from "pg";
import { setTimeout as delay } from "node:timers/promises";
import { codeOf, failure, messageOf } from "../postgres/failure.ts";
import { lsnOf } from "../postgres/connections/replication.ts";
import type { Log } from "../telemetry/log.ts";
import { archiveLog, keepLog, keepNoLog, readPosition } from "./log-archive.ts";
import { needApart } from "./places.ts";
import { backupRuns, backupsGone } from "./problems.ts";
import {
  claimRepository,
  hasRepository,
  lockRepository,
  readableManifest,
  targetFailure,
  type Manifest,
  type Repository,
} from "./repository.ts";
import { removeOldBackups } from "./retention.ts";
import type { BackupKey } from "./sealed-file.ts";
import { completeStored } from "../stored/stored.ts";
import { lastFolder, readProductId } from "./state.ts";
import { takeBackup, type Source } from "./take.ts";

export type Schedule = {
  readonly target: string;
  readonly key: BackupKey | undefined;
  readonly everyMilliseconds: number;
  /** How many stay. */
  readonly keep: number;
};

export type Backups = { readonly stop: () => Promise<void> };

type How = {
  readonly version: string;
  readonly log: Pick<Log, "note" | "warning">;
  readonly pauseMilliseconds?: number;
  /** At the end, for what was written since the last round. */
  readonly lastTryMilliseconds?: number;
};

/** Each failure is reported once, and again when an hour has passed. */
const repeatMilliseconds = 60 * 60 * 1000;
const name = "writ backup";
const aheadMilliseconds = 60_000;

export function startBackups(
  source: Source,
  schedule: Schedule,
  { version, log, pauseMilliseconds = 10_000, lastTryMilliseconds = 5000 }: How,
): Backups {
  const stopping = new AbortController();
  const scheduled = new ScheduledBackups(source, schedule, version);
  let reported = { words: "", at: -Infinity };
  const once = async () => {
    try {
      const made = await scheduled.round();
      if (made !== undefined) log.note("a backup was made", { backup: made.id });
      if (reported.words !== "") {
        log.note("backups are made again");
        await scheduled.succeed();
      }
      reported = { words: "", at: -Infinity };
    } catch (error) {
      const failed = targetFailure(error, schedule.target);
      // A command makes one right now: the next round goes on from there.
      if (codeOf(failed) === backupRuns.code) return;
      const words = messageOf(failed);
      if (words !== reported.words || performance.now() - reported.at > repeatMilliseconds) {
        log.warning("no backup is made", { why: words });
        reported = { words, at: performance.now() };
      }
      await scheduled.fail(words).catch(() => undefined);
    }
  };
  const going = (async () => {
    while (!stopping.signal.aborted) {
      await once();
      await delay(pauseMilliseconds, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
    // What was written since the last round.
    await once();
  })();
  return {
    stop: async () => {
      stopping.abort();
      await Promise.race([going, delay(lastTryMilliseconds, undefined, { ref: false })]);
      await scheduled.end();
    },
  };
}

/** Backups are not made by a schedule: nothing is kept for them, and no one waits for one. */
export async function expectNoBackups(client: Client): Promise<void> {
  await keepNoLog(client);
  await completeStored(client);
  await client.query(
    "UPDATE writ.backup_state SET every_seconds = NULL, scheduled_at = NULL, failed_at = NULL, failure = NULL, log_at = NULL, files_at = NULL",
  );
}

class ScheduledBackups {
  readonly #source: Source;
  readonly #schedule: Schedule;
  readonly #version: string;
  #client: Client | undefined;
  /** Up to where the log was taken, and when files were; undefined: not known, or there was a gap. */
  #taken: { readonly to: bigint; readonly at: Date | undefined } | undefined;
  #last: Manifest | undefined;
  #isBegun = false;

  constructor(source: Source, schedule: Schedule, version: string) {
    this.#source = source;
    this.#schedule = schedule;
    this.#version = version;
  }

  /** What is due; the backup that was made, if one was. */
  async round(): Promise<Manifest | undefined> {
    const client = await this.#connected();
    const { target, key } = this.#schedule;
    needApart(target, dirname(this.#source.files));
    // What is mounted there may be away, and its backups would fill the disk of the product.
    if (!hasRepository(target) && (await lastFolder(client)) === resolve(target)) throw failure(backupsGone, target);
    const [repository, release] = lockRepository(target, key);
    try {
      claimRepository(repository, await readProductId(client));
      const kept = this.#source.own === undefined ? undefined : await keepLog(client);
      if (this.#last !== undefined && !(await repository.list()).includes(this.#last.id)) this.#last = undefined;
      this.#last ??= await this.#lastOf(client, repository, kept);
      if (kept === undefined) this.#taken = undefined;
      const made = this.#isDue() ? await this.#make(client, repository) : undefined;
      await this.#archive(client, repository);
      return made;
    } finally {
      release();
    }
  }

  async fail(words: string): Promise<void> {
    const client = await this.#connected();
    await client.query("UPDATE writ.backup_state SET failure = $1, failed_at = COALESCE(failed_at, now())", [words]);
  }

  async succeed(): Promise<void> {
    const client = await this.#connected();
    await client.query("UPDATE writ.backup_state SET failure = NULL, failed_at = NULL");
  }

  async end(): Promise<void> {
    await this.#client?.end().catch(() => undefined);
  }

  async #connected(): Promise<Client> {
    if (this.#client !== undefined) return this.#client;
    // Made by its owner, as every server makes it.
    const owner = await this.#source.connect({ application_name: name });
    await completeStored(owner).finally(async () => owner.end());
    const isOwn = this.#source.own !== undefined;
    const client = await this.#source.connect({ application_name: name, ...(isOwn ? { as: "superuser" } : {}) });
    client.once("end", () => (this.#client = undefined));
    this.#client = client;
    await client.query(
      `UPDATE writ.backup_state SET every_seconds = $1, scheduled_at = COALESCE(scheduled_at, now()),
         failure = CASE WHEN $2 THEN failure END, failed_at = CASE WHEN $2 THEN failed_at END`,
      [this.#schedule.everyMilliseconds / 1000, this.#isBegun],
    );
    // What an earlier process could not do is found out anew.
    this.#isBegun = true;
    return client;
  }

  #isDue(): boolean {
    const { database } = this.#last ?? {};
    if (this.#last === undefined) return true;
    if (database !== undefined && this.#taken === undefined) return true;
    const age = Date.now() - Number(new Date(this.#last.moment));
    // One from a day on which the clock was ahead is the last one of nothing.
    return age < -aheadMilliseconds || age >= this.#schedule.everyMilliseconds;
  }

  /** The last one of this database, from which the log goes on without a gap. */
  async #lastOf(client: Client, repository: Repository, kept: bigint | undefined): Promise<Manifest | undefined> {
    const ids = await repository.list();
    const id = ids.at(-1);
    const last = id === undefined ? undefined : await readableManifest(repository, id);
    if (this.#source.own === undefined) return last?.database === undefined ? last : undefined;
    if (last?.database === undefined) return undefined;
    const { lineage, timeline, flushed } = await readPosition(client);
    const { log } = last.database;
    if (last.database.lineage !== lineage || log.timeline !== timeline || lsnOf(log.to) > flushed) return undefined;
    let to = lsnOf(log.from);
    for (const part of await repository.logs(lineage, timeline)) if (part.from <= to && part.to > to) ({ to } = part);
    // An earlier process may have ended between a backup and the log before it.
    if (kept !== undefined && kept <= to && to <= flushed) this.#taken = { to: kept, at: undefined };
    return last;
  }

  async #archive(client: Client, repository: Repository): Promise<void> {
    if (this.#taken === undefined) return;
    const at = new Date();
    const to = await archiveLog({ client, source: this.#source, repository }, this.#taken.to, this.#taken.at);
    this.#taken = { to, at };
  }

  async #make(client: Client, repository: Repository): Promise<Manifest> {
    // What rows let go of from now on stays until it has been taken.
    if (this.#source.own !== undefined)
      await client.query("UPDATE writ.backup_state SET files_at = now() WHERE files_at IS NULL");
    const made = await takeBackup(this.#source, repository, {
      version: this.#version,
      // From the one before this the log leads on to it, as soon as it is there.
      beforeFinish: async () => this.#archive(client, repository),
    });
    this.#last = made;
    const log = made.database?.log;
    // Where the log was taken up to now it goes on there, so that moments before this backup stay within reach.
    if (log !== undefined) this.#taken ??= { to: lsnOf(log.to), at: undefined };
    await removeOldBackups(repository, this.#schedule.keep, made.id);
    return made;
  }
}
