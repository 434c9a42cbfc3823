// The parts of a ZIP file, each as a stream; one that would become too large is refused before it does.
import yauzl, { type Entry, type ZipFile } from "yauzl";
import type { Readable } from "node:stream";
import { ImportRefused } from "../refused.ts";

export type Zip = {
  /** Undefined where there is none of that name. `most`: bytes that it may become. */
  readonly part: (name: string, most: number) => AsyncIterable<Uint8Array> | undefined;
  readonly close: () => void;
};

const mostParts = 10_000;
/** No sheet of a million rows is larger, and no sheet is written so shortly. */
const most = { bytes: 4 * 2 ** 30, unasked: 64 * 2 ** 20, times: 200 };

export async function openZip(path: string, bytes = most.bytes): Promise<Zip> {
  const file = await opened(path);
  const entries = await entriesOf(file);
  return {
    part: (name, limit) => {
      const entry = entries.get(name);
      if (entry === undefined) return undefined;
      const { uncompressedSize: size, compressedSize } = entry;
      const isBomb = size > most.unasked && size > compressedSize * most.times;
      if (isBomb || size > Math.min(limit, bytes))
        throw new ImportRefused("this workbook becomes far too large when it is unpacked. Save it as CSV", {
          reason: { is: "unpacksTooLarge" },
        });
      return piecesOf(file, entry);
    },
    close: () => file.close(),
  };
}

const damaged = () =>
  new ImportRefused("this workbook is damaged, or it is protected by a password", {
    reason: { is: "damagedWorkbook" },
  });

async function opened(path: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (failure, file) =>
      failure === null && file !== undefined ? resolve(file) : reject(damaged()),
    );
  });
}

async function entriesOf(file: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  return new Promise((resolve, reject) => {
    file.on("entry", (entry: Entry) => {
      entries.set(entry.fileName, entry);
      if (entries.size > mostParts) reject(damaged());
      else file.readEntry();
    });
    file.once("end", () => resolve(entries));
    file.once("error", () => reject(damaged()));
    file.readEntry();
  });
}

async function* piecesOf(file: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  const stream = await new Promise<Readable>((resolve, reject) => {
    file.openReadStream(entry, (failure, found) =>
      failure === null && found !== undefined ? resolve(found) : reject(damaged()),
    );
  });
  try {
    for await (const piece of stream as AsyncIterable<Uint8Array>) yield piece;
  } catch {
    throw damaged();
  } finally {
    stream.destroy();
  }
}
