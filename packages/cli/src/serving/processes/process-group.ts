// The processes that serve a product at one port: started, replaced when they end, and ended together.
import { fork, type ChildProcess } from "node:child_process";
import type { Server } from "node:net";
import { fileURLToPath } from "node:url";
import { createLog, createRelay, type RelayMember } from "@writ/server/processes";
import type { FromProcess, ProcessInput, ToProcess } from "./messages.ts";
import { Spread } from "./spread.ts";

export type Failed = { readonly words: string; readonly exit: 1 | 2 };
type Begun = { readonly url: string; readonly anonKey: string };

type Place = {
  readonly number: number;
  worker: ChildProcess | undefined;
  isReady: boolean;
  /** Ends one after the other without a time in which it served well. */
  failures: number;
  failed: Failed | undefined;
  beganAt: number;
  timer: NodeJS.Timeout | undefined;
};

const entry = fileURLToPath(new URL("../../../bin/beside.mjs", import.meta.url));
const file = new URL("./one-of-several.ts", import.meta.url).href;

/** One that ran for so long did not end for the same reason as before. */
const steady = 60_000;
const pauseAfter = (failures: number): number => (failures <= 1 ? 0 : Math.min(5000, 100 * 2 ** (failures - 2)));
/** When no process serves, and one has ended so often before it did. */
const mostFailures = 6;
/** More than requests have that still run (`gate/listen.ts`); whoever takes longer hangs. */
const patience = 15_000;
/** What waits for a process that takes nothing would fill the memory of this one. */
const mostWaiting = 64 * 2 ** 20;

export class ProcessGroup {
  readonly #input: Omit<ProcessInput, "name" | "number">;
  readonly #relay = createRelay();
  readonly #spread: Spread;
  readonly #log;
  readonly #places: readonly Place[];
  readonly #gaveUp = Promise.withResolvers<Failed>();
  #begun: Begun | undefined;
  #names = 0;
  #isStopping = false;
  #changed = Promise.withResolvers<void>();

  /** `server`: listens, and lets nothing in before `start`. */
  constructor(input: Omit<ProcessInput, "name" | "number">, server: Server) {
    this.#input = input;
    this.#spread = new Spread(server);
    this.#log = createLog(input.options.log ?? "warn");
    this.#places = Array.from({ length: input.count }, (_, index) => ({
      number: index + 1,
      worker: undefined,
      isReady: false,
      failures: 0,
      failed: undefined,
      beganAt: 0,
      timer: undefined,
    }));
  }

  /** Why no process can serve, though one did. */
  get gaveUp(): Promise<Failed> {
    return this.#gaveUp.promise;
  }

  /** Ends when all of them serve. Where the first one cannot, no other would. */
  async start(): Promise<Begun | Failed> {
    const [first, ...others] = this.#places;
    if (first === undefined) throw new Error("there is a process");
    // It brings the database to what this version needs; the others find that done.
    this.#begin(first);
    await this.#until(() => first.isReady || first.failures > 0);
    if (!first.isReady) return first.failed ?? endedWords;
    for (const one of others) this.#begin(one);
    await this.#until(() => this.#places.every(({ isReady, failures }) => isReady || failures >= mostFailures));
    const failed = this.#places.find(({ isReady }) => !isReady);
    return failed === undefined ? (this.#begun ?? endedWords) : (failed.failed ?? endedWords);
  }

  /** All of them at once, in good order; one that hangs is ended. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#spread.end();
    for (const { timer } of this.#places) clearTimeout(timer);
    for (const { worker } of this.#places) if (worker !== undefined) send(worker, { kind: "stop" });
    const late = setTimeout(() => {
      for (const { worker } of this.#places) worker?.kill("SIGKILL");
    }, patience);
    await this.#until(() => this.#places.every(({ worker }) => worker === undefined));
    clearTimeout(late);
  }

  #begin(place: Place): void {
    const { number } = place;
    const name = `${number}.${++this.#names}`;
    const worker = fork(entry, [file], { execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
    place.worker = worker;
    place.failed = undefined;
    place.beganAt = performance.now();
    // First: it hears the others by the name that it gets.
    send(worker, { kind: "begin", input: { ...this.#input, name, number } });
    let waiting = 0;
    const member = this.#relay.join(name, (told) => {
      const size = told.kind === "said" ? told.text.length : 0;
      waiting += size;
      send(worker, { kind: "bus", told }, () => (waiting -= size));
      if (waiting > mostWaiting) worker.kill("SIGKILL");
    });
    worker.on("message", (said: FromProcess) => {
      // What is read of one that has ended is not its successor's.
      if (place.worker === worker) this.#hear(said, place, member);
    });
    // All that it has said was heard by then.
    worker.on("disconnect", member.leave);
    let isOver = false;
    const over = (how: string) => {
      if (isOver) return;
      isOver = true;
      member.leave();
      this.#spread.remove(worker);
      this.#end(place, how);
    };
    worker.on("error", (failure) => {
      if (worker.pid === undefined) over(failure.message);
    });
    worker.on("exit", (code, signal) => over(signal ?? String(code)));
  }

  #hear(said: FromProcess, place: Place, member: RelayMember): void {
    if (said.kind === "bus") return member.publish(said.said);
    const { worker } = place;
    if (said.kind === "taken") return worker && this.#spread.taken(worker);
    if (said.kind === "failed") {
      place.failed = { words: said.words, exit: said.exit };
      return;
    }
    this.#begun ??= { url: said.url, anonKey: said.anonKey };
    place.isReady = true;
    member.serves();
    if (worker !== undefined) this.#spread.add(worker);
    this.#tell();
  }

  #end(place: Place, how: string): void {
    const wasSteady = place.isReady && performance.now() - place.beganAt > steady;
    const { isReady: hasServed } = place;
    place.worker = undefined;
    place.isReady = false;
    place.failures = wasSteady ? 1 : place.failures + 1;
    if (!this.#isStopping) {
      const { number, failures, failed } = place;
      const isFirst = this.#begun === undefined;
      if (!isFirst)
        this.#log.warning("a process ended and is replaced", { process: number, how, failures, why: failed?.words });
      if (!hasServed && failures >= mostFailures && !this.#places.some(({ isReady }) => isReady))
        this.#gaveUp.resolve({ ...(failed ?? endedWords), words: `${gaveUpWords}\n${(failed ?? endedWords).words}` });
      else if (!isFirst) place.timer = setTimeout(() => this.#begin(place), pauseAfter(failures));
    }
    this.#tell();
  }

  #tell(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  async #until(holds: () => boolean): Promise<void> {
    while (!holds()) await this.#changed.promise;
  }
}

const endedWords: Failed = { words: "writ start: a process that serves ended before it answered.", exit: 2 };
const gaveUpWords = "writ start: no process can serve any more.";

/** To one that is gone nothing is said. */
function send(worker: ChildProcess, message: ToProcess, sent: () => void = () => undefined): void {
  if (worker.connected) worker.send(message, () => sent());
  else sent();
}
