// What the dialog asks of the server: a file is looked at, tried or imported, and the answer comes line by line.
import type { ImportLook, ImportReason, ImportReport } from "@writ/server/response-types";

export type Server = {
  readonly address: string;
  /** Asked for each request: tokens end. */
  readonly headers: () => Promise<HeadersInit>;
};

export type Mode = "dry_run" | "all_or_nothing" | "only_good";
export type How = "new" | "continue" | "again";

export type RefusedRow = {
  readonly number: number;
  readonly cells: readonly string[];
  readonly problems: readonly { readonly message: string }[];
};

/** The server has refused it, in its words. */
export class ImportFailure extends Error {
  readonly code: string;
  /** Rows that were done before. */
  readonly rows: number;
  readonly reason: ImportReason | undefined;

  constructor({ code, message, details }: Failed) {
    super(message ?? "");
    this.name = "ImportFailure";
    this.code = code ?? "UNEXPECTED";
    this.rows = details?.rows ?? 0;
    this.reason = details?.reason;
  }
}

type Failed = {
  readonly code?: string;
  readonly message?: string;
  readonly details?: { readonly rows?: number; readonly reason?: ImportReason } | null;
};

type Query = readonly (readonly [string, string])[];

/** An import that was cancelled a moment ago ends with its batch; others may be importing. */
async function sendInTurn(server: Server, file: File, query: Query, signal: AbortSignal): Promise<Response> {
  for (let left = mostTurns; ; left--) {
    try {
      return await send(server, file, query, signal);
    } catch (failure) {
      if (left === 0 || !(failure instanceof ImportFailure) || failure.code !== "BUSY") throw failure;
      await pause(signal);
    }
  }
}

const mostTurns = 10;
const turnMilliseconds = 2000;

const pause = async (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, turnMilliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });

async function send({ address, headers }: Server, file: File, query: Query, signal: AbortSignal): Promise<Response> {
  const search = new URLSearchParams([["name", file.name], ...query].map(([name, value]) => [name ?? "", value ?? ""]));
  const response = await fetch(`${address}?${search.toString()}`, {
    method: "POST",
    headers: { ...Object.fromEntries(new Headers(await headers())), "content-type": "application/octet-stream" },
    body: file,
    signal,
  });
  if (response.ok) return response;
  throw new ImportFailure((await response.json().catch(() => ({}))) as Failed);
}

export const look = async (server: Server, file: File, signal: AbortSignal): Promise<ImportLook> =>
  (await sendInTurn(server, file, [["mode", "look"]], signal)).json() as Promise<ImportLook>;

export type Asked = {
  readonly file: File;
  readonly query: Query;
  readonly mode: Mode;
  readonly how: How;
  readonly signal: AbortSignal;
  /** `all`: rows of the file. */
  readonly onProgress: (done: number, all: number) => void;
};

type Line = {
  readonly progress?: number;
  readonly of?: number;
  readonly refused?: RefusedRow;
  readonly report?: ImportReport;
  readonly error?: Failed;
};

export type Result = { readonly report: ImportReport; readonly refused: readonly RefusedRow[] };

export async function run(server: Server, { file, query, mode, how, signal, onProgress }: Asked): Promise<Result> {
  const response = await sendInTurn(server, file, [["mode", mode], ["how", how], ...query], signal);
  const refused: RefusedRow[] = [];
  let report: ImportReport | undefined;
  for await (const line of linesOf(response)) {
    if (line.error !== undefined) throw new ImportFailure(line.error);
    if (line.progress !== undefined) onProgress(line.progress, line.of ?? line.progress);
    if (line.refused !== undefined) refused.push(line.refused);
    report = line.report ?? report;
  }
  // The connection was lost before the end.
  if (report === undefined) throw new TypeError("The answer has no end.");
  return { report, refused };
}

async function* linesOf({ body }: Response): AsyncGenerator<Line> {
  if (body === null) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const lines = `${rest}${piece.value}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line) as Line;
  }
}
