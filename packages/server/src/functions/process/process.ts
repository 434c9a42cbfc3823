// One process of Deno: takes one run at a time, and is ended with whatever goes on in it when that takes too much.
import { randomUUID } from "node:crypto";
import { spawn, type ChildProcess, type ChildProcessByStdio } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { ConstantValue } from "../../field-types/constants.ts";
import { closedNetworks, type Reach } from "../hosts-of-code.ts";
import { createWorkQueue } from "./work-queue.ts";

export type Run = {
  readonly version: string;
  readonly code: string;
  readonly isFunction: boolean;
  readonly input: Readonly<Record<string, unknown>>;
  readonly me: unknown;
  readonly now: string;
  readonly secrets: Readonly<Record<string, string>>;
  /** Of section 9, by their identifiers. */
  readonly constants: Readonly<Record<string, ConstantValue>>;
  /** The identifiers of the services that it may ask. */
  readonly apis: readonly string[];
  /** By every name that a mail of the document goes by, its identifier. */
  readonly mails: Readonly<Record<string, string>>;
};

export type Write = {
  readonly as: "caller" | "system";
  readonly entity: string;
  readonly act: "create" | "set" | "delete" | "do";
  readonly id: unknown;
  readonly transition?: string;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly expected?: Readonly<Record<string, unknown>>;
};

export type Read = {
  readonly as: "caller" | "system";
  readonly entity: string;
  readonly where: Readonly<Record<string, unknown>>;
  readonly order?: readonly unknown[];
  readonly limit?: unknown;
};

/** A response of an external service. */
export type ApiQuestion = { readonly api: unknown; readonly input: unknown };
export type CodeQuestion = Read | ApiQuestion;
/** `told`: the number of a refusal for the caller; `wrong`: a mistake, in words for the author of the code. */
export type CodeAnswer = { readonly value: unknown } | { readonly told: number } | { readonly wrong: string };

/** What code says it did; none of it is believed before it is checked. */
export type Outcome =
  | {
      readonly done: {
        readonly answer: unknown;
        readonly writes: readonly Write[];
        readonly mails: unknown;
      };
    }
  | {
      readonly failed: {
        readonly code?: string;
        readonly told?: unknown;
        readonly message?: string;
        readonly stack?: string;
      };
    }
  | { readonly ended: "late" | "memory" | "output" | "crash" };

export type Watcher = {
  readonly asked: (asked: CodeQuestion) => Promise<CodeAnswer>;
  readonly log: (level: string, text: string, stack: string) => void;
};

/** Nothing is asked for and nothing is fetched: what no option allows is refused. */
const limited = [
  "run",
  "--quiet",
  "--no-prompt",
  "--no-remote",
  "--no-npm",
  "--cached-only",
  "--no-config",
  "--no-lock",
];
const heapMegabytes = 128;
/** What is not on the heap counts as well: buffers of bytes are not. */
const mostMemoryBytes = 512 * 2 ** 20;
const mostAnswerBytes = 8 * 2 ** 20;
/** Of one run in all, answers and questions and what it prints: code that sends more keeps this server from others. */
const mostSaidBytes = 64 * 2 ** 20;
const mostLogs = 200;
const settledMilliseconds = 2000;
const inside = fileURLToPath(new URL("inside.js", import.meta.url));

type Ended = Extract<Outcome, { readonly ended: unknown }>["ended"];

export class CodeProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #weighing: NodeJS.Timeout;
  readonly #questions = createWorkQueue();
  #isEnded = false;
  /** Of the current run: what watches it, what ends it, and the token of its requests. */
  #watcher: Watcher | undefined;
  #settle: ((outcome: Outcome) => void) | undefined;
  #token = "";
  #calm: (() => void) | undefined;
  /** Of a line that is not all there yet. */
  #parts: Buffer[] = [];
  #lineBytes = 0;
  #saidBytes = 0;
  #logs = 0;

  /** `watch`: gets the child, to end it should this process be gone. */
  constructor(deno: string, reach: Reach, cache: string, watch: (child: ChildProcess) => void) {
    this.#child = spawn(deno, optionsFor(reach), {
      // Nothing of the server's own environment: what code is given, it is given by name.
      env: { DENO_DIR: cache, DENO_NO_UPDATE_CHECK: "1", NO_COLOR: "1" },
      cwd: cache,
      stdio: ["pipe", "pipe", "ignore"],
    });
    watch(this.#child);
    // Code that a run left behind may still allocate memory.
    this.#weighing = setInterval(() => this.#weigh(), 1000);
    this.#weighing.unref();
    this.#child.once("error", () => this.end());
    this.#child.once("close", () => this.end());
    this.#child.stdin.on("error", () => undefined);
    this.#child.stdout.on("data", (piece: Buffer) => this.#take(piece));
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  isEnded(): boolean {
    return this.#isEnded;
  }

  end(why: Ended = "crash"): void {
    this.#isEnded = true;
    clearInterval(this.#weighing);
    this.#child.kill("SIGKILL");
    this.#settle?.({ ended: why });
    this.#calm?.();
  }

  async run(run: Run, milliseconds: number, watcher: Watcher): Promise<Outcome> {
    return new Promise<Outcome>((resolve) => {
      if (this.#isEnded) return void resolve({ ended: "crash" });
      const late = setTimeout(() => this.end("late"), milliseconds);
      const weighing = setInterval(() => this.#weigh(), 100);
      this.#watcher = watcher;
      this.#saidBytes = 0;
      this.#logs = 0;
      this.#token = randomUUID();
      this.#settle = (outcome) => {
        clearTimeout(late);
        clearInterval(weighing);
        this.#settle = undefined;
        this.#watcher = undefined;
        this.#questions.forget();
        resolve(outcome);
      };
      this.#say({ run: { ...run, token: this.#token } });
    });
  }

  /** After a run, whether it listens still: code may have left something behind that never ends. */
  async settled(): Promise<boolean> {
    return new Promise((resolve) => {
      const tell = (isCalm: boolean) => {
        clearTimeout(late);
        this.#calm = undefined;
        resolve(isCalm && !this.#isEnded);
      };
      const late = setTimeout(() => tell(false), settledMilliseconds);
      this.#calm = () => tell(true);
      if (this.#isEnded) return tell(false);
      this.#say({ calm: this.#token });
    });
  }

  #weigh(): void {
    if (memoryOf(this.pid) > mostMemoryBytes) this.end("memory");
  }

  #say(what: unknown): void {
    if (!this.#isEnded) this.#child.stdin.write(`${JSON.stringify(what)}\n`);
  }

  #take(piece: Buffer): void {
    this.#saidBytes += piece.length;
    if (this.#saidBytes > mostSaidBytes) return this.end("output");
    let from = 0;
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, from)) {
      const line = Buffer.concat([...this.#parts, piece.subarray(from, at)]).toString();
      this.#parts = [];
      this.#lineBytes = 0;
      from = at + 1;
      this.#hear(line);
    }
    this.#parts.push(piece.subarray(from));
    this.#lineBytes += piece.length - from;
    if (this.#lineBytes > mostAnswerBytes) this.end("output");
  }

  #hear(line: string): void {
    const said = objectIn(line);
    if (said !== undefined && said["calm"] === this.#token) this.#calm?.();
    const watcher = this.#watcher;
    if (said === undefined || watcher === undefined) return;
    if (typeof said["log"] === "string") {
      if (++this.#logs <= mostLogs) watcher.log(String(said["level"]), said["log"], String(said["stack"]));
    } else if (said["token"] !== this.#token) {
      // What is left of an earlier run must not read in the name of the caller now.
      return;
    } else if (typeof said["ask"] === "number") this.#answer(said["ask"], said as unknown as CodeQuestion, watcher);
    else if (said["done"] !== undefined || said["failed"] !== undefined) this.#settle?.(said as Outcome);
  }

  #answer(question: number, asked: CodeQuestion, watcher: Watcher): void {
    const hasRoom = this.#questions.take(async () =>
      watcher
        .asked(asked)
        .then((answer) => this.#say({ answered: question, ...answer }))
        .catch(() => this.end()),
    );
    if (!hasRoom) this.end("output");
  }
}

const optionsFor = ({ hosts, isPublicOnly }: Reach): readonly string[] => [
  ...limited,
  `--v8-flags=--max-old-space-size=${heapMegabytes}`,
  ...(hosts.length === 0 ? [] : [`--allow-net=${hosts.join(",")}`]),
  // What a name leads to is looked at where it is connected to: no second answer comes in between.
  ...(hosts.length > 0 && isPublicOnly ? [`--deny-net=${closedNetworks.join(",")}`] : []),
  inside,
];

/** Of a process, where the system shows it as a file; elsewhere the heap alone is bounded. */
function memoryOf(pid: number | undefined): number {
  if (process.platform !== "linux" || pid === undefined) return 0;
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * 4096;
  } catch {
    return 0;
  }
}

function objectIn(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const said: unknown = JSON.parse(line);
    return typeof said === "object" && said !== null ? (said as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
