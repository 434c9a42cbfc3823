// What happens without a request while the server runs: timers and schedules of the document, notices, mails, and forgetting what ended.
import type { Product } from "@writ/language/plan";
import type { ClientBase } from "pg";
import { forgetEnded } from "../auth/forget-ended.ts";
import { forgetOldRequests } from "../functions/webhooks/replay-guard.ts";
import type { Log } from "../telemetry/log.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { codeOf } from "../postgres/failure.ts";
import type { RequestPool } from "../postgres/connections/request-pool.ts";
import { forgetMessages } from "../realtime/forget.ts";
import { readBackupHealth, type BackupHealth } from "../backup/state.ts";
import { clearGone } from "../storage/remove.ts";
import type { StorageService } from "../storage/service.ts";
import { sweepFiles } from "../storage/sweep.ts";
import { deliverNotices } from "./deliver-notices.ts";
import { endOverlong } from "./overlong.ts";
import { sendMails, type Sending } from "./send-mails.ts";
import type { WakeSignal } from "./wake-signal.ts";
import type { ServerModule } from "../module.ts";

export type OutboxLoad = { readonly waiting: number; readonly givenUp: number };

export type JobsOptions = {
  readonly pool: RequestPool;
  readonly product: () => Product;
  readonly sending: Sending;
  readonly log: Log;
  readonly metrics: Pick<Metrics, "work">;
  readonly signal: WakeSignal;
  /** Takes calls that wait, and does not wait for their end. */
  readonly calls: () => Promise<void>;
  /** Nothing is done by itself, and all that is due when it is asked for. */
  readonly onlyAsked: boolean;
  /** Where files are kept. */
  readonly files: Pick<StorageService, "owner" | "store"> | undefined;
};

const second = 1000;
const minute = 60 * second;
const hour = 3600 * second;
/** Rows of timers in one go; more come right after. */
const atOnce = 100;

/** Several servers may do this at once: each takes what no other has. */
export class Jobs implements ServerModule {
  readonly name = "jobs";
  readonly #options: JobsOptions;
  readonly #every = { hour: new Interval(hour), minute: new Interval(minute), fiveSeconds: new Interval(5 * second) };
  #load: OutboxLoad = { waiting: 0, givenUp: 0 };
  #backup: BackupHealth | undefined;
  #isEnding = false;
  #running: Promise<void> = Promise.resolve();
  #mailing: Promise<void> | undefined;
  #mailFailure: unknown;

  constructor(options: JobsOptions) {
    this.#options = options;
  }

  readonly start = async (): Promise<void> => {
    if (!this.#options.onlyAsked) this.#running = this.#run();
  };

  readonly stop = async (): Promise<void> => {
    this.#isEnding = true;
    this.#options.signal.wake();
    await this.#running;
    await this.#mailing;
    this.#options.sending.sender.stop();
  };

  /** All that is due, now; it ends when nothing is. */
  readonly work = async (): Promise<void> => {
    while (await this.#round());
  };

  /** As it was a moment ago. */
  readonly load = (): OutboxLoad => this.#load;
  readonly backup = (): BackupHealth | undefined => this.#backup;

  async #run(): Promise<void> {
    const { log, signal } = this.#options;
    let isAway = false;
    while (!this.#isEnding) {
      signal.reset();
      let more = false;
      try {
        more = await this.#round();
        isAway = false;
      } catch (failure) {
        // A database without a document, or one that is away for a moment; logged once.
        if (!isAway && codeOf(failure) !== "42883" && !this.#isEnding) log.failure(failure, { during: "jobs" });
        isAway = true;
      }
      if (!more && !this.#isEnding) await signal.pause(second);
    }
  }

  /** Whether there may be more to do at once. */
  async #round(): Promise<boolean> {
    const { pool, product, sending, metrics, calls, onlyAsked } = this.#options;
    const { tracing } = sending;
    const began = performance.now();
    const swept = await pool.withConnection(async (client) => {
      const { rows } = await client.query("SELECT writ.sweep($1) AS done", [atOnce]);
      return Number(rows[0]?.done ?? 0);
    });
    if (swept > 0) tracing?.record({ name: "timers", attributes: { "writ.rows": swept } }, began, performance.now());
    await pool.withConnection(async (client) => client.query("SELECT writ.due_schedules()"));
    const delivered = await deliverNotices(pool, product(), metrics, tracing);
    const more = onlyAsked ? await sendMails(pool, product(), sending, metrics) : this.#beginMails();
    await this.#every.hour.ifDue(async () => this.#forgetWhatEnded());
    await this.#every.minute.ifDue(async () => this.#clearFiles());
    await this.#every.fiveSeconds.ifDue(async () => this.#lookAround());
    // A call that is begun while the server ends would be ended at once, and cost one of its tries.
    if (!this.#isEnding) await calls();
    return more || delivered || (onlyAsked ? swept > 0 : swept >= atOnce);
  }

  /** A mail server that does not answer keeps nothing else waiting. What fails beside a round fails the next one. */
  #beginMails(): boolean {
    const failure = this.#mailFailure;
    this.#mailFailure = undefined;
    if (failure !== undefined) throw failure;
    this.#mailing ??= this.#sendMails().finally(() => (this.#mailing = undefined));
    return false;
  }

  async #sendMails(): Promise<void> {
    const { pool, product, sending, metrics, signal } = this.#options;
    try {
      if (await sendMails(pool, product(), sending, metrics)) signal.wake();
    } catch (failure) {
      this.#mailFailure = failure;
    }
  }

  async #forgetWhatEnded(): Promise<void> {
    const { pool, files } = this.#options;
    await pool.withConnection(forgetEnded);
    await pool.withConnection(forgetOldRequests);
    await pool.withConnection(forgetMessages);
    if (files !== undefined) await sweepFiles(files);
  }

  async #clearFiles(): Promise<void> {
    const { files } = this.#options;
    if (files !== undefined) await clearGone(files);
  }

  async #lookAround(): Promise<void> {
    const { pool, log } = this.#options;
    const ended = await pool.withConnection(async (client) => endOverlong(client));
    if (ended > 0) log.warning("transactions of requests ran for too long and were terminated", { ended });
    this.#load = await pool.withConnection(countWaiting);
    this.#backup = await pool.withConnection(readBackupHealth);
  }
}

/** What is done so often at most, and again where it failed. */
class Interval {
  readonly #milliseconds: number;
  #doneAt = -Infinity;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  async ifDue(work: () => Promise<void>): Promise<void> {
    // Not the time of day, which somebody may set.
    if (performance.now() - this.#doneAt <= this.#milliseconds) return;
    await work();
    this.#doneAt = performance.now();
  }
}

/** By the index of what is not done. */
async function countWaiting(client: ClientBase): Promise<OutboxLoad> {
  const { rows } = await client.query<{ waiting: number; given_up: number }>(
    `SELECT count(*) FILTER (WHERE due_at < 'infinity')::integer AS waiting, count(*) FILTER (WHERE due_at = 'infinity')::integer AS given_up
     FROM writ.outbox WHERE done_at IS NULL`,
  );
  return { waiting: rows[0]?.waiting ?? 0, givenUp: rows[0]?.given_up ?? 0 };
}
