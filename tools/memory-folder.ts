// Where tests put what they throw away: in memory, because databases by the hundred keep a disk busy.
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

const gigabytes = 2 ** 30;

/** A temporary folder of this process, until it ends. Undefined where another one is given or memory is no place for it. */
export function memoryFolder(shared = "/dev/shm", given = process.env["TMPDIR"] ?? ""): string | undefined {
  if (process.platform !== "linux" || given !== "" || !isRoomy(shared)) return undefined;
  sweep(shared);
  const folder = join(shared, `writ-tests-${process.pid}`);
  mkdirSync(folder);
  // As the system's own: PostgreSQL runs as another user than root.
  chmodSync(folder, 0o1777);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** In containers it is often small, and programs may often not be started from there. */
function isRoomy(shared: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(shared);
    const mount = readFileSync("/proc/mounts", "utf8")
      .split("\n")
      .map((line) => line.split(" "))
      .find(([, place]) => place === shared);
    return mount?.[2] === "tmpfs" && !(mount[3] ?? "").split(",").includes("noexec") && bavail * bsize > 2 * gigabytes;
  } catch {
    return false;
  }
}

/** Folders of killed processes: only this gives their memory back. */
function sweep(shared: string): void {
  for (const name of readdirSync(shared)) {
    const pid = Number(/^writ-tests-(\d+)$/.exec(name)?.[1]);
    if (!Number.isNaN(pid) && !isRunning(pid)) rmSync(join(shared, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
