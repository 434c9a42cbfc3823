// What each run of PostgreSQL needs: programs that its account can start, a place for its socket, and a watchdog.
import { rmSync } from "node:fs";
import type { Account } from "./account.ts";
import { copyBinaries, findBinaries, nativeFolder } from "./binaries.ts";
import { freePort } from "./free-port.ts";
import { makeRuntimeFolder } from "./runtime-folder.ts";
import { firmSettings, type Settings } from "./settings.ts";
import { startWatchdog, type Watchdog } from "./watchdog.ts";

/** Done in reverse, however the run ends. */
export type Undo = (() => void | Promise<void>)[];

export type PreparedRun = {
  readonly watchdog: Watchdog;
  readonly binaries: string;
  readonly runtime: string;
  readonly host: string;
  readonly port: number;
  readonly settings: Settings;
};

const isWindows = process.platform === "win32";

type How = {
  /** The folder of its programs, where they are not those of this version. */
  readonly native?: string;
  /** Folders that go with this process. */
  readonly removed?: readonly string[];
};

export async function prepareRun(
  folder: string,
  account: Account,
  undo: Undo,
  { native = nativeFolder(), removed = [] }: How,
): Promise<PreparedRun> {
  const found = findBinaries(account, native);
  const runtime = await makeRuntimeFolder(folder, account, found === undefined);
  undo.push(() => rmSync(runtime.path, { recursive: true, force: true, maxRetries: 5 }));
  const watchdog = startWatchdog([...(runtime.isTemporary ? [runtime.path] : []), ...removed]);
  undo.push(watchdog.dismiss);
  const binaries = found ?? copyBinaries(account, runtime.path, native);
  const port = isWindows ? await freePort() : 5432;
  const host = isWindows ? "127.0.0.1" : runtime.path;
  return {
    watchdog,
    binaries,
    runtime: runtime.path,
    host,
    port,
    settings: firmSettings(isWindows ? "" : runtime.path, port),
  };
}
