// Files of a backup: compressed, encrypted where there is a key, and in frames that show what was changed, cut off or swapped.
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { mkdir, open, rename, rm, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline, Readable } from "node:stream";
import { constants, createZstdCompress, createZstdDecompress } from "node:zlib";
import { syncFolder } from "../postgres/embedded/durable-file.ts";
import { failure } from "../postgres/failure.ts";
import { damagedFile, missingFile } from "./problems.ts";

/** 32 bytes that are nowhere in the backup. */
export type BackupKey = Buffer;

/** `name`: what the file is within the backup. One that stands in the place of another is noticed. */
export type Sealed = { readonly path: string; readonly name: string; readonly key: BackupKey | undefined };

const frameBytes = 2 ** 20;
const tagBytes = 16;
const lengthBytes = 4;
const last = 2 ** 31;
const headerBytes = 64;
const headerOf = ({ key }: Sealed, salt: string) =>
  `${`writ backup 1 zstd ${key === undefined ? "plain" : "aes-256-gcm"} ${salt}`.padEnd(headerBytes - 1)}\n`;
const saltForm = /(?<salt>[\w-]{22}) *\n$/;

type Frame = { readonly number: number; readonly isLast: boolean; readonly body: Buffer };
type Sealing = {
  readonly close: (frame: Frame) => { readonly body: Buffer; readonly tag: Buffer };
  /** Undefined: not as it was closed. */
  readonly open: (frame: Frame, tag: Buffer) => Buffer | undefined;
};

/** A file of another name, or another salt, has another key; a frame has its own number. */
function sealingOf(header: string, { name, key }: Sealed): Sealing {
  if (key === undefined) {
    const tagOf = ({ number, isLast, body }: Frame) =>
      createHash("sha256")
        .update(`${header}${name}\n${number} ${isLast}\n`)
        .update(body)
        .digest()
        .subarray(0, tagBytes);
    return {
      close: (frame) => ({ body: frame.body, tag: tagOf(frame) }),
      open: (frame, tag) => (tagOf(frame).equals(tag) ? frame.body : undefined),
    };
  }
  const derived = Buffer.from(hkdfSync("sha256", key, header, `writ backup file ${name}`, 32));
  const nonceOf = (number: number) => {
    const nonce = Buffer.alloc(12);
    nonce.writeUInt32BE(number, 8);
    return nonce;
  };
  const endOf = (isLast: boolean) => Buffer.from([isLast ? 1 : 0]);
  return {
    close: ({ number, isLast, body }) => {
      const cipher = createCipheriv("aes-256-gcm", derived, nonceOf(number)).setAAD(endOf(isLast));
      return { body: Buffer.concat([cipher.update(body), cipher.final()]), tag: cipher.getAuthTag() };
    },
    open: ({ number, isLast, body }, tag) => {
      const decipher = createDecipheriv("aes-256-gcm", derived, nonceOf(number)).setAAD(endOf(isLast));
      decipher.setAuthTag(tag);
      try {
        return Buffer.concat([decipher.update(body), decipher.final()]);
      } catch {
        return undefined;
      }
    },
  };
}

/** There in full or not at all, whenever the machine stops. How many bytes it takes. */
export async function writeSealed(
  sealed: Sealed,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<number> {
  await mkdir(dirname(sealed.path), { recursive: true, mode: 0o700 });
  const part = `${sealed.path}.part`;
  try {
    const file = await open(part, "w", 0o600);
    let bytes = 0;
    try {
      bytes = await writeFrames(file, sealed, source);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(part, sealed.path);
    syncFolder(dirname(sealed.path));
    return bytes;
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw error;
  }
}

async function writeFrames(
  file: FileHandle,
  sealed: Sealed,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<number> {
  const header = headerOf(sealed, randomBytes(16).toString("base64url"));
  const { close } = sealingOf(header, sealed);
  let bytes = header.length;
  let number = 0;
  const write = async (parts: readonly Buffer[]) => {
    // All of it, also where the system takes only some at once, as on a disk that is nearly full.
    for (const part of parts) await file.writeFile(part);
  };
  const frame = async (one: Buffer, isLast: boolean) => {
    const { body, tag } = close({ number: number++, isLast, body: one });
    const length = Buffer.alloc(lengthBytes);
    length.writeUInt32BE(body.length + (isLast ? last : 0));
    bytes += length.length + tag.length + body.length;
    await write([length, tag, body]);
  };
  await write([Buffer.from(header)]);
  const packed = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } });
  // What fails of the source is thrown where its bytes are read.
  pipeline(Readable.from(source), packed, () => undefined);
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  for await (const piece of packed as AsyncIterable<Buffer>) {
    waiting.push(piece);
    waitingBytes += piece.length;
    while (waitingBytes > frameBytes) {
      const all = Buffer.concat(waiting);
      await frame(all.subarray(0, frameBytes), false);
      waiting = [all.subarray(frameBytes)];
      waitingBytes -= frameBytes;
    }
  }
  await frame(Buffer.concat(waiting), true);
  return bytes;
}

/** Throws where it is not, in full and in its place, what was written. */
export function readSealed(sealed: Sealed): AsyncIterable<Buffer> {
  const unpacked = createZstdDecompress();
  pipeline(Readable.from(readFrames(sealed)), unpacked, () => undefined);
  return readUnpacked(unpacked, sealed);
}

async function* readUnpacked(unpacked: AsyncIterable<Buffer>, { name }: Sealed): AsyncIterable<Buffer> {
  try {
    yield* unpacked;
  } catch (error) {
    // What has passed its tag and is not compressed was never written here.
    if (error instanceof Error && "code" in error && String(error.code).startsWith("ZSTD"))
      throw failure(damagedFile, name);
    throw error;
  }
}

async function* readFrames(sealed: Sealed): AsyncIterable<Buffer> {
  const file = await open(sealed.path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ENOENT" ? failure(missingFile, sealed.name) : error;
  });
  try {
    const take = async (size: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size);
      if (bytesRead < size) throw failure(damagedFile, sealed.name);
      return buffer;
    };
    const header = (await take(headerBytes)).toString("latin1");
    // What is not encrypted is not taken where a key was given, or anyone could put their own in its place.
    if (header !== headerOf(sealed, saltForm.exec(header)?.groups?.["salt"] ?? ""))
      throw failure(damagedFile, sealed.name);
    const { open: openFrame } = sealingOf(header, sealed);
    for (let number = 0, isLast = false; !isLast; number++) {
      const length = (await take(lengthBytes)).readUInt32BE();
      isLast = length >= last;
      const size = isLast ? length - last : length;
      if (size > frameBytes) throw failure(damagedFile, sealed.name);
      const tag = await take(tagBytes);
      const body = openFrame({ number, isLast, body: await take(size) }, tag);
      if (body === undefined) throw failure(damagedFile, sealed.name);
      yield body;
    }
    if ((await file.read(Buffer.alloc(1), 0, 1)).bytesRead > 0) throw failure(damagedFile, sealed.name);
  } finally {
    await file.close();
  }
}
