// What an earlier start may have left behind: a server that nobody watches any more, or the number of one that is gone.
import { existsSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Account } from "./account.ts";
import { writeAs } from "./durable-file.ts";
import { codeOf, failure } from "./failure.ts";
import { stillRunning } from "./problems.ts";

/** How to find out which folder a process works in, and how long it is given to end after each signal. */
export type Ways = {
  readonly folderOf: (process: number) => string | undefined;
  readonly milliseconds: number;
};

/** Only with the lock of the folder: then a server that runs there has lost its Writ, and is about to be ended. */
export async function endEarlierServer(
  data: string,
  account: Account,
  { folderOf, milliseconds }: Ways = { folderOf: folderOnLinux, milliseconds: 3000 },
): Promise<void> {
  const file = join(data, "postmaster.pid");
  if (process.platform === "win32" || !existsSync(file)) return;
  const lines = readFileSync(file, "utf8").split("\n");
  const number = Number(lines[0]);
  if (!Number.isInteger(number) || number <= 1 || !isAlive(number)) return;
  const folder = folderOf(number);
  if (folder !== undefined && folder !== realpathSync(data)) {
    // The number is somebody else's by now, which PostgreSQL would take for a server that runs. It passes over the
    // number of whoever starts it, and goes on to look for processes that still have the memory of the last server:
    // so the file is kept and not deleted, with our number in it.
    writeAs(account, file, [process.pid, ...lines.slice(1)].join("\n"));
    return;
  }
  // Its watchdog gives it a second; where that is gone too, it is ended here. Without a way to know whose number it is
  // (only Linux tells), nothing is sent to it.
  const signals: readonly (NodeJS.Signals | undefined)[] =
    folder === undefined ? [undefined] : ["SIGINT", "SIGQUIT", "SIGKILL"];
  for (const signal of signals) {
    if (signal !== undefined) send(number, signal);
    for (let tries = 0; tries < milliseconds / 50; tries++) {
      if (!isAlive(number) || folderOf(number) !== folder) return;
      await delay(50);
    }
  }
  throw failure(stillRunning, data, number);
}

function isAlive(number: number): boolean {
  try {
    process.kill(number, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

function send(number: number, signal: NodeJS.Signals): void {
  try {
    process.kill(number, signal);
  } catch {
    // It has just ended.
  }
}

/** The folder that a process works in, which a server never leaves. */
function folderOnLinux(number: number): string | undefined {
  try {
    return readlinkSync(`/proc/${number}/cwd`);
  } catch {
    return undefined;
  }
}
