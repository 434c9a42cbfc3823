// The connection that PostgreSQL tells of every change on: one slot, which is gone with it.
import { randomBytes } from "node:crypto";
import type { Client, Connection } from "pg";
import { serialize } from "pg-protocol";
import type { Database } from "../../postgres/index.ts";
import { readLogical, type Logical } from "./decode.ts";
import { publications } from "./tables.ts";

export type Stream = {
  /** The name of its slot. */
  readonly slot: string;
  /** Nothing more comes until `resume`; PostgreSQL keeps it, as much of it as it may. */
  readonly pause: () => void;
  readonly resume: () => void;
  readonly stop: () => Promise<void>;
};

type Heard = {
  /** In the order in which they were committed. `bytes`: how many it takes. */
  readonly change: (message: Logical, bytes: number) => void;
  /** Once, however it ends, unless it was stopped. */
  readonly end: () => void;
};

const change = 119;
const keepAlive = 107;
const status = 114;
const statusMilliseconds = 5000;

/** What runs for the whole of the connection. */
type Copying = {
  readonly submit: (connection: Connection) => Error | undefined;
  readonly handleCopyData: (message: { readonly chunk: Buffer }) => void;
  readonly handleRowDescription: () => void;
  readonly handleDataRow: () => void;
  readonly handleCommandComplete: () => void;
  readonly handleReadyForQuery: () => void;
  readonly handleError: (failure: Error) => void;
};

/** From when it is there, nothing that is committed is missed. */
export async function openStream(database: Database, heard: Heard): Promise<Stream> {
  const options = { as: "owner", application_name: "writ live", replication: "database" } as const;
  const client: Client = await database.connect(options);
  let isStopped = false;
  let seen = 0n;
  const slot = `writ_live_${randomBytes(8).toString("hex")}`;
  const ended = () => {
    clearInterval(reporting);
    if (isStopped) return;
    isStopped = true;
    heard.end();
  };
  const report = () => {
    const { stream } = client.connection;
    if (isStopped || !stream.writable) return;
    const bytes = Buffer.alloc(34);
    bytes[0] = status;
    for (const place of [1, 9, 17]) bytes.writeBigUInt64BE(seen, place);
    bytes.writeBigInt64BE(BigInt(Date.now() - 946_684_800_000) * 1000n, 25);
    stream.write(serialize.copyData(bytes));
  };
  const reporting = setInterval(report, statusMilliseconds);
  reporting.unref();
  client.once("end", ended);
  try {
    await client.query(`CREATE_REPLICATION_SLOT ${slot} TEMPORARY LOGICAL pgoutput NOEXPORT_SNAPSHOT`);
  } catch (failure) {
    isStopped = true;
    clearInterval(reporting);
    await client.end().catch(() => undefined);
    throw failure;
  }
  const copying: Copying = {
    submit: (connection) => {
      connection.query(
        `START_REPLICATION SLOT ${slot} LOGICAL 0/0 (proto_version '1', publication_names '${publications}')`,
      );
      return undefined;
    },
    handleCopyData: ({ chunk }) => {
      if (chunk[0] === change) {
        const at = chunk.readBigUInt64BE(1);
        if (at > seen) seen = at;
        heard.change(readLogical(chunk.subarray(25)), chunk.length);
      } else if (chunk[0] === keepAlive) {
        const at = chunk.readBigUInt64BE(1);
        if (at > seen) seen = at;
        if (chunk[17] === 1) report();
      }
    },
    handleRowDescription: () => undefined,
    handleDataRow: () => undefined,
    handleCommandComplete: () => undefined,
    handleReadyForQuery: () => void client.end().catch(() => undefined),
    handleError: () => void client.end().catch(() => undefined),
  };
  client.query(copying);
  const { stream } = client.connection;
  return {
    slot,
    pause: () => void stream.pause(),
    resume: () => void stream.resume(),
    stop: async () => {
      isStopped = true;
      clearInterval(reporting);
      stream.destroy();
      await client.end().catch(() => undefined);
    },
  };
}
