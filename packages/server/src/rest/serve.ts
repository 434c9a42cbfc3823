// Data over HTTP: a request of the network becomes a request for data, and its answer a response.
import { nameOfCaller, readCaller } from "../gate/caller.ts";
import { encoded } from "../gate/encoded.ts";
import { idHeader, pathOf, type Exchange } from "../gate/exchange.ts";
import { headersOf } from "../gate/headers-of.ts";
import { readBody, type BodyLimits } from "../gate/read-body.ts";
import type { Route } from "../gate/route-table.ts";
import { wireOf, type Wire } from "../gate/failures.ts";
import { networkOf } from "../gate/remote-address.ts";
import { requestSettings } from "../gate/request-settings.ts";
import type { TokenChecker, TokenRefusal } from "../keys/tokens.ts";
import type { RequestPool, WaitingRequest } from "../postgres/connections/request-pool.ts";
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
  readonly readHints: () => ReadHints;
  readonly checkToken: TokenChecker;
  readonly operator: OperatorSettings;
  readonly maxRows: number | undefined;
  readonly body: BodyLimits;
  /** Where people find it, for the description at the root. */
  readonly located: () => Located;
  readonly fetching: FetchLimits;
};

const prefix = "/rest/v1";

export function dataRoutes(service: DataService): readonly Route[] {
  const answer: Route["answer"] = async (exchange) => serveData(exchange, service);
  const wire = dataWire(service);
  return [prefix, `${prefix}/*`].map((path) => ({ method: "*", path, answer, wire, writesId: true }));
}

async function serveData(exchange: Exchange, service: DataService): Promise<void> {
  const { method = "", url = "" } = exchange.request;
  const path = pathOf(url).slice(prefix.length) || "/";
  exchange.span?.route(routeOf(path, service));
  await serveCaller(exchange, service, path, async ({ headers, ask }) => {
    const query = url.includes("?") ? url.slice(url.indexOf("?") + 1) : "";
    const body =
      method === "GET" || method === "HEAD" ? "" : await readBody(exchange.request, service.body, exchange.memory);
    return ask({ method, path, query, headers, body });
  });
}

/** Of what the database has: any other name is the client's own. */
function routeOf(path: string, { cache, operator }: DataService): string {
  const { tables, functions } = cache.catalogue();
  const [, first = "", second = ""] = path.split("/");
  const isOf = (known: ReadonlyMap<string, unknown>, name: string) =>
    operator.schemas.some((schema) => known.has(`${schema}.${name}`));
  if (first === "rpc") return `${prefix}/rpc/${isOf(functions, second) ? second : "*"}`;
  return isOf(tables, first) ? `${prefix}/${first}` : `${prefix}/*`;
}

export type CallerRequest = {
  readonly caller: Caller;
  readonly headers: RawRequest["headers"];
  /** A request for data in the caller's name. */
  readonly ask: (raw: RawRequest) => Promise<DataResponse>;
};

/** Reads who calls, and answers them. `path`: what database functions see as the path of the request. */
export async function serveCaller(
  exchange: Exchange,
  service: DataService,
  path: string,
  work: (asked: CallerRequest) => Promise<DataResponse>,
): Promise<void> {
  const { request, response, address } = exchange;
  await serveAnswer(exchange, service.fetching, async () => {
    const headers = headersOf(request);
    const entry = await readCaller(headers, service.checkToken);
    if ("refusal" in entry) return failed(tokenFailure(entry.refusal));
    exchange.identify(nameOfCaller(entry.caller));
    const caller = { ...entry.caller, settings: requestSettings(request, path, address) };
    // A caller with the key of the service is a program of the product's own, and may act for all users.
    const asking = { response, caller: caller.role === "service_role" ? undefined : networkOf(address) };
    const ask = async (raw: RawRequest) => handle(raw, caller, serviceFor(asking, caller, service));
    return work({ caller, headers, ask });
  });
}

export async function serveAnswer(
  exchange: Exchange,
  fetching: FetchLimits,
  work: () => Promise<DataResponse>,
): Promise<void> {
  // A client that has not fetched its earlier responses waits until it has.
  exchange.memory.reserve(0);
  await send(exchange, await work(), fetching);
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
  get readHints() {
    return service.readHints();
  },
  changes: service.cache,
  failed: service.failed,
  located: service.located(),
});

/** For a caller who was let in elsewhere. `first`: a function that is called in the transaction before anything else, if any. */
export const answerAs = async (
  raw: RawRequest,
  caller: Caller,
  service: DataService,
  first: string | undefined,
): Promise<DataResponse> =>
  handle(raw, caller, { ...serviceFor({ caller: undefined }, caller, service), preRequest: first });

/** How long a response is kept for its client. */
export type FetchLimits = {
  /** With nothing fetched, and for the beginning of it. */
  readonly milliseconds: number;
  /** A client that reads a response drop by drop holds it no longer than a slow line would. */
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

/** Bytes are sent as they were made, and so is a body that is encoded already. */
async function smaller(
  request: Exchange["request"],
  { headers, body }: DataResponse,
): Promise<Pick<DataResponse, "headers" | "body">> {
  if (typeof body !== "string" || headers.some(([name]) => name.toLowerCase() === "content-encoding"))
    return { headers, body };
  const made = await encoded(request, body);
  return { headers: [...headers, ...made.headers], body: made.body };
}

export function tokenFailure({ why, message, details = "" }: TokenRefusal): Failure {
  // It repeats what a token says: in a header there is room for plain letters only.
  const plain = message.replace(/["\\]|[^ -~]/g, "'");
  return {
    status: 401,
    body: { code: why === "malformed" ? "PGRST301" : "PGRST303", message, details: details || null, hint: null },
    headers: { "WWW-Authenticate": `Bearer error="invalid_token", error_description="${plain}"` },
  };
}

/** Failures in the words of the data API, which calls and the product's own part share. */
export const dataWire = ({ fetching }: Pick<DataService, "fetching">): Wire =>
  wireOf<Failure>({
    refusals: {
      bodyTooLarge: plain(413, "TOO_LARGE"),
      bodyNotText: plain(400, "PGRST102"),
      poolExhausted: plain(503, "PGRST003", { "Retry-After": "1" }),
      memoryExhausted: plain(503, "PGRST003", { "Retry-After": "1" }),
      databaseAway: plain(503, "PGRST001", { "Retry-After": "1" }),
    },
    // What the database refuses is an answer already.
    refusalIn: () => undefined,
    send: async (exchange, failure) => send(exchange, failed(failure), fetching),
  });

const plain =
  (status: number, code: string, headers: Readonly<Record<string, string>> = {}) =>
  (message: string): Failure => ({ status, body: { code, message, details: null, hint: null }, headers });
