// A process that serves a product together with others: begun by the one that has the database, and ended by it.
import { Socket } from "node:net";
import { compile } from "@writ/language";
import { DatabaseFailure } from "@writ/server/postgres";
import { joinDatabase, relayedBus, type Incoming } from "@writ/server/processes";
import { serveProduct } from "@writ/server/serve";
import { needDownloads } from "../../downloads/need-downloads.ts";
import { endings } from "../../process/endings.ts";
import { version } from "../../version.ts";
import { consoleFor, pagesFor, portFailure } from "../served.ts";
import type { FromProcess, ProcessInput, ToProcess } from "./messages.ts";

// A terminal signals all its processes to end; the one that began this one tells it when. If that is gone, this ends too.
for (const name of endings) process.on(name, () => undefined);
process.once("disconnect", () => process.exit());
// Or was before this was read.
if (!process.connected) process.exit();

const say = (message: FromProcess, sent: () => void = () => undefined): void => {
  if (process.connected) process.send?.(message, undefined, undefined, sent);
};
/** There is nothing else to do: what is on its way is said, and the process ends. */
const leave = (): void => {
  if (process.connected) process.disconnect?.();
};

const stopping = Promise.withResolvers<void>();

process.on("message", ({ kind }: ToProcess) => {
  if (kind === "stop") stopping.resolve();
});
process.once("message", (message: ToProcess) => {
  if (message.kind !== "begin") return leave();
  serve(message.input).then(leave, (failure: unknown) => {
    say({ kind: "failed", ...wordsOf(failure, message.input.options.port) }, leave);
  });
});

async function serve({
  name,
  number,
  count,
  offline,
  connections,
  file,
  source,
  options,
  ...input
}: ProcessInput): Promise<void> {
  const bus = relayedBus(name, (said) => say({ kind: "bus", said }));
  process.on("message", (message: ToProcess) => {
    if (message.kind === "bus") bus.hear(message.told);
  });
  const document = { file, source, compiled: compile(source) };
  const error = (text: string) => process.stderr.write(text);
  const console = { environment: options.environment ?? {}, error };
  const { pages, failures } = await pagesFor(document, {
    development: false,
    // Of several processes that need the same, one keeps what it has downloaded.
    prepare: async (of) => needDownloads(of, { offline }, console),
  });
  if (failures.length > 0) throw new UnusableDocument(failures.map((one) => `writ: ${one}`).join("\n"));
  const database = joinDatabase(input.database);
  try {
    const running = await serveProduct(database, {
      ...options,
      version,
      document,
      pages,
      console: await consoleFor(),
      slot: { number, count, bus, connections, incoming: incomingAt(options.port) },
    });
    say({ kind: "ready", url: running.url, anonKey: running.anonKey });
    await stopping.promise;
    await running.stop();
  } finally {
    await database.stop();
  }
}

const incomingAt = (port: number): Incoming => ({
  port,
  begin: (take) => {
    // A client that left on the way leaves no socket.
    const heard = ({ kind }: ToProcess, socket: unknown) => {
      if (kind !== "connection") return;
      say({ kind: "taken" });
      if (socket instanceof Socket) take(socket);
    };
    process.on("message", heard);
    return () => void process.off("message", heard);
  },
});

/** A screen of the product's own cannot be shown. */
class UnusableDocument extends Error {}

function wordsOf(failure: unknown, port: number): { readonly words: string; readonly exit: 1 | 2 } {
  if (failure instanceof UnusableDocument) return { words: failure.message, exit: 1 };
  if (failure instanceof DatabaseFailure)
    return { words: `${failure.code} ${failure.message}. ${failure.hint}`, exit: 2 };
  return { words: portFailure(failure, port) ?? stackOf(failure), exit: 2 };
}

/** With what caused it, first. */
function stackOf(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure);
  const own = failure.stack ?? failure.message;
  return failure.cause === undefined ? own : `${stackOf(failure.cause)}\n${own}`;
}
