// What is left of the machine for a process: space on the disk of its files, and files that it may still open.
import { readdirSync, statfsSync } from "node:fs";
import { openFilesLimit } from "../gate/open-files.ts";
import type { Gauge } from "../telemetry/metrics.ts";

/** `folder`: where files are kept, and rows beside them where PostgreSQL is the embedded one. */
export const machineGauges = (folder: string | undefined): readonly Gauge[] => [
  {
    name: "writ_disk_free_bytes",
    help: "Free space on the disk of the data folder.",
    among: "same",
    read: () => (folder === undefined ? undefined : freeBytes(folder)),
  },
  {
    name: "writ_open_files",
    help: "Files and connections that this process has open.",
    among: "each",
    read: openFiles,
  },
  {
    name: "writ_open_files_limit",
    help: "How many of them the system allows.",
    among: "each",
    read: openFilesLimit,
  },
];

/** For a user without privileges: the system keeps some for itself. */
export function freeBytes(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}

/** Of those that may be open. */
export function openFilesShare(): number | undefined {
  const [open, limit] = [openFiles(), openFilesLimit()];
  return open === undefined || limit === undefined ? undefined : open / limit;
}

/** Undefined where the system does not say it in this way. */
function openFiles(): number | undefined {
  try {
    // Without the one that reads the list.
    return readdirSync("/proc/self/fd").length - 1;
  } catch {
    return undefined;
  }
}
