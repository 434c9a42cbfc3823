// Bytes of uploads that may be interrupted: each grows at its end until it is whole, and only then becomes a version.
import { constants } from "node:fs";
import { open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { BodyCutOff } from "../../gate/read-body.ts";
import type { Alone } from "./one-at-a-time.ts";
import { isVersion, unlessMissing, writePieces } from "./write-pieces.ts";

export type UnfinishedStore = {
  /** How many bytes there are. */
  readonly size: (id: string) => Promise<number>;
  /** Behind the bytes that are there; `most`: of the whole. What came before a line was cut stays. */
  readonly append: (id: string, from: number, bytes: AsyncIterable<Uint8Array>, most: number) => Promise<void>;
  readonly head: (id: string, length: number) => Promise<Uint8Array>;
  readonly remove: (id: string) => Promise<void>;
  /** No other request uses it meanwhile. */
  readonly alone: Alone;
  /** Those without a write since then. */
  readonly writtenBefore: (moment: Date) => AsyncIterable<string>;
};

/** `pathOf` is of this folder alone; the code that makes a version of an upload moves that file. */
export function createUnfinishedStore(
  folder: string,
  alone: Alone,
): UnfinishedStore & { readonly pathOf: (id: string) => string } {
  const pathOf = (id: string) => {
    if (!isVersion(id)) throw new Error("an upload is named by an id");
    return join(folder, id);
  };
  return {
    pathOf,
    alone,
    // What the system says is what there is, also after the server was killed: nothing else remembers an offset.
    size: async (id) => (await stat(pathOf(id)).catch(unlessMissing))?.size ?? 0,
    append: async (id, from, bytes, most) => {
      const file = await open(pathOf(id), constants.O_WRONLY | constants.O_CREAT, 0o600);
      try {
        await writePieces(file, bytes, { from, most });
      } catch (failure) {
        // A client that sends more than announced may mean another file by all of it; a full disk needs its room back.
        if (!(failure instanceof BodyCutOff)) await file.truncate(from);
        throw failure;
      } finally {
        await file.close();
      }
    },
    head: async (id, length) => {
      const file = await open(pathOf(id)).catch(unlessMissing);
      if (file === undefined) return new Uint8Array();
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
        return buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
    remove: async (id) => rm(pathOf(id), { force: true }),
    writtenBefore: async function* (moment) {
      for (const id of await readdir(folder)) {
        const { mtime } = (await stat(join(folder, id)).catch(unlessMissing)) ?? { mtime: moment };
        if (mtime < moment && isVersion(id)) yield id;
      }
    },
  };
}
