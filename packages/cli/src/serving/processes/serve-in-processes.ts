// What `writ start` serves with several processes: this one has the database, starts the others, and replaces one that ends.
import { once } from "node:events";
import { createServer, type AddressInfo, type Server } from "node:net";
import {
  addressOf,
  allowedConnections,
  createLog,
  mostProcesses,
  refuseBeyondRoom,
  shareConnections,
} from "@writ/server/processes";
import type { Database } from "@writ/server/postgres";
import type { Console, ExitCode } from "../../terminal/console.ts";
import { visible } from "../../terminal/visible.ts";
import { portFailure } from "../served.ts";
import { tellUnbuilt, type Shown } from "../serve-product.ts";
import type { PlainOptions } from "./messages.ts";
import { ProcessGroup } from "./process-group.ts";

export async function serveInProcesses(
  database: Database,
  options: PlainOptions,
  { document, json, offline, count }: Pick<Shown, "document" | "json" | "offline"> & { readonly count: number },
  console: Console,
): Promise<ExitCode> {
  const { file, source, compiled } = document;
  const allowed = await allowedConnections(database);
  const connections = shareConnections(count, allowed);
  if (connections === undefined) {
    console.error(
      `writ start: the database allows ${allowed} connections, which are too few for ${count} processes. Raise max_connections, or use --processes ${Math.max(1, mostProcesses(allowed))}.\n`,
    );
    return 2;
  }
  await tellUnbuilt(console);
  const server = await listenAt(options).catch((failure: unknown) => {
    const words = portFailure(failure, options.port);
    if (words === undefined) throw failure;
    console.error(`${words}\n`);
    return undefined;
  });
  if (server === undefined) return 2;
  const { port } = server.address() as AddressInfo;
  const input = {
    count,
    offline,
    connections,
    database: addressOf(database),
    file,
    source,
    options: { ...options, port },
  };
  const group = new ProcessGroup(input, server);
  const failed = (failure: { readonly words: string; readonly exit: 1 | 2 }): ExitCode => {
    console.error(`${failure.words.split("\n").map(visible).join("\n")}\n`);
    return failure.exit;
  };
  const begun = await group.start();
  if ("words" in begun) {
    await group.stop();
    return failed(begun);
  }
  const { url, anonKey } = begun;
  // A user who reads the address may end it in the same moment.
  const stopped = console.untilStopped();
  if (json) console.out(`${JSON.stringify({ url, anonKey, databaseUrl: database.url })}\n`);
  else console.out(`${compiled.model.title} runs at ${url}, with ${count} processes\n\nPress Ctrl-C to stop.\n`);
  try {
    const gaveUp = await Promise.race([group.gaveUp, stopped.then(() => undefined)]);
    if (gaveUp !== undefined) return failed(gaveUp);
  } finally {
    await group.stop();
  }
  return 0;
}

/** What comes before a process serves waits; whether the port is free is known before anything is started. */
async function listenAt({ port, host = "127.0.0.1", log = "warn" }: PlainOptions): Promise<Server> {
  // Nothing is read here: the process that gets a connection reads it.
  const server = createServer({ pauseOnConnect: true });
  refuseBeyondRoom(server, createLog(log));
  server.listen(port, host);
  await once(server, "listening");
  return server;
}
