// Reads the bytes of a file or of standard input, and of what never ends no more than a document may have.
import { closeSync, openSync, readSync } from "node:fs";

/** `-` is standard input. Where there is more than `most`, one byte more than that comes back. */
export function readBytes(path: string, most: number): Uint8Array {
  const file = path === "-" ? 0 : openSync(path, "r");
  try {
    const chunks: Buffer[] = [];
    for (let length = 0; length <= most;) {
      const chunk = readChunk(file, Math.min(1 << 20, most + 1 - length));
      if (chunk.length === 0) break;
      chunks.push(chunk);
      length += chunk.length;
    }
    return Buffer.concat(chunks);
  } finally {
    if (file !== 0) closeSync(file);
  }
}

function readChunk(file: number, most: number): Buffer {
  const chunk = Buffer.alloc(most);
  for (;;) {
    try {
      return chunk.subarray(0, readSync(file, chunk));
    } catch (failure) {
      if (!(failure instanceof Error && "code" in failure && failure.code === "EAGAIN")) throw failure;
      // A writer to a pipe that does not wait is slower than we are.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}
