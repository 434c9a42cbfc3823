// The file of an import on its way: into a folder that only this process's account reads, and which is gone afterwards.
import type { IncomingMessage } from "node:http";
import { mkdtemp, open, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BodyCutOff, BodyTooLarge } from "../../gate/read-body.ts";
import { importLimits } from "./limits.ts";

const prefix = "writ-import-";

/** The file is there while the work is done, and in no case afterwards. */
export async function withReceived<Result>(
  request: IncomingMessage,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const { bytes } = importLimits;
  // What is announced is believed only if it is too much; what arrives is counted.
  if (Number(request.headers["content-length"] ?? 0) > bytes) throw new BodyTooLarge(bytes);
  const folder = await mkdtemp(join(tmpdir(), prefix));
  try {
    const path = join(folder, "rows");
    await receive(request, path);
    return await work(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function receive(request: IncomingMessage, path: string): Promise<void> {
  const { bytes: most, milliseconds, silence } = importLimits;
  const late = setTimeout(() => request.destroy(), milliseconds);
  request.setTimeout(silence, () => request.destroy());
  const file = await open(path, "wx", 0o600);
  try {
    let size = 0;
    for await (const piece of pieces(request)) {
      size += piece.byteLength;
      if (size > most) throw new BodyTooLarge(most);
      await file.writeFile(piece);
    }
  } finally {
    clearTimeout(late);
    request.setTimeout(0);
    await file.close();
  }
}

/** What was cut off is not taken for the whole. */
async function* pieces(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  } catch {
    throw new BodyCutOff();
  }
  if (!request.complete) throw new BodyCutOff();
}

const dayMilliseconds = 86_400_000;

/** What a process has left that was killed: no import takes a day. */
export async function removeLeftBehind(now: number): Promise<void> {
  // Where it may not be read, or is not there, no server is kept from starting.
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    if (!name.startsWith(prefix)) continue;
    const folder = join(tmpdir(), name);
    const known = await stat(folder).catch(() => undefined);
    if (known?.isDirectory() === true && known.uid === process.getuid?.() && now - known.mtimeMs > dayMilliseconds)
      await rm(folder, { recursive: true, force: true });
  }
}
