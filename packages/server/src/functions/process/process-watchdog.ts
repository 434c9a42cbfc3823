// Ends the processes of calls however this one ends: code that loops for ever would not notice that no one is there. A
// shell waits at the other end of a pipe, which the system closes even after `kill -9`.
import { spawn, type ChildProcess } from "node:child_process";
import { letGo } from "../../postgres/embedded/watchdog.ts";

export type ProcessWatchdog = {
  readonly watch: (child: ChildProcess) => void;
  /** All of them have ended, and the folder is gone. */
  readonly dismiss: () => void;
};

/** `folder`: what is removed with them. */
export function startProcessWatchdog(folder: string): ProcessWatchdog {
  const shell =
    process.platform === "win32"
      ? spawn(process.execPath, ["-e", windowsScript, folder], { ...alone, windowsHide: true })
      : spawn("sh", ["-c", script, "watchdog", folder], alone);
  // Where there is no shell, code still runs.
  shell.on("error", () => undefined);
  shell.stdin.on("error", () => undefined);
  shell.unref();
  letGo(shell.stdin);
  const tell = (line: string) => void (shell.stdin.writable && shell.stdin.write(`${line}\n`));
  return {
    watch: (child) => {
      if (child.pid === undefined) return;
      tell(`+ ${child.pid}`);
      // Another process may get a number that is free again.
      child.once("exit", () => tell(`- ${child.pid}`));
    },
    dismiss: () => void shell.stdin.end("dismissed\n"),
  };
}

const script = `
pids=
while read -r sign pid; do
  case $sign in
    +) pids="$pids $pid" ;;
    -) left=; for one in $pids; do [ "$one" = "$pid" ] || left="$left $one"; done; pids=$left ;;
    dismissed) exit ;;
  esac
done
for one in $pids; do kill -KILL "$one" 2>/dev/null; done
rm -rf "$1"
`;

/** Windows has no shell for it. */
const windowsScript = `
const pids = new Set();
let rest = "";
process.stdin.on("data", (text) => {
  const lines = (rest + text).split("\\n");
  rest = lines.pop();
  for (const line of lines) {
    const [sign, pid] = line.split(" ");
    if (sign === "dismissed") process.exit();
    if (sign === "+") pids.add(pid);
    else pids.delete(pid);
  }
}).on("end", () => {
  for (const pid of pids) try { process.kill(Number(pid)); } catch {}
  require("node:fs").rmSync(process.argv[1], { recursive: true, force: true, maxRetries: 5 });
});
`;

/** Ctrl-C in the terminal is for the server. */
const alone: { detached: true; cwd: string; stdio: ["pipe", "ignore", "ignore"] } = {
  detached: true,
  cwd: "/",
  stdio: ["pipe", "ignore", "ignore"],
};
