// Data over HTTP: a request of the network becomes a request for data, and its answer a response.
import { readCaller } from "../gate/caller.ts";
import { encoded } from "../gate/encoded.ts";
import { idHeader, pathOf, type Exchange } from "../gate/exchange.ts";
import { headersOf } from "../gate/headers-of.ts";
import { BodyCutOff, BodyNotText, BodyTooLarge, readBody, type BodyLimits } from "../gate/read-body.ts";
import { networkOf } from "../gate/remote-address.ts";
import { requestSettings } from "../gate/request-settings.ts";
import { MemoryExhausted } from "../gate/memory-budget.ts";
import type { TokenChecker, TokenRefusal } from "../keys/tokens.ts";
import {
  DatabaseAway,
  ClientGone,
  PoolExhausted,
  type RequestPool,
  type WaitingRequest,
} from "../postgres/request-pool.ts";
import type { CatalogueCache } from "./catalogue/catalogue-cache.ts";
import type { Located } from "./describe/describe.ts";
import type { Failure } from "./failure.ts";
import { failed, handle, type Caller, type Service } from "./handle.ts";
import type { ReadHints } from "./read-hints.ts";
import { isAllowed, type OperatorSettings } from "./operator-settings.ts";
import type { RawRequest } from "./request/read-request.ts";
import type { WordsOf } from "./respond/in-words.ts";
import type { DataResponse } from "./respond/respond.ts";

export type DataService = {
  readonly pool: RequestPool;
  readonly cache: CatalogueCache;
  readonly inWords: WordsOf;
  /** For the log. */
  readonly failed: (failure: Error) => void;
  readonly narrowings: () => ReadHints;
  readonly checkToken: TokenChecker;
  readonly operator: OperatorSettings;
  readonly maxRows: number | undefined;
  readonly body: BodyLimits;
  /** Where people find it, for the description at the root. */
  readonly located: () => Located;
  readonly fetching: FetchLimits;
};

const prefix = "/rest/v1";

export const isForData = (url: string): boolean =>
  url.startsWith(prefix) && (url.length === prefix.length || url[prefix.length] === "/" || url[prefix.length] === "?");

/** Fails where something happened that nobody expects. */
export async function serveData(exchange: Exchange, service: DataService): Promise<void> {
  const { method = "", url = "" } = exchange.request;
  const path = pathOf(url).slice(prefix.length) || "/";
  await serveCaller(exchange, service, path, async ({ headers, ask }) => {
    const query = url.includes("?") ? url.slice(url.indexOf("?") + 1) : "";
    const body =
      method === "GET" || method === "HEAD" ? "" : await readBody(exchange.request, service.body, exchange.memory);
    return ask({ method, path, query, headers, body });
  });
}

export type Asked = {
  readonly caller: Caller;
  readonly headers: RawRequest["headers"];
  /** A request for data in the caller's name. */
  readonly ask: (raw: RawRequest) => Promise<DataResponse>;
};

/** Who asks, and an answer for them, whatever becomes of it. `path`: what functions of the database are told that it is about. */
export async function serveCaller(
  exchange: Exchange,
  service: DataService,
  path: string,
  work: (asked: Asked) => Promise<DataResponse>,
): Promise<void> {
  const { request, response, address } = exchange;
  await answering(exchange, service.fetching, async () => {
    const headers = headersOf(request);
    const entry = await readCaller(headers, service.checkToken);
    if ("refusal" in entry) return failed(tokenFailure(entry.refusal));
    const caller = { ...entry.caller, settings: requestSettings(request, path, address) };
    // Who has the key of the service is a program of the product's own, and may well be one for all.
    const asking = { response, caller: caller.role === "service_role" ? undefined : networkOf(address) };
    const ask = async (raw: RawRequest) => handle(raw, caller, serviceFor(asking, caller, service));
    return work({ caller, headers, ask });
  });
}

/** An answer, whatever becomes of the work. */
export async function answering(
  exchange: Exchange,
  fetching: FetchLimits,
  work: () => Promise<DataResponse>,
): Promise<void> {
  const { response, memory } = exchange;
  const answer = async (what: DataResponse) => send(exchange, what, fetching);
  try {
    // Whoever has not fetched what was answered before waits until they have.
    memory.reserve(0);
    await answer(await work());
  } catch (failure) {
    // Nobody is there to be answered.
    if (failure instanceof BodyCutOff || failure instanceof ClientGone || response.destroyed) return;
    const known = failureOf(failure);
    if (known === undefined) throw failure;
    await answer(failed(known));
  }
}

const serviceFor = (asking: WaitingRequest, caller: Caller, service: DataService): Service => ({
  catalogue: service.cache.catalogue,
  schemas: service.operator.schemas,
  maxRows: service.maxRows,
  aggregates: true,
  plans: isAllowed(service.operator.plans, caller),
  transactionEnd: isAllowed(service.operator.rollbacks, caller) ? "commit-allow-override" : "commit",
  preRequest: undefined,
  writesUnread: true,
  withConnection: async (work) => service.pool.withConnection(work, asking),
  inWords: service.inWords,
  get narrowings() {
    return service.narrowings();
  },
  changes: service.cache,
  failed: service.failed,
  located: service.located(),
});

/** How long what was made for somebody is kept for them. */
export type FetchLimits = {
  /** With nothing fetched, and for the beginning of it. */
  readonly milliseconds: number;
  /** Whoever takes an answer by drops keeps it no longer than a slow line would. */
  readonly bytesPerSecond: number;
};

export const usualFetch: FetchLimits = { milliseconds: 30_000, bytesPerSecond: 64 * 1024 };

async function send(exchange: Exchange, answer: DataResponse, fetching: FetchLimits): Promise<void> {
  const { response, id, memory } = exchange;
  const before = bytesOf(answer.body);
  memory.charge(before);
  const { headers, body } = await smaller(exchange.request, answer);
  const bytes = bytesOf(body);
  const length = body === null ? [] : ["Content-Length", String(bytes)];
  memory.charge(bytes - before);
  response.writeHead(answer.status, [...headers.flat(), idHeader, id, ...length]).end(body ?? undefined);
  // What the network has taken already needs no patience.
  if (response.writableLength === 0) return;
  response.setTimeout(fetching.milliseconds);
  const whole = fetching.milliseconds + (bytes / fetching.bytesPerSecond) * 1000;
  const late = setTimeout(() => response.destroy(), whole);
  response.once("close", () => clearTimeout(late));
}

const bytesOf = (body: DataResponse["body"]): number => (body === null ? 0 : Buffer.byteLength(body));

/** Bytes are as whoever made them wants them, and so is what is encoded already. */
async function smaller(
  request: Exchange["request"],
  { headers, body }: DataResponse,
): Promise<Pick<DataResponse, "headers" | "body">> {
  if (typeof body !== "string" || headers.some(([name]) => name.toLowerCase() === "content-encoding"))
    return { headers, body };
  const made = await encoded(request, body);
  return { headers: [...headers, ...made.headers], body: made.body };
}

export function tokenFailure({ why, said, details = "" }: TokenRefusal): Failure {
  // It repeats what a token says: in a header there is room for plain letters only.
  const plain = said.replace(/["\\]|[^ -~]/g, "'");
  return {
    status: 401,
    body: { code: why === "malformed" ? "PGRST301" : "PGRST303", message: said, details: details || null, hint: null },
    headers: { "WWW-Authenticate": `Bearer error="invalid_token", error_description="${plain}"` },
  };
}

function failureOf(failure: unknown): Failure | undefined {
  if (!(failure instanceof Error)) return undefined;
  const plain = (status: number, code: string, headers: Readonly<Record<string, string>> = {}): Failure => ({
    status,
    body: { code, message: failure.message, details: null, hint: null },
    headers,
  });
  if (failure instanceof BodyTooLarge) return plain(413, "TOO_LARGE");
  if (failure instanceof BodyNotText) return plain(400, "PGRST102");
  if (failure instanceof PoolExhausted || failure instanceof MemoryExhausted)
    return plain(503, "PGRST003", { "Retry-After": "1" });
  if (failure instanceof DatabaseAway) return plain(503, "PGRST001", { "Retry-After": "1" });
  return undefined;
}
