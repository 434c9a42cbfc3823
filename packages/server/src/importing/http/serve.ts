// An import over HTTP: what is asked, the file, and what came of it, line by line; for users and for the console.
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { Exchange } from "../../gate/exchange.ts";
import { MemoryExhausted } from "../../gate/memory-budget.ts";
import { BodyTooLarge } from "../../gate/read-body.ts";
import { isAway, type Database } from "../../postgres/index.ts";
import type { RequestPool } from "../../postgres/connections/request-pool.ts";
import type { Caller } from "../../rest/handle.ts";
import { importerOf } from "../caller.ts";
import { importRows, type ImportOptions, type Offered } from "../import-rows.ts";
import { lookAt } from "../look.ts";
import { ImportRefused, type ImportCode } from "../refused.ts";
import type { ImportLook } from "../response-types.ts";
import { textOf } from "../source/table.ts";
import type { RefusedRow } from "../state.ts";
import { importLimits } from "./limits.ts";
import { readQuestion, type Question } from "./question.ts";
import { withReceived } from "./receive.ts";
import { enterAlone, Uploads } from "./turns.ts";

/** Who imports, into what. */
export type Asking = {
  readonly entity: string;
  readonly caller: Caller;
  readonly first?: ImportOptions["first"];
  readonly offered?: Offered;
  /** The file took a while to arrive, and they may have been signed out meanwhile. */
  readonly isStill: () => Promise<boolean>;
};

export type AnswerImport = (exchange: Exchange, asking: Asking) => Promise<void>;

/** What one import holds in memory, at most a batch. */
const memoryOfOne = 16 * 2 ** 20;
const patience = 60_000;

export class Imports {
  readonly #database: Database;
  readonly #owner: RequestPool;
  readonly #failed: (failure: Error) => void;
  readonly #uploads = new Uploads();
  readonly #running = new Map<AbortController, Promise<void>>();

  constructor(database: Database, owner: RequestPool, failed: (failure: Error) => void) {
    this.#database = database;
    this.#owner = owner;
    this.#failed = failed;
  }

  readonly answer: AnswerImport = async (exchange, asking) => {
    const ending = new AbortController();
    const { response } = exchange;
    response.once("close", () => ending.abort());
    const work = this.#answer(exchange, asking, ending.signal);
    this.#running.set(
      ending,
      work.catch(() => undefined),
    );
    try {
      await work;
    } finally {
      this.#running.delete(ending);
    }
  };

  /** Imports that are under way end at their next batch, as if their clients had gone away. */
  async stop(): Promise<void> {
    const running = [...this.#running];
    for (const [ending] of running) ending.abort();
    await Promise.all(running.map(async ([, work]) => work));
  }

  async #answer(exchange: Exchange, asking: Asking, signal: AbortSignal): Promise<void> {
    const { request, response, memory } = exchange;
    try {
      const question = readQuestion(request.url ?? "");
      memory.reserve(memoryOfOne);
      // It is answered when the file is gone, and the next one of this account may come.
      const end = await this.#uploads.alone(importerOf(asking.caller), async () =>
        withReceived(request, async (path) => {
          if (!(await asking.isStill()))
            return () => sendFailure(response, 401, { code: "NOT_SIGNED_IN", message: "Sign in again." });
          if (question.mode !== "look")
            return this.#import(response, path, { ...question, mode: question.mode }, asking, signal);
          const look = await this.#look(path, question, asking);
          return () => sendJson(response, 200, look);
        }),
      );
      end();
    } catch (failure) {
      // What is still sent is read and thrown away: a client that still sends would not look at the answer.
      request.resume();
      if (response.destroyed) throw failure;
      const told = toldOf(failure, signal);
      if (told === undefined && !response.headersSent) throw failure;
      if (told === undefined || told.code === "DATABASE") this.#failed(failure as Error);
      refuse(response, told ?? unexpected);
    }
  }

  async #look(path: string, question: Question, { entity, offered }: Asking): Promise<ImportLook> {
    return lookAt(this.#owner, { path, given: given(question), entity: { id: entity }, offered });
  }

  async #import(
    response: ServerResponse,
    path: string,
    { name, ...question }: Question & Pick<ImportOptions, "mode">,
    { entity, caller, first, offered }: Asking,
    signal: AbortSignal,
  ): Promise<() => void> {
    const report = await importRows({
      database: this.#database,
      path,
      ...question,
      given: given({ name }),
      entity: { id: entity },
      as: caller,
      first,
      offered,
      mostRows: importLimits.rows,
      connecting: { statement_timeout: importLimits.statement, lock_timeout: importLimits.statement },
      enter: enterAlone,
      signal,
      progress: (progress, of) => void writeLine(response, { progress, of }),
      keepRefused: async (_heads, rows) => sendRefused(response, rows, signal),
    });
    return () => {
      writeLine(response, { report });
      response.end();
    };
  }
}

const given = ({ name }: Pick<Question, "name">) => ({ name, unpacked: importLimits.unpacked });

async function sendRefused(response: ServerResponse, rows: AsyncIterable<RefusedRow>, signal: AbortSignal) {
  for await (const { number, cells, problems } of rows) {
    signal.throwIfAborted();
    if (!writeLine(response, { refused: { number, cells: cells.map(textOf), problems } })) await drained(response);
  }
  // What was not fetched is not forgotten.
  signal.throwIfAborted();
}

/** A client that fetches nothing for a minute has left. */
async function drained(response: ServerResponse): Promise<void> {
  const late = setTimeout(() => response.destroy(), patience);
  const ended = new AbortController();
  const { signal } = ended;
  try {
    await Promise.race([once(response, "drain", { signal }), once(response, "close", { signal })]);
  } finally {
    clearTimeout(late);
    ended.abort();
  }
}

/** The head comes with the first line: what is refused before is an answer of its own. */
function writeLine(response: ServerResponse, line: object): boolean {
  if (response.destroyed) return true;
  if (!response.headersSent)
    response.writeHead(200, {
      ...always,
      "Content-Type": "application/x-ndjson; charset=utf-8",
      // Nothing that stands between is to wait for more of it.
      "X-Accel-Buffering": "no",
    });
  return response.write(`${JSON.stringify(line)}\n`);
}

const always = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };

type Told = {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
};

const statuses: Readonly<Record<ImportCode, number>> = {
  INVALID: 422,
  IMPORTED: 409,
  CUT_OFF: 409,
  BUSY: 429,
  NOT_FOUND: 404,
  DATABASE: 503,
};
const unexpected: Told = { status: 500, code: "UNEXPECTED", message: "Something went wrong." };

function toldOf(failure: unknown, signal: AbortSignal): Told | undefined {
  if (failure instanceof ImportRefused) {
    const { code, message, rows, reason } = failure;
    return {
      status: statuses[code],
      code,
      message: message.split("\n").map(sentence).join("\n"),
      ...(rows === undefined && reason === undefined ? {} : { details: { rows, reason } }),
    };
  }
  if (failure instanceof BodyTooLarge)
    return {
      status: 413,
      code: "TOO_LARGE",
      message: `The file is larger than ${importLimits.bytes / 2 ** 20} MB. Import it in parts, or by the command writ import, which takes any size.`,
      details: { reason: { is: "largeFile", values: { most: importLimits.bytes / 2 ** 20 } } },
    };
  if (failure instanceof MemoryExhausted) return { status: 503, code: "BUSY", message: failure.message };
  if (signal.aborted) return { status: 503, code: "STOPPED", message: "The server is stopping." };
  return isAway(failure) ? { status: 503, code: "DATABASE_AWAY", message: "The database does not answer." } : undefined;
}

const sentence = (words: string): string =>
  `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.?!]$/.test(words) ? "" : "."}`;

function refuse(response: ServerResponse, { status, ...told }: Told): void {
  if (!response.headersSent) return sendFailure(response, status, told);
  const { code, message, details = null } = told;
  writeLine(response, { error: { code, message, details } });
  response.end();
}

function sendFailure(
  response: ServerResponse,
  status: number,
  { code, message, details = null }: Omit<Told, "status">,
) {
  const again = status === 429 || status === 503 ? { "Retry-After": "5" } : {};
  sendJson(response, status, { code, message, details, hint: null }, again);
}

function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
) {
  const body = JSON.stringify(value);
  response
    .writeHead(status, {
      ...always,
      "Content-Type": "application/json; charset=utf-8",
      "Content-Length": Buffer.byteLength(body),
      ...headers,
    })
    .end(body);
}
