// Ends PostgreSQL however this process ends: a shell waits at the other end of a pipe, which the system closes even
// after `kill -9`.
import { spawn, type ChildProcess } from "node:child_process";
import { resolve } from "node:path";
import type { Readable, Writable } from "node:stream";
import type { Account } from "./account.ts";
import { plainEnvironment } from "./binaries.ts";

/** A server ends in its own way; what only prepares, such as initdb, is killed with all that it started. */
export type Kind = "server" | "preparation";

export type Watched = { readonly process: ChildProcess; readonly errors: Readable; readonly output: Readable };

export type Watchdog = {
  /** Starts the one program that is watched; the one before must have ended. */
  readonly start: (kind: Kind, program: string, options: readonly string[], place: Place) => Watched;
  /** Nothing is left to be watched. */
  readonly dismiss: () => void;
};

export type Place = { readonly account: Account; readonly folder: string };

type Shell = ChildProcess & { readonly stdin: Writable };

const isWindows = process.platform === "win32";

/** What is given is removed when this process is gone without a word. */
export function startWatchdog(given: readonly string[]): Watchdog {
  // The shell stands somewhere else.
  const remains = given.map((path) => resolve(path));
  let watched = "none 0";
  let dismissed = false;
  let shell = spawnShell(remains);
  const tell = (line: string) => {
    watched = line;
    shell.stdin.write(`${line}\n`);
  };
  const renew = () => {
    if (dismissed) return;
    shell = spawnShell(remains);
    shell.once("exit", renew);
    tell(watched);
  };
  shell.once("exit", renew);

  return {
    start: (kind, program, options, { account, folder }) => {
      // The program says its own number to the watchdog before it becomes PostgreSQL: there is no moment in which it
      // runs and no one knows it. It then closes its end, or the pipe would outlive this process.
      const [command, ...words] = isWindows
        ? [program, ...options]
        : ["sh", "-c", `echo "${kind} $$" >&3; exec 3>&- "$0" "$@"`, program, ...options];
      const child = spawn(command, words, {
        ...account,
        cwd: folder,
        env: plainEnvironment,
        // Of its own group: Ctrl-C in the terminal is for this process, which ends the database in good order.
        detached: !isWindows,
        windowsHide: true,
        stdio: ["ignore", "pipe", "pipe", isWindows ? "ignore" : shell.stdin],
      });
      const { stdout, stderr } = child;
      if (stdout === null || stderr === null) throw new Error("a program without output");
      if (isWindows) tell(`${kind} ${child.pid}`);
      else watched = `${kind} ${child.pid}`;
      // Another process may get a number that is free again.
      child.once("exit", () => tell("none 0"));
      return { process: child, errors: stderr, output: stdout };
    },
    dismiss: () => {
      dismissed = true;
      shell.stdin.end("dismissed 0\n");
    },
  };
}

/** PostgreSQL has one second to end in good order, then it stops at once and recovers at its next start. */
const script = `
while read -r kind pid; do last=$kind number=$pid; done
case $last in
  server)
    kill -INT "$number" 2>/dev/null
    tries=0
    while kill -0 "$number" 2>/dev/null && [ $tries -lt 10 ]; do sleep 0.1; tries=$((tries + 1)); done
    [ $tries -lt 10 ] || kill -QUIT "$number" 2>/dev/null
    while kill -0 "$number" 2>/dev/null && [ $tries -lt 20 ]; do sleep 0.1; tries=$((tries + 1)); done ;;
  preparation) kill -KILL -"$number" 2>/dev/null ;;
  dismissed) exit ;;
esac
[ $# -eq 0 ] || rm -rf "$@"
`;

/** Windows has no shell for it, and ends a process only at once. */
const windowsScript = `
let told = "";
process.stdin.on("data", (chunk) => (told += chunk)).on("end", () => {
  const [kind, number] = told.trim().split("\\n").at(-1).split(" ");
  if (kind === "dismissed") return;
  if (kind !== "none") try { process.kill(Number(number)); } catch {}
  const { rmSync } = require("node:fs");
  setTimeout(() => process.argv.slice(1).forEach((one) => rmSync(one, { recursive: true, force: true })), 500);
});
`;

function spawnShell(remains: readonly string[]): Shell {
  const shell: Shell = isWindows
    ? spawn(process.execPath, ["-e", windowsScript, ...remains], { ...alone, windowsHide: true })
    : spawn("sh", ["-c", script, "watchdog", ...remains], alone);
  // Where it cannot be started, the program cannot either, and its failure is reported.
  shell.on("error", () => undefined);
  shell.stdin.on("error", () => undefined);
  shell.unref();
  letGo(shell.stdin);
  return shell;
}

const alone: { detached: true; cwd: string; stdio: ["pipe", "ignore", "ignore"] } = {
  detached: true,
  cwd: "/",
  stdio: ["pipe", "ignore", "ignore"],
};

/** A pipe that is open keeps no process from ending. */
export function letGo(stream: Readable | Writable): void {
  if ("unref" in stream && typeof stream.unref === "function") stream.unref();
}
