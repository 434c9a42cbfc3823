// What the console's addresses share: what was sent as JSON, and answers in JSON.
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { RequestMemory } from "../gate/memory-budget.ts";
import { readBody } from "../gate/read-body.ts";
import { readJson } from "../gate/read-json.ts";

/** Few questions that it asks are longer. */
const mostBytes = 65_536;

/** Undefined where it is none, or says that it is something that a form of another page could send. */
export async function readObject(
  request: IncomingMessage,
  { bodyMilliseconds }: { readonly bodyMilliseconds: number },
  bytes = mostBytes,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (!/^application\/json\b/i.test(request.headers["content-type"] ?? "")) return undefined;
  try {
    // A client without a key is asked for one, so any client may send here: only so much, and only for so long.
    const text = await readBody(request, { bytes, milliseconds: bodyMilliseconds }, small);
    const written = String(text);
    if (nul.test(written)) return undefined;
    const read = readJson(written);
    return typeof read === "object" && read !== null && !Array.isArray(read)
      ? (read as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** PostgreSQL keeps it in no text. */
const nul = /(?<!\\)(?:\\\\)*\\u0000/;

/** Too little to be counted. */
const small: RequestMemory = { reserve: () => undefined, charge: () => undefined };

export function send(
  response: ServerResponse,
  status: number,
  said: unknown,
  more: Readonly<Record<string, string | readonly string[]>> = {},
): void {
  response.writeHead(status, {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    ...(more as OutgoingHttpHeaders),
  });
  response.end(JSON.stringify(said));
}

export function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  send(response, status, { code, message });
}

/** What a route answers where something is refused, in words for the page. */
export class Refusal {
  readonly status: number;
  readonly told: object;

  constructor(status: number, told: object) {
    this.status = status;
    this.told = told;
  }
}

/** Work that takes a while: each line is sent as it is said, and what it ends with is the last one. */
export class Lines<Line> {
  /** The last line where it fails. */
  readonly failed: Line;
  readonly work: (say: (line: Line) => void) => Promise<Line>;

  constructor(failed: Line, work: (say: (line: Line) => void) => Promise<Line>) {
    this.failed = failed;
    this.work = work;
  }
}

/** The work goes on where nobody reads any more. */
export async function sendLines<Line>(response: ServerResponse, { failed, work }: Lines<Line>): Promise<void> {
  response.writeHead(200, {
    "Content-Type": "application/x-ndjson; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  });
  const say = (line: Line) => void (response.destroyed || response.write(`${JSON.stringify(line)}\n`));
  response.flushHeaders();
  try {
    say(await work(say));
  } catch (failure) {
    say(failed);
    throw failure;
  } finally {
    await new Promise<void>((ended) => response.end(() => ended()));
  }
}
