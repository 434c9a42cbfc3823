// The connection that PostgreSQL tells of every change on: one slot, which is gone with it.
import { randomBytes } from "node:crypto";
import type { Client, Connection } from "pg";
import { reportTaken, wantsReport } from "../../postgres/connections/replication.ts";
import type { Database } from "../../postgres/index.ts";
import { publications } from "./tables.ts";

export type Stream = {
  /** The name of its slot. */
  readonly slot: string;
  /** Nothing more comes until `resume`; PostgreSQL keeps it, as much of it as it may. */
  readonly pause: () => void;
  readonly resume: () => void;
  readonly stop: () => Promise<void>;
};

export type StreamListener = {
  /** As PostgreSQL writes them, in the order in which they were committed. */
  readonly change: (message: Buffer) => void;
  /** Once, however it ends, unless it was stopped. */
  readonly end: () => void;
};

const change = 119;
const keepAlive = 107;
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
export async function openStream(database: Database, heard: StreamListener): Promise<Stream> {
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
    if (!isStopped) reportTaken(client.connection, seen);
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
        heard.change(chunk.subarray(25));
      } else if (chunk[0] === keepAlive) {
        const at = chunk.readBigUInt64BE(1);
        if (at > seen) seen = at;
        if (wantsReport(chunk)) report();
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
