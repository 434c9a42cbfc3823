// The log of changes (WAL) that PostgreSQL writes ahead: taken from a database that runs, and laid down for one that recovers.
import { randomBytes } from "node:crypto";
import { open, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "pg";
import { copyOut, textOfLsn } from "../postgres/connections/replication.ts";

/** As `initdb` makes it. */
const segmentBytes = 16n * 2n ** 20n;
const changes = "w".charCodeAt(0);
const headerBytes = 25;

export type LogRange = { readonly timeline: number; readonly from: bigint; readonly to: bigint };

export const startOfSegment = (lsn: bigint): bigint => lsn - (lsn % segmentBytes);

/** The database keeps its log for this connection of replication, as long as that lasts; what it is kept under. */
export async function holdLog(client: Client): Promise<string> {
  const slot = `writ_backup_${randomBytes(8).toString("hex")}`;
  await client.query(`CREATE_REPLICATION_SLOT ${slot} TEMPORARY PHYSICAL RESERVE_WAL`);
  return slot;
}

/**
 * All bytes of it, from the first one that is named to the one before the last. Ends the connection. `slot`: of that connection,
 * where no other one keeps the log.
 */
export async function* receiveLog(
  client: Client,
  { timeline, from, to }: LogRange,
  slot?: string,
): AsyncIterable<Buffer> {
  let at = from;
  const { pieces } = copyOut(
    client,
    `START_REPLICATION ${slot === undefined ? "" : `SLOT ${slot} `}PHYSICAL ${textOfLsn(from)} TIMELINE ${timeline}`,
    // It is taken when it is with the disk, which this connection does not say.
    () => from,
  );
  for await (const piece of pieces) {
    if (piece[0] !== changes) continue;
    const begin = piece.readBigUInt64BE(1);
    if (begin !== at) throw new Error(`the log goes on at ${textOfLsn(begin)}, and not at ${textOfLsn(at)}`);
    const bytes = piece.subarray(headerBytes);
    const wanted = at + BigInt(bytes.length) > to ? bytes.subarray(0, Number(to - at)) : bytes;
    at += BigInt(wanted.length);
    yield wanted;
    if (at >= to) return;
  }
  throw new Error(`the log ended at ${textOfLsn(at)}`);
}

const hex = (number: bigint): string => number.toString(16).toUpperCase().padStart(8, "0");
const segmentsOfId = 2n ** 32n / segmentBytes;

/** As PostgreSQL names the file of a segment. */
function segmentName(timeline: number, lsn: bigint): string {
  const segment = lsn / segmentBytes;
  return `${hex(BigInt(timeline))}${hex(segment / segmentsOfId)}${hex(segment % segmentsOfId)}`;
}

/** Lays down what is received, in files of whole segments. What is not in them is nothing, and PostgreSQL stops there. */
export class LogWriter {
  readonly #folder: string;
  readonly #timeline: number;
  #segment: { readonly start: bigint; readonly file: FileHandle } | undefined;

  constructor(folder: string, timeline: number) {
    this.#folder = folder;
    this.#timeline = timeline;
  }

  /** Bytes before `at` are there already, or not needed. */
  async write(from: bigint, bytes: Buffer, at: bigint): Promise<void> {
    let place = from < at ? at : from;
    for (let rest = bytes.subarray(Number(place - from)); rest.length > 0;) {
      const { start, file } = await this.#segmentOf(place);
      const part = rest.subarray(0, Number(start + segmentBytes - place));
      const { bytesWritten } = await file.write(part, 0, part.length, Number(place - start));
      rest = rest.subarray(bytesWritten);
      place += BigInt(bytesWritten);
    }
  }

  async end(): Promise<void> {
    await this.#segment?.file.datasync();
    await this.#segment?.file.close();
    this.#segment = undefined;
  }

  async #segmentOf(place: bigint): Promise<{ readonly start: bigint; readonly file: FileHandle }> {
    const start = startOfSegment(place);
    if (this.#segment?.start === start) return this.#segment;
    await this.end();
    const file = await open(join(this.#folder, segmentName(this.#timeline, start)), "w", 0o600);
    await file.truncate(Number(segmentBytes));
    this.#segment = { start, file };
    return this.#segment;
  }
}
