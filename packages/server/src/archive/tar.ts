// An archive as one file: packed from a folder, and unpacked into one, by names that may be in an archive alone.
import { createReadStream, createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createTarDecoder } from "modern-tar";
import { packTar } from "modern-tar/fs";
import { codeOf, DatabaseFailure, failure, messageOf } from "../postgres/failure.ts";
import { mayBeIn } from "./manifest.ts";
import { alteredArchive } from "./problems.ts";
import { writePart } from "./write-part.ts";

export async function packFolder(folder: string, names: readonly string[], target: string): Promise<void> {
  const sources = names.map(
    (name) => ({ type: "file", source: join(folder, name), target: name, mode: 0o600 }) as const,
  );
  await pipeline(packTar(sources), createWriteStream(target, { mode: 0o600, flags: "wx" }));
  const file = await open(target, "r");
  await file.datasync().finally(async () => file.close());
}

/** What has another name, or is no file, is refused: nothing is written outside of the folder. */
export async function unpackInto(tar: string, folder: string): Promise<void> {
  try {
    const bytes = Readable.toWeb(createReadStream(tar, { highWaterMark: 2 ** 20 })) as ReadableStream<Uint8Array>;
    for await (const { header, body } of bytes.pipeThrough(createTarDecoder({ strict: true }))) {
      if (header.type === "directory") continue;
      if (header.type !== "file" || !mayBeIn(header.name))
        throw failure(alteredArchive, tar, `it has ${JSON.stringify(header.name)}`);
      await writePart(folder, header.name, body);
    }
  } catch (error) {
    if (error instanceof DatabaseFailure || ["ENOSPC", "EDQUOT"].includes(codeOf(error))) throw error;
    throw failure(alteredArchive, tar, messageOf(error));
  }
}
