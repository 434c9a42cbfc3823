// The console's proof in a process of its own: the product that is served beside it stays quick, and nothing of it is touched.
import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Prove } from "@writ/server/serve";
import type { ProofMessage } from "./proving.ts";

const file = fileURLToPath(new URL("./proving.ts", import.meta.url));
/** How long it may take to stop its database; then it is killed. */
const patience = 30_000;

export const proveInProcess: Prove = async (document, heard, signal) => {
  // Its last message reports a failure; its output is dropped.
  const child = fork(file, { stdio: ["ignore", "ignore", "ignore", "ipc"] });
  const ending = Promise.withResolvers<undefined>();
  const ended = ending.promise;
  let failure: string | undefined = "The process that runs the test stopped before it was done.";
  child.on("message", (message: ProofMessage) => {
    if (message.kind === "planned") heard.planned(message.cases);
    else if (message.kind === "tried") heard.tried(message.case);
    else if (message.kind === "counted") heard.counted(message.tried, message.all);
    else if (message.kind === "mutant") heard.mutant(message.mutant);
    else failure = message.failure;
  });
  child.on("error", ({ message }) => {
    failure = message;
    ending.resolve(undefined);
  });
  child.on("exit", () => ending.resolve(undefined));
  const stop = () => end(child);
  signal.addEventListener("abort", stop);
  child.send(document, () => undefined);
  if (signal.aborted) stop();
  await ended;
  signal.removeEventListener("abort", stop);
  signal.throwIfAborted();
  if (failure !== undefined) throw new Error(failure);
};

function end(child: ChildProcess): void {
  if (child.connected) child.disconnect();
  const timer = setTimeout(() => child.kill("SIGKILL"), patience);
  child.once("exit", () => clearTimeout(timer));
}
