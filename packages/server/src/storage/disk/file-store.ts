// Where bytes are: on disk, each version of a file once and for ever the same, whole or not at all.
import { createReadStream, constants, open as openNow } from "node:fs";
import { copyFile, link, mkdir, open, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { oneAtATime, type Alone } from "./one-at-a-time.ts";
import { createUnfinishedStore, type UnfinishedStore } from "./unfinished-store.ts";
import { isVersion, unlessMissing, writePieces } from "./write-pieces.ts";

/** Versions are ids that this server draws: nothing that a client sends becomes a path. */
export type FileStore = {
  /** How many bytes there were. `most`: at more than that it ends with `TooManyBytes`, and nothing is kept. */
  readonly write: (version: string, bytes: AsyncIterable<Uint8Array>, most: number) => Promise<number>;
  /** `from` and `to` are both included. Undefined where there is no such version. */
  readonly read: (
    version: string,
    range?: { readonly from: number; readonly to: number },
  ) => Promise<Readable | undefined>;
  /** Whether there is such a version. */
  readonly has: (version: string) => Promise<boolean>;
  /** False where what is to be copied is gone. */
  readonly copy: (from: string, to: string) => Promise<boolean>;
  readonly remove: (version: string) => Promise<void>;
  /** What was written before that, by its version. */
  readonly writtenBefore: (moment: Date) => AsyncIterable<string>;
  readonly unfinished: UnfinishedStore;
  /** An upload that is whole becomes the version of the same name; nothing happens to one that is one already. */
  readonly adopt: (id: string) => Promise<void>;
  /** Makes its folders where they are missing. */
  readonly start: () => Promise<void>;
};

/** A plain number: streams read from it faster than from what promises have. */
const openPlain = promisify(openNow);

/** Large enough that a fast disk and a fast line do not wait for each other. */
const piece = 256 * 1024;
/** What a file on its way takes of memory, while no one is faster than the other: so many of them are let in. */
export const memoryForOne = piece;

/** `alone`: where other processes use the folder, one that keeps them out as well. */
export function createFileStore(folder: string, alone: Alone = oneAtATime()): FileStore {
  const [coming, goingOn] = [join(folder, "coming"), join(folder, "unfinished")];
  const { pathOf, ...unfinished } = createUnfinishedStore(goingOn, alone);
  const placeOf = (version: string) => {
    if (!isVersion(version)) throw new Error("a version of a file is an id");
    return join(folder, version.slice(0, 2), version);
  };
  /** It is invisible before it is whole; after a loss of power it is there whole, or not. */
  const settle = async (path: string, version: string) => {
    const place = placeOf(version);
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    await rename(path, place);
    await syncFolder(dirname(place));
  };
  const has = async (version: string) => (await stat(placeOf(version)).catch(unlessMissing)) !== undefined;
  return {
    has,
    unfinished,
    start: async () => {
      for (const one of [coming, goingOn]) await mkdir(one, { recursive: true, mode: 0o700 });
    },
    write: async (version, bytes, most) => {
      const path = join(coming, version);
      placeOf(version);
      const file = await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
      let size = 0;
      try {
        size = await writePieces(file, bytes, { from: 0, most });
        await file.datasync();
        await file.close();
      } catch (failure) {
        await file.close().catch(() => undefined);
        await rm(path, { force: true });
        throw failure;
      }
      await settle(path, version);
      return size;
    },
    read: async (version, range) => {
      // Opened at once: a file that is taken away meanwhile is read to its end.
      const fd = await openPlain(placeOf(version), "r").catch(unlessMissing);
      if (fd === undefined) return undefined;
      return createReadStream("", {
        fd,
        highWaterMark: piece,
        ...(range === undefined ? {} : { start: range.from, end: range.to }),
      });
    },
    adopt: async (id) => {
      const file = await open(pathOf(id)).catch(unlessMissing);
      if (file === undefined) return;
      await file.datasync().finally(async () => file.close());
      await settle(pathOf(id), id);
    },
    copy: async (from, to) => {
      const [source, place] = [placeOf(from), placeOf(to)];
      await mkdir(dirname(place), { recursive: true, mode: 0o700 });
      try {
        // Both names share one file and its time: an old one would be swept before it is entered.
        const now = new Date();
        await utimes(source, now, now);
        // The same bytes under another name: neither of them ever changes. Some disks have no links.
        await link(source, place).catch(async () => copyWhole(source, place));
      } catch (failure) {
        return unlessMissing(failure as NodeJS.ErrnoException) ?? false;
      }
      await syncFolder(dirname(place));
      return true;
    },
    remove: async (version) => rm(placeOf(version), { force: true }),
    writtenBefore: async function* (moment) {
      for (const entry of await readdir(folder, { withFileTypes: true })) {
        if (!entry.isDirectory()) continue;
        const isComing = entry.name === "coming";
        if (!isComing && !/^[0-9a-f]{2}$/.test(entry.name)) continue;
        for (const name of await readdir(join(folder, entry.name))) {
          const path = join(folder, entry.name, name);
          const { mtime } = (await stat(path).catch(unlessMissing)) ?? { mtime: moment };
          if (mtime >= moment || !isVersion(name)) continue;
          // The sender went away with the server.
          if (isComing) await rm(path, { force: true });
          else yield name;
        }
      }
    },
  };
}

async function copyWhole(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_EXCL);
  const file = await open(to);
  await file.datasync().finally(async () => file.close());
}

async function syncFolder(path: string): Promise<void> {
  // Windows has no such thing, and needs none.
  const folder = await open(path).catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
