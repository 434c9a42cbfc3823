// Connections that are closed as soon as they are there, because no more are let in: counted, and reported now and then.
import type { Server } from "node:net";
import type { Log } from "../telemetry/log.ts";
import { connectionsFor, openFilesLimit } from "./open-files.ts";

/** A thousand clients that try again would fill the log. */
const everyMilliseconds = 60_000;

export class RefusedClients {
  readonly #log: Pick<Log, "warning">;
  #count = 0;
  #reportedAt = -Infinity;

  constructor(log: Pick<Log, "warning">) {
    this.#log = log;
  }

  /** Since the process began. */
  readonly count = (): number => this.#count;

  /** `most`: how many are let in. */
  readonly add = (most: number): void => {
    this.#count++;
    if (performance.now() - this.#reportedAt < everyMilliseconds) return;
    this.#reportedAt = performance.now();
    const why = "as many connections are open as the system allows this process (LimitNOFILE, ulimit -n)";
    this.#log.warning("clients are refused", { why, most, refused: this.#count });
  };
}

/** A server that hands its connections to other processes: it keeps room for what it needs to do so. */
export function refuseBeyondRoom(server: Server, log: Pick<Log, "warning">): void {
  const refused = new RefusedClients(log);
  server.maxConnections = connectionsFor(openFilesLimit());
  server.on("drop", () => refused.add(server.maxConnections));
}
