// Bytes as they come, written to a file: the next piece is asked for when the one before is with the system.
import type { FileHandle } from "node:fs/promises";

export class TooManyBytes extends Error {
  constructor() {
    super("The file is too large.");
    this.name = "TooManyBytes";
  }
}

const id = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const isVersion = (text: string): boolean => id.test(text);

/** What waits for the disk, of one file: so many bytes, in so many parts, since each part takes memory of its own. */
const mostWaiting = { bytes: 2 ** 20, parts: 256 };

/**
 * Where it ends. `most`: of the whole file; at more than that it ends with `TooManyBytes`. While some is written the next
 * is taken, so that line and disk do not wait for each other.
 */
export async function writePieces(
  file: FileHandle,
  bytes: AsyncIterable<Uint8Array>,
  { from, most }: { readonly from: number; readonly most: number },
): Promise<number> {
  let end = from;
  let written = from;
  let waiting: Uint8Array[] = [];
  let writing: Promise<void> | undefined;
  let failure: unknown;
  const writeAll = async () => {
    try {
      while (waiting.length > 0) {
        const now = waiting;
        waiting = [];
        written += await writeTo(file, now, written);
      }
    } catch (one) {
      failure = one;
    } finally {
      writing = undefined;
    }
  };
  try {
    for await (const part of bytes) {
      if (failure !== undefined) break;
      if (end + part.byteLength > most) throw new TooManyBytes();
      end += part.byteLength;
      waiting.push(part);
      writing ??= writeAll();
      if (end - written >= mostWaiting.bytes || waiting.length >= mostWaiting.parts) await writing;
    }
  } finally {
    // The file must not be closed during a write.
    await writing;
  }
  if (failure !== undefined) throw failure;
  return end;
}

/** All of them, also where the system takes only some at once. */
async function writeTo(file: FileHandle, parts: readonly Uint8Array[], from: number): Promise<number> {
  const size = parts.reduce((sum, part) => sum + part.byteLength, 0);
  const { bytesWritten } = await file.writev(parts, from);
  if (bytesWritten === size) return size;
  const rest = Buffer.concat(parts).subarray(bytesWritten);
  for (let at = 0; at < rest.byteLength;)
    at += (await file.write(rest, at, rest.byteLength - at, from + bytesWritten + at)).bytesWritten;
  return size;
}

export function unlessMissing(failure: NodeJS.ErrnoException): undefined {
  if (failure.code === "ENOENT") return undefined;
  throw failure;
}
