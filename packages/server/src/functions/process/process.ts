// One process of Deno: takes one run at a time, and is ended with whatever goes on in it when that takes too much.
import { randomUUID } from "node:crypto";
import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ConstantValue } from "../constants.ts";
import { closedNetworks, type Reach } from "../hosts-of-code.ts";
import { openWorkQueue } from "./work-queue.ts";

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

/** An answer of somebody else's service. */
export type AskedApi = { readonly api: unknown; readonly input: unknown };
export type Asked = Read | AskedApi;
/** `told`: the number of a refusal that whoever calls is told; `wrong`: a mistake, in words for whoever wrote the code. */
export type Answered = { readonly value: unknown } | { readonly told: number } | { readonly wrong: string };

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
  readonly asked: (asked: Asked) => Promise<Answered>;
  readonly log: (level: string, text: string, stack: string) => void;
};

export type CodeProcess = {
  readonly run: (run: Run, milliseconds: number, watcher: Watcher) => Promise<Outcome>;
  /** After a run, whether it listens still: code may have left something behind that never ends. */
  readonly settled: () => Promise<boolean>;
  readonly isEnded: () => boolean;
  readonly pid: number | undefined;
  readonly end: () => void;
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
/** Of one run in all, answers and questions and what it prints: whoever says more keeps this server from others. */
const mostSaidBytes = 64 * 2 ** 20;
const mostLogs = 200;
const settledMilliseconds = 2000;
const inside = fileURLToPath(new URL("inside.js", import.meta.url));

/** `watch`: told of it, to end it should this process be gone. */
export function startProcess(
  deno: string,
  { hosts, isOpenOnly }: Reach,
  cache: string,
  watch: (child: ChildProcess) => void,
): CodeProcess {
  const child = spawn(
    deno,
    [
      ...limited,
      `--v8-flags=--max-old-space-size=${heapMegabytes}`,
      ...(hosts.length === 0 ? [] : [`--allow-net=${hosts.join(",")}`]),
      // What a name leads to is looked at where it is connected to: no second answer comes in between.
      ...(hosts.length > 0 && isOpenOnly ? [`--deny-net=${closedNetworks.join(",")}`] : []),
      inside,
    ],
    // Nothing of the server's own environment: what code is given, it is given by name.
    {
      env: { DENO_DIR: cache, DENO_NO_UPDATE_CHECK: "1", NO_COLOR: "1" },
      cwd: cache,
      stdio: ["pipe", "pipe", "ignore"],
    },
  );
  watch(child);
  let isEnded = false;
  let settle: ((outcome: Outcome) => void) | undefined;
  let watcher: Watcher | undefined;
  let token = "";
  let size = 0;
  let saidBytes = 0;
  let logs = 0;
  let heardCalm: (() => void) | undefined;
  const turns = openWorkQueue();
  let parts: Buffer[] = [];
  const end = (why: "late" | "memory" | "output" | "crash" = "crash") => {
    isEnded = true;
    clearInterval(weighIdle);
    child.kill("SIGKILL");
    settle?.({ ended: why });
    heardCalm?.();
  };
  /** What a run left behind grows while nobody waits for it. */
  const weighIdle = setInterval(() => memoryOf(child.pid) > mostMemoryBytes && end("memory"), 1000);
  weighIdle.unref();
  child.once("error", () => end());
  child.once("close", () => end());
  child.stdin.on("error", () => undefined);
  const say = (what: unknown) => void (isEnded || child.stdin.write(`${JSON.stringify(what)}\n`));
  const hear = (line: string) => {
    const said = objectIn(line);
    if (said !== undefined && said["calm"] === token) heardCalm?.();
    if (said === undefined || watcher === undefined) return;
    if (typeof said["log"] === "string") {
      if (++logs <= mostLogs) watcher.log(String(said["level"]), said["log"], String(said["stack"]));
    } else if (said["token"] !== token) {
      // What is left of an earlier run must not read in the name of whoever calls now.
      return;
    } else if (typeof said["ask"] === "number") {
      const { ask } = said;
      const { asked } = watcher;
      const hasRoom = turns.take(async () =>
        asked(said as unknown as Asked)
          .then((answer) => say({ answered: ask, ...answer }))
          .catch(() => end()),
      );
      if (!hasRoom) end("output");
    } else if (said["done"] !== undefined || said["failed"] !== undefined) settle?.(said as Outcome);
  };
  child.stdout.on("data", (piece: Buffer) => {
    saidBytes += piece.length;
    if (saidBytes > mostSaidBytes) return end("output");
    let from = 0;
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, from)) {
      const line = Buffer.concat([...parts, piece.subarray(from, at)]).toString();
      parts = [];
      size = 0;
      from = at + 1;
      hear(line);
    }
    parts.push(piece.subarray(from));
    size += piece.length - from;
    if (size > mostAnswerBytes) end("output");
  });
  return {
    pid: child.pid,
    isEnded: () => isEnded,
    end: () => end(),
    settled: async () =>
      new Promise((resolve) => {
        const tell = (isCalm: boolean) => {
          clearTimeout(late);
          heardCalm = undefined;
          resolve(isCalm && !isEnded);
        };
        const late = setTimeout(() => tell(false), settledMilliseconds);
        heardCalm = () => tell(true);
        if (isEnded) return tell(false);
        say({ calm: token });
      }),
    run: async (run, milliseconds, watching) => {
      const outcome = await new Promise<Outcome>((resolve) => {
        if (isEnded) return void resolve({ ended: "crash" });
        const late = setTimeout(() => end("late"), milliseconds);
        const weigh = setInterval(() => memoryOf(child.pid) > mostMemoryBytes && end("memory"), 100);
        watcher = watching;
        saidBytes = 0;
        logs = 0;
        token = randomUUID();
        settle = (one) => {
          clearTimeout(late);
          clearInterval(weigh);
          settle = undefined;
          watcher = undefined;
          turns.forget();
          resolve(one);
        };
        say({ run: { ...run, token } });
      });
      return outcome;
    },
  };
}

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
