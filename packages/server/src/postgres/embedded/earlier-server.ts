// What an earlier start may have left behind: a server without its watchdog, or the number of one that is gone.
import { existsSync, readFileSync, readdirSync, readlinkSync, realpathSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Account } from "./account.ts";
import { writeAs } from "./durable-file.ts";
import { codeOf, failure } from "../failure.ts";
import { stillRunning } from "../problems.ts";

export type ProcessLookup = {
  /** The processes of PostgreSQL that work in this folder; nothing where the system does not tell. */
  readonly serversIn: (folder: string) => readonly number[] | undefined;
  /** How long they are given to end after each signal. */
  readonly milliseconds: number;
};

/** Only with the lock of the folder: then a server that runs there has lost its Writ, and is about to be ended. */
export async function endEarlierServer(
  data: string,
  account: Account,
  ways: ProcessLookup = { serversIn: serversOnLinux, milliseconds: 3000 },
): Promise<void> {
  const file = join(data, "postmaster.pid");
  if (process.platform === "win32" || !existsSync(file)) return;
  const number = numberIn(file);
  const serversIn = () => ways.serversIn(data) ?? (isAlive(number) ? [number] : []);
  // Its watchdog gives it a second; where that is gone too, it is ended here, with the processes that it leaves behind
  // when it is killed. Where the system does not tell whose number it is, nothing is sent to it.
  const signals: readonly (NodeJS.Signals | undefined)[] =
    ways.serversIn(data) === undefined ? [undefined] : ["SIGINT", "SIGQUIT", "SIGKILL"];
  for (const signal of signals) {
    const servers = serversIn();
    // The server takes the others along; the first signal would only cancel what they do.
    for (const each of servers.includes(number) && signal === "SIGINT" ? [number] : servers) send(each, signal);
    for (let tries = 0; tries < ways.milliseconds / 20 && serversIn().length > 0; tries++) await delay(20);
  }
  const [left] = serversIn();
  if (left !== undefined) throw failure(stillRunning, data, left);
  // The number may still be in use: by a zombie process, or by another process by now. PostgreSQL would take it for a
  // server that runs. It ignores the number of its own parent, and goes on to look for processes that still have the
  // memory of the last server: so the file is kept, with our number in it.
  if (existsSync(file) && isAlive(numberIn(file))) {
    const lines = readFileSync(file, "utf8").split("\n");
    writeAs(account, file, [process.pid, ...lines.slice(1)].join("\n"));
  }
}

/** An `initdb` that lost its watchdog would go on, and make folders where it was just cleaned up. */
export async function endEarlierPreparation(folder: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const left = programsOnLinux(folder, ["initdb", "postgres"]) ?? [];
    if (left.length === 0) return;
    for (const each of left) send(each, "SIGKILL");
    await delay(20);
  }
}

/** 0 where a crash left the file without one. */
function numberIn(file: string): number {
  const number = Number(readFileSync(file, "utf8").split("\n")[0]);
  return Number.isInteger(number) && number > 1 ? number : 0;
}

function isAlive(number: number): boolean {
  if (number === 0) return false;
  try {
    process.kill(number, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

function send(number: number, signal: NodeJS.Signals | undefined): void {
  if (signal === undefined) return;
  try {
    process.kill(number, signal);
  } catch {
    // It has just ended.
  }
}

const serversOnLinux = (folder: string) => programsOnLinux(folder, ["postgres"]);

/** Every process of a server works in its folder. A user's shell may too, so the program counts as well. */
function programsOnLinux(folder: string, programs: readonly string[]): readonly number[] | undefined {
  if (process.platform !== "linux") return undefined;
  const real = realpathSync(folder);
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => linkOf(`/proc/${name}/cwd`) === real)
    .filter((name) => programs.includes(basename(linkOf(`/proc/${name}/exe`)).replace(/ \(deleted\)$/, "")))
    .map(Number);
}

/** Empty for a process that has ended, or that is another user's. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}
