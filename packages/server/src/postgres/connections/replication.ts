// What is said to PostgreSQL over a connection of replication, and what it copies out to us.
import { Readable } from "node:stream";
import type { Client, Connection } from "pg";
import { serialize } from "pg-protocol";

const status = 114;
const keepAlive = 107;
const statusMilliseconds = 5000;

/** Of the position of a log of changes, as PostgreSQL writes and reads it: "16/B374D848". */
export const lsnOf = (text: string): bigint => {
  const [high = "", low = ""] = text.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
};
export const textOfLsn = (lsn: bigint): string =>
  `${(lsn >> 32n).toString(16).toUpperCase()}/${(lsn & 0xffff_ffffn).toString(16).toUpperCase()}`;

/** Says that everything up to there has been taken. */
export function reportTaken({ stream }: Connection, taken: bigint): void {
  if (!stream.writable) return;
  const bytes = Buffer.alloc(34);
  bytes[0] = status;
  for (const place of [1, 9, 17]) bytes.writeBigUInt64BE(taken, place);
  bytes.writeBigInt64BE(BigInt(Date.now() - 946_684_800_000) * 1000n, 25);
  stream.write(serialize.copyData(bytes));
}

/** Whether a keepalive asks for a report at once. */
export const wantsReport = (chunk: Buffer): boolean => chunk[0] === keepAlive && chunk[17] === 1;

/** The rows around what is copied, as text, in the order in which they came. */
export type CopiedOut = { readonly rows: (readonly string[])[]; readonly pieces: AsyncIterable<Buffer> };

/**
 * One statement that copies out. Whoever stops reading pieces before their end ends the connection with it. `taken`: where
 * PostgreSQL goes on without end, and has to hear now and then how far it was taken.
 */
export function copyOut(client: Client, statement: string, taken?: () => bigint): CopiedOut {
  const rows: (readonly string[])[] = [];
  const { connection } = client;
  const report = () => taken !== undefined && reportTaken(connection, taken());
  const reporting = taken === undefined ? undefined : setInterval(report, statusMilliseconds);
  let isWhole = false;
  const pieces = new Readable({
    objectMode: true,
    highWaterMark: 64,
    read: () => void connection.stream.resume(),
    destroy: (error, callback) => {
      clearInterval(reporting);
      client.removeListener("end", cutOff);
      if (!isWhole) connection.stream.destroy();
      callback(error);
    },
  });
  const cutOff = () => void pieces.destroy(new Error("the connection to the database ended"));
  client.once("end", cutOff);
  client.query({
    submit: (it: Connection) => {
      it.query(statement);
      return undefined;
    },
    handleCopyData: ({ chunk }: { readonly chunk: Buffer }) => {
      if (taken !== undefined && wantsReport(chunk)) report();
      // The parser uses its memory again.
      if (!pieces.push(Buffer.from(chunk))) connection.stream.pause();
    },
    handleRowDescription: () => undefined,
    handleDataRow: ({ fields }: { readonly fields: readonly unknown[] }) => void rows.push(fields.map(String)),
    handleCommandComplete: () => undefined,
    handleReadyForQuery: () => {
      isWhole = true;
      pieces.push(null);
    },
    handleError: (error: Error) => {
      isWhole = true;
      pieces.destroy(error);
    },
  });
  return { rows, pieces };
}
