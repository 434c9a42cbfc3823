// Cases tried in a process of its own, on a copy of its own: serving a copy and asking it takes a whole core.
import { fork, type ChildProcess } from "node:child_process";
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { packedCases, type Case, type Ended, type Hand, type PackedCases } from "@writ/proof";
import { MissingResource } from "./missing-resource.ts";

export type WorkerInput = { readonly source: string; readonly folder: string; readonly packed: PackedCases };

export type WorkerMessage =
  /** Its copy is there. */
  | { readonly kind: "ready" }
  | { readonly kind: "tried"; readonly ended: Ended }
  /** Its last word. `lacks`: what this machine lacks, for people. */
  | { readonly kind: "failed"; readonly failure: string; readonly lacks: boolean };

export type ProcessHand = {
  readonly ready: Promise<void>;
  readonly tryCase: Hand;
  /** Waits until nothing of it is left. */
  readonly end: () => Promise<void>;
};

const entry = fileURLToPath(new URL("../../bin/beside.mjs", import.meta.url));
const file = new URL("./trying.ts", import.meta.url).href;
/** How long it may take to stop its database; then it is killed. */
const patience = 30_000;

/** `folder`: an empty one for its copy, which goes with it however it ends. */
export function tryInProcess(source: string, folder: string, cases: readonly Case[]): ProcessHand {
  // Its last message reports a failure; its output is dropped. Cases hold maps, which JSON does not.
  const child = fork(entry, [file], { stdio: ["ignore", "ignore", "ignore", "ipc"], serialization: "advanced" });
  const [ready, exited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let asked = Promise.withResolvers<Ended>();
  let failure: Error | undefined;
  child.on("message", (said: WorkerMessage) => {
    if (said.kind === "ready") ready.resolve();
    else if (said.kind === "tried") asked.resolve(said.ended);
    else failure = said.lacks ? new MissingResource(said.failure) : new Error(said.failure);
  });
  const over = (why: Error) => {
    failure ??= why;
    ready.reject(failure);
    asked.reject(failure);
    exited.resolve();
  };
  child.on("error", over);
  child.on("exit", (code, signal) =>
    over(
      signal === null
        ? new Error(`A test process stopped unexpectedly (status ${code}).`)
        : new MissingResource(`a test process was killed (${signal}), for example because memory ran out`),
    ),
  );
  // A rejection that no caller waits for at the moment is not reported.
  ready.promise.catch(() => undefined);
  asked.promise.catch(() => undefined);
  const send = (message: WorkerInput | number) => child.send(message, () => undefined);
  send({ source, folder, packed: packedCases(cases) });
  const places = new Map(cases.map((one, index) => [one, index]));
  return {
    ready: ready.promise,
    tryCase: async (one) => {
      if (failure !== undefined) throw failure;
      asked = Promise.withResolvers();
      send(places.get(one) ?? -1);
      return asked.promise;
    },
    end: async () => {
      await gone(child, exited.promise);
      // One that was killed leaves its PostgreSQL to the watchdog, and that writes into the folder until it has ended.
      await rm(folder, { recursive: true, force: true, maxRetries: 30 });
    },
  };
}

/** It hears that no one is there any more. */
async function gone(child: ChildProcess, exited: Promise<void>): Promise<void> {
  if (child.connected) child.disconnect();
  const timer = setTimeout(() => child.kill("SIGKILL"), patience);
  await exited;
  clearTimeout(timer);
}
