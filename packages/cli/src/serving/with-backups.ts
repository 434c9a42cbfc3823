// Backups while a product is served: the process that has the database makes them.
import { dirname } from "node:path";
import type { Schedule } from "@writ/server/backup";
import type { Database } from "@writ/server/postgres";
import type { ServeOptions } from "@writ/server/serve";
import { inWords } from "../terminal/in-words.ts";
import type { Console, ExitCode } from "../terminal/console.ts";
import { version } from "../version.ts";

type Backed = {
  readonly database: Database;
  readonly files: string;
  /** Undefined: none are made. */
  readonly schedule: Schedule | undefined;
  readonly level: ServeOptions["log"];
  readonly console: Console;
};

export async function withBackups(
  { database, files, schedule, level, console }: Backed,
  serve: () => Promise<ExitCode>,
): Promise<ExitCode> {
  if (schedule === undefined) {
    await withoutBackups(database);
    return serve();
  }
  const { checkTarget, needApart, sourceOf, startBackups } = await import("@writ/server/backup");
  const settled = await inWords(console, async () => {
    // What is wrong with these does not pass by itself.
    needApart(schedule.target, dirname(files));
    checkTarget(schedule.target, schedule.key);
    return 0;
  });
  if (settled !== 0) return settled;
  const { createLog } = await import("@writ/server/processes");
  const source = sourceOf(database, dirname(files), database.capabilities.superuser);
  const backups = startBackups(source, schedule, { version, log: createLog(level ?? "warn") });
  return serve().finally(backups.stop);
}

/** What an earlier run has kept for backups is let go of. */
export async function withoutBackups(database: Database): Promise<void> {
  const { expectNoBackups } = await import("@writ/server/backup");
  const client = await database.connect();
  await expectNoBackups(client).finally(async () => client.end());
}
