// The processes of all calls: one for each version of code and each run at a time, kept for a while, never too many.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { partOf, type ProcessSlot } from "../../bus/slot.ts";
import type { Reach } from "../hosts-of-code.ts";
import { createPlaces, type RunCaller } from "./places.ts";
import { startProcessWatchdog, type ProcessWatchdog } from "./process-watchdog.ts";
import { CodeProcess, type Outcome, type Run, type Watcher } from "./process.ts";

export type Runner = {
  /** Whether there is a runtime; it may be downloaded while the server runs. */
  readonly isThere: () => boolean;
  /** Undefined: too many wait already. */
  readonly run: (run: Run, how: RunLimits, watcher: Watcher) => Promise<Outcome | undefined>;
  /** Processes of one version of code: those that run something, and those that are warm. */
  readonly load: (version: string) => { readonly busy: number; readonly idle: number };
  readonly start: () => void;
  readonly end: () => Promise<void>;
};

type RunLimits = {
  readonly reach: Reach;
  readonly milliseconds: number;
  readonly caller: RunCaller | undefined;
};
type WarmProcess = { readonly version: string; readonly process: CodeProcess; readonly timer: NodeJS.Timeout };

const idleMilliseconds = 60_000;
/** Of all processes of the server together. */
const mostProcesses = 8;
/** One call never takes all places: others have their turn while it runs for ever. */
const mostOfOne = 4;
const mostWaiting = 200;

/**
 * Two runs never share a process at the same time: an endless loop or a memory hog ends only itself. The
 * next run of the same code finds the process warm.
 */
export function createRunner(findRuntime: () => string | undefined, slot: ProcessSlot): Runner {
  let deno: string | undefined;
  const runtime = () => (deno ??= findRuntime());
  let watched: { readonly cache: string; readonly watchdog: ProcessWatchdog } | undefined;
  const idle: WarmProcess[] = [];
  const busy = new Set<CodeProcess>();
  const most = partOf(mostProcesses, slot, 2);
  const places = createPlaces({ places: most, ofVersion: partOf(mostOfOne, slot), waiting: mostWaiting });
  let isOver = false;
  const drop = (kept: WarmProcess) => {
    clearTimeout(kept.timer);
    idle.splice(idle.indexOf(kept), 1);
    return kept.process;
  };
  const discard = (process: CodeProcess) => {
    busy.delete(process);
    process.end();
  };
  /** One that is busy again before anyone else can have it. */
  const takeWarm = async (version: string): Promise<CodeProcess | undefined> => {
    const warm = idle.findLast((one) => one.version === version);
    if (warm === undefined) return undefined;
    const process = drop(warm);
    busy.add(process);
    // Since it was put aside, something that its last run left behind may have begun, and may never end.
    if (await process.settled()) return process;
    discard(process);
    return undefined;
  };
  const startNew = (reach: Reach): CodeProcess => {
    const [oldest] = idle;
    if (oldest !== undefined && idle.length + busy.size >= most) drop(oldest).end();
    const program = runtime();
    if (watched === undefined || program === undefined) throw new Error("no code runs before the server has started");
    const process = new CodeProcess(program, reach, watched.cache, watched.watchdog.watch);
    busy.add(process);
    return process;
  };
  const keep = (version: string, process: CodeProcess) => {
    if (process.isEnded()) return;
    if (isOver) return process.end();
    const timer = setTimeout(() => drop(kept).end(), idleMilliseconds);
    timer.unref();
    const kept: WarmProcess = { version, process, timer };
    idle.push(kept);
  };
  /** The place is free when it is known what has become of the process. */
  const free = async (version: string, process: CodeProcess, leave: () => void) => {
    if (await process.settled()) {
      busy.delete(process);
      keep(version, process);
    } else discard(process);
    leave();
  };
  return {
    isThere: () => runtime() !== undefined,
    run: async (run, { reach, milliseconds, caller }, watcher) => {
      const { version } = run;
      const leave = await places.take({ version, caller });
      if (leave === undefined) return undefined;
      const warm = await takeWarm(version);
      if (isOver) return { ended: "crash" };
      const process = warm ?? startNew(reach);
      try {
        return await process.run(run, milliseconds, watcher);
      } finally {
        // The response does not wait for it.
        void free(version, process, leave);
      }
    },
    load: (version) => ({
      busy: places.busyOf(version),
      idle: idle.filter((one) => one.version === version).length,
    }),
    start: () => {
      const cache = mkdtempSync(join(tmpdir(), "writ-calls-"));
      // Deno keeps what pages may keep in a folder of this name, without asking and for all calls alike: now it cannot.
      writeFileSync(join(cache, "location_data"), "");
      watched = { cache, watchdog: startProcessWatchdog(cache) };
    },
    end: async () => {
      isOver = true;
      for (let one = idle[0]; one !== undefined; one = idle[0]) drop(one).end();
      for (const process of busy) process.end();
      places.end();
      if (watched === undefined) return;
      rmSync(watched.cache, { recursive: true, force: true, maxRetries: 5 });
      watched.watchdog.dismiss();
    },
  };
}
