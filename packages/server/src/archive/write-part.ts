// One file of an archive, written with its checksum.
import { createHash } from "node:crypto";
import { mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Part } from "./manifest.ts";

export async function writePart(
  folder: string,
  name: string,
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<Part> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const hash = createHash("sha256");
  let bytes = 0;
  const file = await open(path, "wx", 0o600);
  try {
    for await (const piece of pieces) {
      hash.update(piece);
      bytes += piece.byteLength;
      await file.writeFile(piece);
    }
    await file.datasync();
  } finally {
    await file.close();
  }
  return { name, bytes, sha256: hash.digest("hex") };
}
