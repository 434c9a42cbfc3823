// One run of PostgreSQL's server: started, ready, ended.
import { join } from "node:path";
import type { Account } from "./account.ts";
import { failure, messageOf, type DatabaseFailure } from "../failure.ts";
import { diskFull, down, notStarted } from "../problems.ts";
import { canReach } from "./runtime-folder.ts";
import { asOptions, type Settings } from "./settings.ts";
import { letGo, type Watchdog } from "./watchdog.ts";

export type Postmaster = {
  readonly process: number;
  /** When it has ended, however that came: why, in its own words. */
  readonly ended: Promise<DatabaseFailure>;
  readonly stop: () => Promise<void>;
};

export type Start = {
  readonly data: string;
  readonly account: Account;
  readonly binaries: string;
  readonly settings: Settings;
  readonly watchdog: Watchdog;
};

/** Resolves when it takes connections. After a crash that is when it has recovered. */
export async function startPostmaster({ data, account, binaries, settings, watchdog }: Start): Promise<Postmaster> {
  const options = [...dataOption(data, account), ...asOptions(settings)];
  const place = { account, folder: data };
  const { process: server, errors, output } = watchdog.start("server", join(binaries, "postgres"), options, place);
  let log = "";
  const { promise: isReady, resolve: ready } = Promise.withResolvers<"ready">();
  errors.on("data", (chunk: Buffer) => {
    log = `${log}${chunk.toString()}`.slice(-4000);
    if (log.includes(readyWords)) ready("ready");
  });
  output.resume();
  const ended = new Promise<DatabaseFailure>((resolve) => {
    server.once("error", (error) => resolve(failure(notStarted, data, messageOf(error))));
    // The log is read to its end.
    server.once("close", (status, signal) => resolve(whyEnded(data, log, signal ?? `status ${status}`)));
  });
  const early = await Promise.race([isReady, ended]);
  if (early !== "ready") throw early;

  // It does not keep this process alive; when this process ends, the watchdog ends it.
  server.unref();
  for (const stream of [errors, output]) letGo(stream);
  return {
    process: server.pid ?? 0,
    ended,
    stop: async () => {
      server.ref();
      server.kill("SIGINT");
      // Fast: who is connected is cut off, and what is in memory goes to the disk. Where that takes long, or cannot be
      // because the disk is full, it stops at once and recovers at the next start: containers are given ten seconds.
      const impatience = setTimeout(() => server.kill("SIGQUIT"), 8000);
      await ended;
      clearTimeout(impatience);
    },
  };
}

/**
 * As root, Writ may keep its data where PostgreSQL's user cannot go, such as below /root. That user is put into the
 * folder and stays there: Linux names the folder that a process is in, whatever lies above it.
 */
export function dataOption(data: string, account: Account): readonly string[] {
  const isClosed = process.platform === "linux" && !canReach(data, account);
  return ["-D", isClosed ? "/proc/self/cwd" : data];
}

export const saysDiskFull = (log: string): boolean =>
  /No space left on device|Disk quota exceeded|Check free disk space/.test(log);

const readyWords = "database system is ready to accept connections";

function whyEnded(data: string, log: string, how: string): DatabaseFailure {
  if (saysDiskFull(log)) return failure(diskFull, data);
  if (log.includes(readyWords)) return failure(down, `PostgreSQL stopped unexpectedly (${how})`);
  const telling = log.split("\n").filter((line) => /^(?:FATAL|PANIC|HINT):|error/i.test(line));
  return failure(notStarted, data, (telling.length > 0 ? telling : log.split("\n").slice(-5)).join(" ").trim());
}
