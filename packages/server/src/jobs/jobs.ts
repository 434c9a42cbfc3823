// What happens without a request while the server runs: timers and schedules of the document, notices, mails, and forgetting what ended.
import type { Product } from "@writ/language/plan";
import type { ClientBase } from "pg";
import { forgetEnded } from "../auth/schema.ts";
import { forgetOldRequests } from "../functions/webhooks/replay-guard.ts";
import type { Log } from "../telemetry/log.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { codeOf } from "../postgres/failure.ts";
import type { RequestPool } from "../postgres/request-pool.ts";
import { forgetMessages } from "../realtime/forget.ts";
import { clearGone } from "../storage/remove.ts";
import type { StorageService } from "../storage/service.ts";
import { sweepFiles } from "../storage/sweep.ts";
import { deliverNotices } from "./deliver-notices.ts";
import { endOverlong } from "./overlong.ts";
import { sendMails, type Sending } from "./send-mails.ts";

export type Jobs = {
  /** Something waits: it is looked at now and not in a second. */
  readonly wake: () => void;
  /** All that is due, now; it ends when nothing is. */
  readonly work: () => Promise<void>;
  /** As it was a moment ago. */
  readonly load: () => OutboxLoad;
  readonly stop: () => Promise<void>;
};

export type OutboxLoad = { readonly waiting: number; readonly givenUp: number };

export type JobsOptions = {
  readonly pool: RequestPool;
  readonly product: () => Product;
  readonly sending: Sending;
  readonly log: Log;
  readonly metrics: Pick<Metrics, "work">;
  /** Takes calls that wait, and does not wait for their end. */
  readonly calls: () => Promise<void>;
  /** Nothing is done by itself, and all that is due when it is asked for. */
  readonly onlyAsked?: boolean;
  /** Where files are kept. */
  readonly files: Pick<StorageService, "owner" | "store"> | undefined;
};

const second = 1000;
const minute = 60 * second;
const hour = 3600 * second;
/** Rows of timers in one go; more come right after. */
const atOnce = 100;

/** Several servers may do this at once: each takes what no other has. */
export function startJobs({
  pool,
  product,
  sending,
  log,
  metrics,
  calls,
  files,
  onlyAsked = false,
}: JobsOptions): Jobs {
  const ending = new AbortController();
  const { signal } = ending;
  let isWoken = false;
  let wakeUp = (): void => undefined;
  let forgotten = 0;
  let cleared = 0;
  let counted = 0;
  let load: OutboxLoad = { waiting: 0, givenUp: 0 };

  const round = async (): Promise<boolean> => {
    const swept = await pool.withConnection(async (client) => {
      const { rows } = await client.query("SELECT writ.sweep($1) AS done", [atOnce]);
      return Number(rows[0]?.done ?? 0);
    });
    await pool.withConnection(async (client) => client.query("SELECT writ.due_schedules()"));
    const told = await deliverNotices(pool, product(), metrics);
    const more = await sendMails(pool, product(), sending, metrics);
    if (Date.now() - forgotten > hour) {
      await pool.withConnection(forgetEnded);
      await pool.withConnection(forgetOldRequests);
      await pool.withConnection(forgetMessages);
      if (files !== undefined) await sweepFiles(files);
      forgotten = Date.now();
    }
    if (files !== undefined && Date.now() - cleared > minute) {
      await clearGone(files);
      cleared = Date.now();
    }
    if (Date.now() - counted > 5 * second) {
      const ended = await pool.withConnection(async (client) => endOverlong(client));
      if (ended > 0) log.warning("transactions of requests went on for too long and were ended", { ended });
      load = await pool.withConnection(countWaiting);
      counted = Date.now();
    }
    await calls();
    return more || told || (onlyAsked ? swept > 0 : swept >= atOnce);
  };

  const run = async (): Promise<void> => {
    let isAway = false;
    while (!signal.aborted) {
      isWoken = false;
      let more = false;
      try {
        more = await round();
        isAway = false;
      } catch (failure) {
        // A database without a document, or one that is away for a moment; told once.
        if (!isAway && codeOf(failure) !== "42883" && !signal.aborted) log.failure(failure, { during: "jobs" });
        isAway = true;
      }
      if (!more && !isWoken && !signal.aborted) await pause(second);
    }
  };

  const pause = async (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const running = onlyAsked ? Promise.resolve() : run();
  return {
    work: async () => {
      while (await round());
    },
    load: () => load,
    wake: () => {
      isWoken = true;
      wakeUp();
    },
    stop: async () => {
      ending.abort();
      wakeUp();
      await running;
      sending.sender.stop();
    },
  };
}

/** By the index of what is not done. */
async function countWaiting(client: ClientBase): Promise<OutboxLoad> {
  const { rows } = await client.query<{ waiting: number; given_up: number }>(
    `SELECT count(*) FILTER (WHERE due_at < 'infinity')::integer AS waiting, count(*) FILTER (WHERE due_at = 'infinity')::integer AS given_up
     FROM writ.outbox WHERE done_at IS NULL`,
  );
  return { waiting: rows[0]?.waiting ?? 0, givenUp: rows[0]?.given_up ?? 0 };
}
